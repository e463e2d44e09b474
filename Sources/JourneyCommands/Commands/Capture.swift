import JSON

extension CommandSpec {
  static let capture: CommandSpec = CommandSpec(
    name: "capture",
    summary: "Keep a value of the last result as a variable",
    examples: ["capture name callbacks[0].prompt"],
    parameters: [
      ParameterSpec("name", .text, required: true, "Name of the variable", completion: .variables),
      ParameterSpec("path", .text, required: true, "Where the value is in the last result", completion: .paths),
    ],
    resultSchema: Schema.object(["name": Schema.text]),
    failures: [.expectation],
    isMCP: false,
    leavesLastResult: true,
    body: .inTurn { arguments, context async throws(Failure) in
      let text = try context.workspace.value(at: arguments.required("path"))
      return try context.workspace.define(
        arguments.required("name"), as: text, isSecret: context.workspace.secrets.knows(text))
    })
}
