import JSON

extension CommandSpec {
  static let expect: CommandSpec = CommandSpec(
    name: "expect",
    summary: "Check a value of the last result",
    details: """
      Operators: == and != compare numbers and booleans by value and the rest as text; < and > compare numbers or times; \
      contains looks for a text in a text or a value in a list; ~ takes a regular expression; exists and absent stand alone.
      """,
    examples: ["expect kind == success", "expect callbacks[0].prompt ~ '(?i)name'", "expect error absent"],
    parameters: [
      ParameterSpec("path", .text, required: true, "Where the value is in the last result", completion: .paths),
      ParameterSpec("operator", .choice(Expectation.allCases.map(\.rawValue)), required: true, "How to compare"),
      ParameterSpec("value", .json, "What to compare with"),
    ],
    resultSchema: Schema.object(["matched": Schema.boolean]),
    failures: [.expectation],
    isMCP: false,
    leavesLastResult: true,
    effect: .reads,
    body: .inTurn { arguments, context async throws(Failure) in
      guard let comparison = Expectation(rawValue: arguments.required("operator")) else { throw .noOperator }
      let path = try ResultPath(parsing: arguments.required("path"))
      guard comparison.takesValue == (arguments["value"] != nil) else {
        throw Failure(
          .usage, "\(comparison.rawValue) \(comparison.takesValue ? "needs a value" : "takes no value").",
          hint: "Usage: \(CommandSpec.expect.usage)")
      }
      guard let last = context.workspace.lastResult else {
        throw Failure(.usage, "There is no result yet.", hint: "Run a command first.")
      }
      let actual = path.value(in: last)
      let expected = arguments["value"] ?? .null
      guard try !comparison.holds(for: actual, expected) else { return Output(["matched": true], .matched) }
      throw comparison.failure(path, actual, expected, in: last)
    })
}

extension Failure {
  fileprivate static let noOperator = Failure(.usage, "expect needs an operator.")
}

extension Expectation {
  /// What is said when it does not hold.
  fileprivate func failure(_ path: ResultPath, _ actual: JSON?, _ expected: JSON, in last: JSON) -> Failure {
    let found = actual.map { "it is \(Text.shortened($0.text(), to: 200))" } ?? "there is nothing"
    let wanted =
      switch self {
      case .exists: "\(path.text) to exist"
      case .absent: "nothing at \(path.text)"
      default: "\(path.text) \(rawValue) \(expected.rawText)"
      }
    return Failure(
      .expectation, "Expected \(wanted), but \(found).", hint: actual == nil ? path.hint(in: last) : nil,
      data: ["path": .string(path.text), "actual": actual ?? .null])
  }
}
