import JSON
import JourneyEngine
import Synchronization

extension CommandSpec {
  static let show: CommandSpec = CommandSpec(
    name: "show",
    summary: "Show the last step or how the journey ended",
    examples: ["show", "show --raw"],
    parameters: [
      .flag("raw", "Add the document as received"),
      .flag("reveal", "Do not mask authId, tokenId and secret values in it"),
    ],
    resultSchema: Schema.reference("Node"),
    failures: [.notStarted, .config, .storage],
    effect: .reads,
    body: .inTurn { arguments, context async throws(Failure) in
      _ = try await context.openStep()
      guard let node = context.profile.state.withLock({ $0.last }) else {
        throw Failure(.notStarted, "There is nothing to show yet.", hint: "Run 'start JOURNEY' first.")
      }
      guard arguments.flag("raw"), case .object(var object) = context.profile.json(node) else {
        return Output(context.profile.json(node), .node)
      }
      let secrets = context.profile.state.withLock { $0.open?.secrets ?? [] }
      object["raw"] = RawStep.document(of: node, reveal: arguments.flag("reveal"), secrets: secrets)
      return Output(.object(object), .node)
    })
}
