import JSON
import JourneyEngine
import Synchronization

extension CommandSpec {
  static let login: CommandSpec = CommandSpec(
    name: "login",
    summary: "Start a journey and go on while the answers fit",
    details: """
      Each answer serves the first step that has its target. Where an answer is missing the step is shown and a script stops with \
      status 5; on a terminal it is asked for. With --tokens a client that is bound to a journey of its own takes the answers \
      for that one too.
      """,
    examples: [
      "login Login --answer 'User Name=demo' --answer-from Password=env:DEMO_PASSWORD",
      "login Login --answer 0=demo --answer-from 1=prompt --tokens",
    ],
    parameters: [
      ParameterSpec("journey", .text, "Name of the journey", completion: .journeys),
      .option("answer", .pairs, "Answer to an input", placeholder: "TARGET=VALUE", completion: .targetAnswers)
        .hiding(.always),
      .option(
        "answerFrom", .pairs, "Answer that comes from a source", placeholder: "TARGET=SOURCE",
        completion: .targetSources
      ).hiding(.never),
      .flag("tokens", "Get tokens when there is a session"),
      .flag("reveal", "Do not mask them"),
    ],
    resultSchema: ["anyOf": [Schema.reference("Node"), Schema.reference("Tokens")]],
    failures: [
      .unknownTarget, .badValue, .needsInput, .noSession, .oauth, .network, .unexpectedReply, .config, .storage, .tls,
      .timeout, .server, .suspended,
    ],
    body: .inTurn { arguments, context async throws(Failure) in
      var answers = try LoginAnswers(arguments)
      for source in answers.entries.compactMap(\.source) { context.workspace.hold(back: source) }
      let output = try await context.login(arguments.text("journey"), StartOptions(), &answers)
      guard arguments.flag("tokens"), output.stops == nil, context.hasEnded else { return output }
      do throws(Failure) {
        return try await context.tokens(refresh: false, consent: false, reveal: arguments.flag("reveal"))
      } catch {
        guard let advice = error.data["advice"]?.string else { throw error }
        // The client is bound to a journey of its own: the answers serve that one too.
        var options = StartOptions()
        options.adviceText = advice
        answers.beginAgain()
        let output = try await context.login(nil, options, &answers)
        guard output.stops == nil, context.hasEnded else { return output }
        return try await context.tokens(refresh: false, consent: false, reveal: arguments.flag("reveal"))
      }
    })
}

extension CommandContext {
  /// Whether the last request ended a journey well.
  fileprivate var hasEnded: Bool { profile.state.withLock { $0.last is SuccessNode } }

  /// One journey, as far as the answers lead.
  fileprivate func login(
    _ journey: String?, _ options: StartOptions, _ answers: inout LoginAnswers
  ) async throws(Failure) -> Output {
    var output = try await goOn(from: try await start(journey: journey, options), with: &answers)
    guard hasEnded, let unused = answers.unused else { return output }
    // A session at hand can satisfy a journey at once: then this is not the login that the answers were for.
    guard answers.someServed || answers.wereGivenByPerson else {
      throw Failure(
        .unknownTarget, "The journey ended without asking, so no answer was used: \(unused).",
        hint: "A session at hand may satisfy it: 'logout' ends that one.", data: ["candidates": []])
    }
    output.warnings.append("No step had the target \(unused): not every answer was used.")
    return output
  }
}

/// The answers of `login` that have not served a step yet.
struct LoginAnswers {
  struct Entry {
    var target: String
    var value: JSON?
    var source: ValueSource?
    var isSecret: Bool
  }

  private(set) var entries: [Entry] = []
  /// All of them, with the values that came from sources.
  private var all: [Entry] = []
  /// Whether an answer has served a step.
  private(set) var someServed = false
  /// Whether somebody at the terminal was asked for others.
  var wereGivenByPerson = false

  init(_ arguments: Arguments) throws(Failure) {
    for pair in arguments.pairs("answer") {
      entries.append(
        Entry(target: pair.name, value: pair.value, isSecret: arguments.isSecret("answer", pair: pair.name)))
    }
    for pair in arguments.pairs("answerFrom") {
      guard let text = pair.value.string else {
        throw Failure(.usage, "answerFrom: the source of \(pair.name) is a text.")
      }
      let source = try ValueSource(parsing: text)
      entries.append(Entry(target: pair.name, source: source, isSecret: source.isSecret))
    }
    all = entries
  }

  /// What a source gave: it may give it only once.
  mutating func know(_ text: String, of entry: Entry) {
    guard let index = all.firstIndex(where: { $0.target == entry.target && $0.source == entry.source }) else { return }
    all[index].value = .string(text)
    all[index].source = nil
  }

  /// Every answer may serve once more.
  mutating func beginAgain() {
    entries = all
    someServed = false
  }

  /// The targets that served no step; nil where there are none.
  var unused: String? { entries.isEmpty ? nil : entries.map { "\"\($0.target)\"" }.joined(separator: ", ") }

  /// What became of the answers that a step had no place for: most often the name of one is a little wrong.
  func hint(at step: Step) -> String? {
    guard let unused else { return entries.isEmpty && all.isEmpty ? nil : "--answer TARGET=VALUE gives it." }
    let target = Target(in: step)
    for entry in entries {
      let near = target.near(entry.target)
      guard !near.isEmpty else { continue }
      return "\"\(entry.target)\" fits no input of this step. Did you mean \(near.joined(separator: " or "))?"
    }
    return "No input of this step fits \(unused)."
  }

  /// Takes out the first answers whose targets are in the step, each with its place.
  mutating func take(for step: Step) throws(Failure) -> [(Entry, InputPlace)] {
    var found: [(Entry, InputPlace)] = []
    var rest: [Entry] = []
    for entry in entries {
      let place = try Target(in: step).inputIfAny(of: .string(entry.target))
      if let place, !found.contains(where: { $0.1 == place }) {
        found.append((entry, place))
      } else {
        rest.append(entry)
      }
    }
    entries = rest
    someServed = someServed || !found.isEmpty
    return found
  }
}

extension CommandContext {
  /// How many steps in a row may go out unanswered before somebody should look.
  private static var unansweredLimit: Int { 10 }

  /// Answers and sends steps until the journey ends, waits for something outside, or needs what is not there.
  fileprivate func goOn(from first: Output, with answers: inout LoginAnswers) async throws(Failure) -> Output {
    var output = first
    var unanswered = 0
    while output.stops == nil, let open = profile.state.withLock({ $0.open }), !open.node.step.isSuspended {
      let fitting = try answers.take(for: open.node.step)
      for (entry, place) in fitting {
        let answer = try await answer(of: entry, open, place)
        if entry.source != nil, case .text(let text) = answer { answers.know(text, of: entry) }
        try self.answer(open, place, with: answer, isSecret: entry.isSecret, named: .string(entry.target))
      }
      unanswered = fitting.isEmpty && !open.node.polls ? unanswered + 1 : 0
      let canAsk = workspace.rights.face == .terminal && workspace.world.ask != nil
      guard open.node.missing.isEmpty || canAsk, unanswered <= Self.unansweredLimit else {
        return halted(open, output, answers)
      }
      if !open.node.missing.isEmpty { answers.wereGivenByPerson = true }
      let warnings = output.warnings
      output = try await sendStep(defaults: false, now: false)
      output.warnings = warnings + output.warnings
    }
    return output
  }

  /// The step at which `login` stops because it needs more.
  private func halted(_ open: Profile.OpenStep, _ output: Output, _ answers: LoginAnswers) -> Output {
    var reason =
      open.node.missing.isEmpty
      ? Failure(
        .needsInput, "The journey does not move on without answers.", hint: "'show' gives the step that comes again.")
      : Self.needsInput(open.node)
    if let hint = answers.hint(at: open.node.step) { reason.hint = hint }
    var output = output
    output.value = profile.json(open.node)
    output.stops = reason.exitStatus
    output.reason = reason
    return output
  }

  private func answer(
    of entry: LoginAnswers.Entry, _ open: Profile.OpenStep, _ place: InputPlace
  ) async throws(Failure) -> Answer {
    let callback = open.node.callbacks[place.callback]
    if let source = entry.source {
      return .text(try await workspace.value(of: source, question: callback.prompt ?? callback.type ?? entry.target))
    }
    try allowValue(for: callback, place)
    guard let value = entry.value else { return .json(.null) }
    return value.string.map(Answer.text) ?? .json(value)
  }
}
