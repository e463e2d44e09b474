import JourneyEngine

/// The text of `help` and `help COMMAND`, made from the table.
package enum HelpText {
  /// The page of one command, or of another way to run the program, or the list of all commands.
  package static func page(for name: String?) throws(Failure) -> String {
    guard let name else { return overview }
    if let spec = CommandSpec.named(name) {
      return page(
        spec.summary, spec.usage, spec.parameters, spec.details, spec.examples,
        results: ResultFields.rows(of: spec.resultSchema))
    }
    guard let face = FaceSpec.named(name) else { throw unknown(name) }
    return page(face.summary, "journey \(face.usage)", face.parameters, face.details, face.examples)
  }

  /// What is said for a word that is no command.
  package static func unknown(_ name: String) -> Failure {
    Failure(.usage, "There is no command \"\(ServerText.line(name))\".", hint: hint(for: name))
  }

  private static func hint(for name: String) -> String {
    if let meant = words[name.lowercased()] { return meant }
    if name.utf8.contains(UInt8(ascii: "/")) || name.hasSuffix(".journey") {
      return "'source \(WordText.quoted(name))' runs a file of commands."
    }
    let near = Text.near(name, among: CommandSpec.all.map(\.name))
    return near.isEmpty ? "'help' lists the commands." : "Did you mean \(near.joined(separator: " or "))?"
  }

  /// What people type who know other programs.
  private static let words: [String: String] = {
    let words: [(String, [String])] = [
      ("'journey --version' prints it.", ["version"]),
      ("'quit' leaves, and so does ^D.", ["exit", "bye", "q", "close"]),
      ("'help' lists the commands.", ["?", "h", "man", "commands"]),
      ("'!' lists earlier lines, '!!' and '!N' run one again.", ["history"]),
      ("Tab behind 'start ' offers the journeys that are known.", ["journeys", "list"]),
      ("'start JOURNEY' or 'login JOURNEY' signs in.", ["signin", "sign-in", "authenticate", "auth"]),
      ("'logout' ends the session.", ["signout", "sign-out", "logoff"]),
      ("'config KEY VALUE' changes a setting, 'let NAME VALUE' defines a variable.", ["export", "setenv"]),
      ("'session' shows whose session it is.", ["whoami"]),
      ("'config' shows the settings; 'config server URL' names the server.", ["settings", "connect", "server"]),
      ("'profiles' lists them, 'profile NAME' switches.", ["use", "switch"]),
      ("'next' sends the answers.", ["submit", "send", "continue", "go"]),
      ("'show' shows the step.", ["status", "step", "ls", "print"]),
    ]
    return Dictionary(words.flatMap { hint, names in names.map { ($0, hint) } }) { first, _ in first }
  }()

  private static var overview: String {
    let width = CommandSpec.all.map(\.name.count).max() ?? 0
    let lines = CommandSpec.all.map { spec in
      "  " + spec.name + String(repeating: " ", count: width - spec.name.count + 2) + spec.summary
    }
    let keys = "In the shell Tab completes, ^R searches earlier lines, '!' lists them, '!!' and '!N' run one again."
    return (["Commands:"] + lines + ["", "'help COMMAND' explains one.", keys]).joined(separator: "\n")
  }

  private static func page(
    _ summary: String, _ usage: String, _ parameters: [ParameterSpec], _ details: String, _ examples: [String],
    results: [ResultFields.Row] = []
  ) -> String {
    var lines = ["\(summary).", "", "  \(usage)"]
    if !parameters.isEmpty {
      lines.append("")
      let names = parameters.map(\.written)
      let width = names.map(\.count).max() ?? 0
      for (name, parameter) in zip(names, parameters) {
        lines.append(
          "  " + name + String(repeating: " ", count: width - name.count + 2) + parameter.summary + parameter.choices)
      }
    }
    if !details.isEmpty { lines += ["", details] }
    if !results.isEmpty {
      lines += ["", "Result, for --json, --get, expect and capture:"]
      lines += results.map { row in
        "  \(row.label)\(row.label.isEmpty ? "" : ": ")\(row.names.joined(separator: ", "))"
      }
    }
    if !examples.isEmpty { lines += ["", "Examples:"] + examples.map { "  " + $0 } }
    return lines.joined(separator: "\n")
  }
}
