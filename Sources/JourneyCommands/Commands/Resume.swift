import JSON
import JourneyEngine

extension CommandSpec {
  static let resume: CommandSpec = CommandSpec(
    name: "resume",
    summary: "Go on with a journey that waits for something outside",
    details: """
      Takes the whole link of a mail, the whole URL that another site has led back to, or the suspended id alone. A link to \
      another host than the server is refused.
      """,
    examples: ["resume 'https://am.example.com/am/XUI/?realm=/alpha&suspendedId=eyJ0'"],
    parameters: [ParameterSpec("uri", .secret, required: true, "Link, return URL or suspended id")],
    resultSchema: Schema.reference("Node"),
    failures: [.notStarted, .config, .storage, .suspended, .needsInput],
    body: .inTurn { arguments, context async throws(Failure) in
      _ = try await context.openStep()
      let engine = try await context.engine()
      let node: any Node
      do throws(Refusal) {
        node = try await engine.journey.comeBack(arguments.required("uri"))
      } catch {
        throw context.refused(error)
      }
      return try await context.take(node, by: engine)
    })
}
