import JSON
import JourneyEngine

extension CommandSpec {
  static let set: CommandSpec = CommandSpec(
    name: "set",
    summary: "Answer one input of the step",
    details: """
      A target is the index of a callback, index and input (0.1 or 0.question), an input name (IDToken2), a type (Password) or a \
      prompt. A choice takes its label or its index, =2 forces the index. Without a value it is asked for, without echo where it \
      is a secret.
      """,
    examples: ["set 0 demo", "set Password --from env:DEMO_PASSWORD", "set 'User Name' demo"],
    parameters: [
      ParameterSpec("target", .json, required: true, "Input to answer", completion: .targets),
      ParameterSpec("value", .json, "Answer", completion: .answers).hiding(.answer),
      .option("from", .text, "Where the answer comes from", placeholder: "SOURCE", completion: .sources),
      .flag("secret", "Treat the answer as a secret"),
    ],
    resultSchema: Schema.reference("Callback"),
    failures: [.notStarted, .unknownTarget, .badValue, .needsInput, .config, .storage],
    staysHere: true,
    body: .inTurn { arguments, context async throws(Failure) in
      let open = try await context.requireStep()
      let target = arguments["target"] ?? .null
      let place = try Target(in: open.node.step).input(of: target)
      let (answer, isSecret) = try await context.answerGiven(arguments, open, place)
      try context.answer(open, place, with: answer, isSecret: isSecret, named: target)
      try await context.keepAnswers(try await context.engine())
      return context.callbackOutput(open, place.callback)
    })
}

extension CommandContext {
  /// The answer that `set` was given, and whether it came as a secret.
  fileprivate func answerGiven(
    _ arguments: Arguments, _ open: Profile.OpenStep, _ place: InputPlace
  ) async throws(Failure) -> (Answer, Bool) {
    let callback = open.node.callbacks[place.callback]
    let isSecret = arguments.flag("secret") || arguments.isSecret("value")
    if let from = arguments.text("from") {
      guard arguments["value"] == nil else { throw Failure(.usage, "set takes a value or --from SOURCE, not both.") }
      let source = try ValueSource(parsing: from)
      let text = try await workspace.value(
        of: source, question: StepQuestion.question(at: place, of: open.node).text)
      return (.text(text), isSecret || source.isSecret)
    }
    if let value = arguments["value"] {
      try allowValue(for: callback, place)
      return (value.string.map(Answer.text) ?? .json(value), isSecret)
    }
    guard !workspace.rights.isPipe, let ask = workspace.world.ask else {
      let usage = "Usage: \(CommandSpec.set.usage)"
      if workspace.rights.isPipe { throw Failure(.usage, "set needs a value.", hint: usage) }
      throw Failure(
        .needsInput,
        "There is nobody to ask for the answer to \(Target.described(callback, place.callback)): \(workspace.whyNobody).",
        hint: usage,
        data: ["missing": [.number(JSON.Number(place.callback))]])
    }
    var question = StepQuestion.question(at: place, of: open.node)
    question.isSecret = question.isSecret || isSecret
    return (.text(try await ask(question)), isSecret)
  }

  /// Refuses a value for a secret input where secrets are bound at start alone (CONTRACT.md 2).
  func allowValue(for callback: any Callback, _ place: InputPlace) throws(Failure) {
    guard workspace.rights.takesSecretValues || !callback.isSecret(input: place.input) else {
      throw Failure(
        .usage, "A secret is never a value here.", hint: "Name its source, secret:NAME, as --secret bound it at start.")
    }
  }
}
