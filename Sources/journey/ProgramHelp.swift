import JourneyCommands
import JourneySandbox

/// `journey --help`: examples first, then the ways to run it, commands and options, all from the tables.
enum ProgramHelp {
  /// The page of a command, or of the program.
  static func text(for word: String?) throws(Failure) -> String {
    switch word {
    case nil: return page
    case "sandbox":
      let switches = Sandbox.switches.map { ($0.name, $0.summary) }
      return
        (["journey sandbox: a local server to sign in at", "", "  journey \(FaceSpec.sandbox.usage)", ""]
        + rows(SandboxOptions.summary) + ["", FaceSpec.sandbox.details] + ["", "Examples:"]
        + FaceSpec.sandbox.examples.map { "  \($0)" } + [
          "", "Switches, as NAME, NAME=VALUE or {\"NAME\": VALUE} in the file:",
        ] + rows(switches)).joined(separator: "\n")
    case let word?: return try HelpText.page(for: word)
    }
  }

  private static var page: String {
    let sections: [[String]] = [
      ["journey: sign in at PingAM from a terminal, a script or another program"],
      ["Examples:"] + examples.map { "  \($0)" },
      ["Ways to run it:"] + rows(ways),
      ["Commands ('journey COMMAND --help' explains one):"] + rows(CommandSpec.all.map { ($0.name, $0.summary) }),
      ["Options, before the command; each is an environment variable too (--client-id: JOURNEY_CLIENT_ID):"]
        + rows(options),
      ["Exit status:"] + rows(ExitStatus.meanings.map { ("\($0.status)", $0.text) }),
    ]
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private static let examples = [
    "journey --sandbox                                    a shell and a local server to try it on",
    "journey --server https://am.example.com/am           a shell for your own server",
    "journey --sandbox -c 'start Login; set 0 demo; set 1 --from env:PW; next; tokens'",
    "journey -f login.journey                             a script, with an exit status for CI",
    "journey sandbox --port 8080                          the local server for other clients",
  ]

  private static let ways: [(String, String)] = [
    ("journey", "a shell, on a terminal; else a script on standard input"),
    ("journey -f FILE, journey FILE", "a script; FILE holds a / or ends in .journey"),
    ("journey -c 'LINE; LINE'", "a script on the command line"),
    ("journey COMMAND [ARGUMENTS]", "one command"),
    ("journey rpc", "JSON-RPC 2.0 on standard input and output"),
    ("journey mcp", "Model Context Protocol on standard input and output"),
    ("journey sandbox", "the local server in the foreground"),
    ("journey sandbox -- COMMAND", "the same for as long as a program runs"),
    ("journey generate KIND", "man page, shell completions, OpenRPC"),
  ]

  private static var options: [(String, String)] {
    let settings = SettingSpec.all.map { spec in
      let value = spec.placeholder.isEmpty ? "" : " \(spec.placeholder)\(spec.repeats ? "…" : "")"
      return (spec.option + value, spec.summary + (spec.defaultText.map { " (\($0))" } ?? ""))
    }
    // The script options stand among the ways to run it.
    return settings + ProgramOption.all.filter { $0.placeholder == nil }.map { ($0.name, $0.summary) }
  }

  /// Two columns; a long left side has its line to itself.
  private static func rows(_ rows: [(String, String)]) -> [String] {
    let width = min(28, rows.map(\.0.count).max() ?? 0)
    return rows.flatMap { left, right in
      let gap = String(repeating: " ", count: max(0, width - left.count) + 2)
      return left.count > width
        ? ["  \(left)", "  \(String(repeating: " ", count: width + 2))\(right)"] : ["  \(left)\(gap)\(right)"]
    }
  }
}
