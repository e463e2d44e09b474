import JSON
import JourneyEngine
import Synchronization

extension CommandSpec {
  static let show: CommandSpec = CommandSpec(
    name: "show",
    summary: "Show the last step or how the journey ended",
    details: """
      An enrolment URI is drawn as a QR code where the terminal has room for one; --reveal prints the URI too.
      """,
    examples: ["show", "show --raw"],
    parameters: [
      .flag("raw", "Add the document as received"),
      .flag("reveal", "Print enrolment URIs; with --raw mask nothing"),
    ],
    resultSchema: Schema.reference("Node"),
    failures: [.notStarted, .config, .storage],
    effect: .reads,
    staysHere: true,
    body: .inTurn { arguments, context async throws(Failure) in
      _ = try await context.openStep()
      guard let node = context.profile.state.withLock({ $0.last }) else {
        throw Failure(.notStarted, "There is nothing to show yet.", hint: "Run 'start JOURNEY' first.")
      }
      var output = Output(context.profile.json(node), .node)
      output.reveals = arguments.flag("reveal")
      guard arguments.flag("raw"), case .object(var object)? = output.value else { return output }
      let secrets = context.profile.state.withLock { $0.open?.secrets ?? [] }
      object["raw"] = RawStep.document(of: node, reveal: arguments.flag("reveal"), secrets: secrets)
      output.value = .object(object)
      return output
    })
}
