/// A face that the first word of the command line names and that takes words of its own: for manual, completion and help.
/// The commands themselves stand in `CommandSpec.all`.
package struct FaceSpec: Sendable, Equatable {
  package var name: String
  /// Imperative, one line, no full stop.
  package var summary: String
  /// Whole sentences for the manual.
  package var details: String
  package var parameters: [ParameterSpec]
  /// Lines of a shell.
  package var examples: [String] = []
  /// Whether a command for the shell may stand behind `--`.
  package var takesCommand = false

  package static func named(_ name: String) -> FaceSpec? { all.first { $0.name == name } }

  package static let all: [FaceSpec] = [rpc, mcp, sandbox, generate]

  package static let rpc = FaceSpec(
    name: "rpc", summary: "Speak JSON-RPC 2.0 on standard input and output",
    details: "Each command is a method of the same name.",
    parameters: [
      .flag("drain", "Work off everything that was read before ending"),
      .flag("allowSources", "Allow cmd:, file:, env:, ${env:NAME}, source and record"),
      secret,
    ])

  package static let mcp = FaceSpec(
    name: "mcp", summary: "Speak the Model Context Protocol on standard input and output",
    details: "Commands are tools. Secrets come from --secret alone and are never revealed.",
    parameters: [secret])

  package static let sandbox = FaceSpec(
    name: "sandbox", summary: "Run the local server in the foreground",
    details: """
      Prints its base URL, one line, once it listens. Everything else goes to standard error. It has the user demo with the \
      password Ch4ng31t and the public OAuth 2.0 client journey. With a command behind -- it runs for that one: the command finds \
      the server in JOURNEY_SERVER and the token of the control endpoints in JOURNEY_SANDBOX_TOKEN, nothing is printed on standard \
      output beside it, and its exit status counts.
      """,
    parameters: [
      .option("host", .text, "Address to listen on (127.0.0.1)", placeholder: "ADDRESS"),
      .option("port", .integer, "Port to listen on (a free one)", placeholder: "N"),
      .option(
        "journeys", .list, "Export files and folders with more journeys", placeholder: "PATH", completion: .files),
      .option("users", .file, "JSON file with users", placeholder: "FILE"),
      .option("clients", .file, "JSON file with OAuth 2.0 clients", placeholder: "FILE"),
      .option("allowOrigin", .list, "Origins of browser pages that may use it", placeholder: "ORIGIN"),
      .option("cookieAttributes", .text, "Attributes of the session cookie"),
      .option(
        "switch", .list, "Be another server, by a switch that --help lists at its end", placeholder: "NAME[=VALUE]",
        completion: .switches),
      .option("switches", .file, "JSON file with switches, and rules for faults", placeholder: "FILE"),
      .flag("verbose", "Print one line a request on standard error"),
    ],
    examples: [
      "journey sandbox --port 8080",
      "journey sandbox -- journey login Login --answer Name=demo --answer Password=Ch4ng31t",
    ], takesCommand: true)

  package static let generate = FaceSpec(
    name: "generate", summary: "Print a manual page, the completion of a shell or the description of the methods",
    details: """
      Completion is there at once where a shell reads what this prints; scripts/install puts it where each finds it by itself.
      """,
    parameters: [
      ParameterSpec("kind", .choice(Generated.allCases.map(\.rawValue)), required: true, "What to print")
    ],
    examples: [
      "source <(journey generate bash)", "source <(journey generate zsh)", "journey generate fish | source",
      "journey generate man >journey.1 && man ./journey.1",
    ])

  private static let secret = ParameterSpec.option(
    "secret", .pairs, "Secret that calls use as secret:NAME", placeholder: "NAME=SOURCE", completion: .sources)
}

extension ParameterSpec {
  /// The words that it takes, behind its summary; empty where that names them.
  package var choices: String {
    guard case .choice(let values) = kind, !values.allSatisfy(summary.contains) else { return "" }
    return ": \(values.joined(separator: ", "))"
  }

  /// An option with its value as usage lines name it: `--journeys PATH…`.
  package var written: String {
    guard isOption else { return name }
    return optionName + (kind == .boolean ? "" : " \(placeholder)") + (repeats ? "…" : "")
  }
}
