import JSON

extension CommandSpec {
  static let help: CommandSpec = CommandSpec(
    name: "help",
    summary: "Explain a command, or list them all",
    examples: ["help set"],
    parameters: [ParameterSpec("command", .text, "Command to explain", completion: .commands)],
    resultSchema: Schema.object(["text": Schema.text]),
    leavesLastResult: true,
    effect: .reads,
    staysHere: true,
    body: .pure { arguments, workspace throws(Failure) in
      let text = try HelpText.page(for: arguments.text("command"))
      return Output(.object(JSON.Object([.init(name: "text", value: .string(text))])), .help)
    })
}
