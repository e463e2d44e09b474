import JSON

extension CommandSpec {
  static let next: CommandSpec = CommandSpec(
    name: "next",
    summary: "Send the answers and show what the journey goes on with",
    details: """
      Fails while an answer is missing; on a terminal it asks. A step that polls is sent after the time that the server asks for. A step that \
      leads to another site goes on with 'resume' and the address that came back; on a terminal 'next' asks first.
      """,
    examples: ["next", "next --defaults", "next --now"],
    parameters: [
      .flag("defaults", "Send regardless, with the server's defaults for what was not answered"),
      .flag("now", "Do not wait where the step polls"),
    ],
    resultSchema: Schema.reference("Node"),
    failures: [.notStarted, .needsInput, .suspended, .config, .storage],
    body: .inTurn { arguments, context async throws(Failure) in
      try await context.sendStep(defaults: arguments.flag("defaults"), now: arguments.flag("now"))
    })
}
