/// The text of `help` and `help COMMAND`, made from the table.
package enum HelpText {
  /// The page of one command, or of another way to run the program, or the list of all commands.
  package static func page(for name: String?) throws(Failure) -> String {
    guard let name else { return overview }
    if let spec = CommandSpec.named(name) {
      return page(spec.summary, spec.usage, spec.parameters, spec.details, spec.examples)
    }
    guard let face = FaceSpec.named(name) else { throw unknown(name) }
    return page(face.summary, "journey \(face.name) [options]", face.parameters, face.details, [])
  }

  /// What is said for a word that is no command.
  package static func unknown(_ name: String) -> Failure {
    let near = Text.near(name, among: CommandSpec.all.map(\.name))
    return Failure(
      .usage, "There is no command \"\(name)\".",
      hint: near.isEmpty ? "'help' lists the commands." : "Did you mean \(near.joined(separator: " or "))?")
  }

  private static var overview: String {
    let width = CommandSpec.all.map(\.name.count).max() ?? 0
    let lines = CommandSpec.all.map { spec in
      "  " + spec.name + String(repeating: " ", count: width - spec.name.count + 2) + spec.summary
    }
    return (["Commands:"] + lines + ["", "'help COMMAND' explains one."]).joined(separator: "\n")
  }

  private static func page(
    _ summary: String, _ usage: String, _ parameters: [ParameterSpec], _ details: String, _ examples: [String]
  ) -> String {
    var lines = ["\(summary).", "", "  \(usage)"]
    if !parameters.isEmpty {
      lines.append("")
      let names = parameters.map { $0.isOption ? $0.optionName : $0.name }
      let width = names.map(\.count).max() ?? 0
      for (name, parameter) in zip(names, parameters) {
        lines.append("  " + name + String(repeating: " ", count: width - name.count + 2) + parameter.summary)
      }
    }
    if !details.isEmpty { lines += ["", details] }
    if !examples.isEmpty { lines += ["", "Examples:"] + examples.map { "  " + $0 } }
    return lines.joined(separator: "\n")
  }
}
