/// The text of `help` and `help COMMAND`, made from the table.
package enum HelpText {
  /// The page of one command, or the list of them all.
  package static func page(for name: String?) throws(Failure) -> String {
    guard let name else { return overview }
    guard let spec = CommandSpec.named(name) else { throw unknown(name) }
    return page(spec)
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

  private static func page(_ spec: CommandSpec) -> String {
    var lines = ["\(spec.summary).", "", "  \(spec.usage)"]
    if !spec.parameters.isEmpty {
      lines.append("")
      let names = spec.parameters.map { $0.isOption ? $0.optionName : $0.name }
      let width = names.map(\.count).max() ?? 0
      for (name, parameter) in zip(names, spec.parameters) {
        lines.append("  " + name + String(repeating: " ", count: width - name.count + 2) + parameter.summary)
      }
    }
    if !spec.details.isEmpty { lines += ["", spec.details] }
    if !spec.examples.isEmpty { lines += ["", "Examples:"] + spec.examples.map { "  " + $0 } }
    return lines.joined(separator: "\n")
  }
}
