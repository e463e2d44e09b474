import JourneyCommands
import JourneyREPL
import JourneySandbox

/// `journey __complete`, which the completion scripts of shells ask: `words WORD…` (zsh, fish), `bash LINE COMP_WORDBREAKS [COLUMNS]`. It reads
/// local files only, says nothing about errors, and always ends well: a shell that completes is no place for messages.
enum CompleteFace {
  static func run(_ words: [String], environment: [String: String]) -> Int32 {
    var facts = CompletionFacts.local(
      environment: environment, sandboxJourneys: { Sandbox.builtInJourneyNames },
      typedJourneys: { TypedJourneys.names(environment: environment) })
    facts.switches = { Sandbox.switches.map { ($0.needsValue ? "\($0.name)=" : $0.name, $0.summary) } }
    var rest = words[...]
    let lines: [String]
    switch rest.popFirst() {
    case "words": lines = CompletionReply.plain(Array(rest), facts)
    case "bash":
      lines = CompletionReply.bash(
        rest.first ?? "", breaks: rest.dropFirst().first ?? "", columns: rest.dropFirst(2).first.flatMap { Int($0) },
        facts)
    default: lines = []
    }
    return Main.printLine(lines.joined(separator: "\n"))
  }
}
