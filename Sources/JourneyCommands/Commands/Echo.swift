import JSON

extension CommandSpec {
  static let echo: CommandSpec = CommandSpec(
    name: "echo",
    summary: "Print text",
    examples: [#"echo "Signed in as ${user}""#],
    parameters: [ParameterSpec("text", .list, "Words to print, joined by blanks")],
    resultSchema: Schema.object(["text": Schema.text]),
    leavesLastResult: true,
    effect: .reads,
    body: .pure { arguments, _ in
      let words = arguments.list("text")
      let text = words.count == 1 ? words[0] : words.joined(separator: " ")
      return Output(.object(JSON.Object([.init(name: "text", value: .string(text))])), .text)
    })
}
