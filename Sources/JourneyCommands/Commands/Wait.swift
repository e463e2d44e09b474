import JSON
import JourneyEngine
import Synchronization

extension CommandSpec {
  static let wait: CommandSpec = CommandSpec(
    name: "wait",
    summary: "Repeat next while the step only polls",
    details:
      "Past the timeout the step is shown as it is, and a script stops with status 5. Without one it waits as long as the server does.",
    examples: ["wait", "wait 60"],
    parameters: [ParameterSpec("timeout", .integer, "Longest time in seconds")],
    resultSchema: Schema.reference("Node"),
    failures: [.notStarted, .suspended, .config, .storage],
    body: .inTurn { arguments, context async throws(Failure) in
      try await context.poll(for: arguments.integer("timeout").map { Duration.seconds($0) })
    })
}

extension CommandContext {
  /// Sends the step again and again while it only polls.
  fileprivate func poll(for timeout: Duration?) async throws(Failure) -> Output {
    let clock = workspace.world.clock
    let end = timeout.map { clock.uptime() + $0 }
    var open = try await requireStep()
    let shown = open.node.uris
    var last: Output?
    func unsent() -> Output {
      var output = last ?? Output(profile.json(open.node), .node)
      // What came in between nobody has seen.
      output.shownURIs = shown
      return output
    }
    while true {
      try refuseSuspended(open)
      guard open.node.polls else { return unsent() }
      if let end {
        let left = end - clock.uptime()
        if (waitTime(of: open) ?? .zero) >= left {
          if left > .zero { try await pause(for: left) }
          var output = unsent()
          output.stops = Failure.Code.needsInput.exitStatus
          return output
        }
      }
      let output = try await sendStep(defaults: false, now: false, isWait: true)
      guard output.stops == nil, let next = profile.state.withLock({ $0.open }) else { return output }
      last = output
      open = next
      if next.node.step.isSuspended { return unsent() }
    }
  }
}
