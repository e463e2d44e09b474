import JSON

extension CommandSpec {
  static let echo: CommandSpec = CommandSpec(
    name: "echo",
    summary: "Print text",
    details: "Secrets are not printed: dots stand in their place.",
    examples: [#"echo "Signed in as ${user}""#],
    parameters: [ParameterSpec("text", .list, "Words to print, joined by blanks")],
    resultSchema: Schema.object(["text": Schema.text]),
    leavesLastResult: true,
    effect: .reads,
    staysHere: true,
    body: .pure { arguments, _ in
      Output(["text": .string(arguments.list("text").joined(separator: " "))], .text)
    })
}
