import JSON
import JourneyEngine
import Synchronization

extension CommandSpec {
  static let unset: CommandSpec = CommandSpec(
    name: "unset",
    summary: "Take an answer back",
    examples: ["unset 0"],
    parameters: [
      ParameterSpec("target", .json, required: true, "Input whose answer is taken back", completion: .targets)
    ],
    resultSchema: Schema.reference("Callback"),
    failures: [.notStarted, .unknownTarget, .config, .storage],
    staysHere: true,
    body: .inTurn { arguments, context async throws(Failure) in
      let open = try await context.requireStep()
      let place = try Target(in: open.node.step).place(of: arguments["target"] ?? .null)
      let wire = open.node.callbacks[place.callback].wire
      for input in place.input.map({ [$0] }) ?? Array(wire.inputs.indices) {
        wire.setAnswer(nil, input: input)
        context.profile.state.withLock { _ = $0.open?.secrets.remove(InputPlace(place.callback, input)) }
      }
      try await context.keepAnswers(try await context.engine())
      return context.callbackOutput(open, place.callback)
    })
}
