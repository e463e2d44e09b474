import JSON
import JourneyEngine

extension CommandSpec {
  static let fill: CommandSpec = CommandSpec(
    name: "fill",
    summary: "Ask for every open answer, then send",
    details: """
      Needs a terminal. Choices are taken by number or label, yes and no by their first letter too; secrets are not shown, terms come \
      through $PAGER. Enter alone takes what stands in brackets, and leaves open what need not be answered. What is answered already is \
      not asked for again.
      """,
    examples: ["fill"],
    resultSchema: Schema.reference("Node"),
    failures: [.notStarted, .needsInput, .suspended, .config, .storage],
    isRPC: false,
    isMCP: false,
    body: .inTurn { _, context async throws(Failure) in
      let open = try await context.requireStep()
      try context.refuseSuspended(open)
      guard context.workspace.world.ask != nil, !context.workspace.rights.isPipe else {
        throw Failure(
          .needsInput, "Nobody can be asked: \(context.workspace.whyNobody).",
          hint: "'set TARGET VALUE' answers an input.",
          data: ["missing": .array(open.node.missing.map { .number(JSON.Number($0)) })])
      }
      try await context.ask(
        for: open.node.callbacks.indices.filter { StepQuestion.isOpen(open.node.callbacks[$0]) }, of: open)
      return try await context.sendStep(defaults: false, now: false)
    })
}
