import JSON
import JourneyEngine
import Synchronization

extension CommandSpec {
  static let `let`: CommandSpec = CommandSpec(
    name: "let",
    summary: "Define a variable",
    details: """
      Any variable may hold a secret. So a line that writes the value out stays out of the history file, and --echo masks it; \
      ${env:NAME} in its place keeps both the line and the secret.
      """,
    examples: ["let user demo", "let password ${env:DEMO_PASSWORD}"],
    parameters: [
      ParameterSpec("name", .text, required: true, "Name of the variable", completion: .variables),
      ParameterSpec("value", .secret, required: true, "Its value"),
    ],
    resultSchema: Schema.object(["name": Schema.text]),
    isMCP: false,
    leavesLastResult: true,
    body: .inTurn { arguments, context async throws(Failure) in
      try context.workspace.define(
        arguments.required("name"), as: arguments.required("value"), isSecret: arguments.isSecret("value"))
    })
}

extension Workspace {
  /// Sets a variable and gives its name as a result.
  func define(_ name: String, as text: String, isSecret: Bool) throws(Failure) -> Output {
    guard VariableName.isValid(name) else {
      throw Failure(
        .usage, "\"\(ServerText.line(name))\" is no name of a variable.",
        hint: "Names are letters, digits and _, and do not begin with a digit.")
    }
    state.withLock { $0.variables[name] = Variable(text: text, isSecret: isSecret) }
    return Output(["name": .string(name)], .name)
  }

  /// The names of all variables, sorted: for completion.
  package var variableNames: [String] { state.withLock { $0.variables.keys.sorted() } }
}
