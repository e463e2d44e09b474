import JSON
import JourneyEngine
import Synchronization

/// The step at hand of a profile.
extension CommandContext {
  func engine() async throws(Failure) -> Profile.Engine { try await workspace.engine(of: profile) }

  /// The step that waits for answers, also one that an earlier process left; nil where there is none. How the journey of an earlier
  /// process ended is the last node then.
  func openStep() async throws(Failure) -> Profile.OpenStep? {
    // Where settings have changed it is another engine, perhaps of another server.
    if profile.state.withLock({ $0.engine }) != nil, profile.settings.text("server") != nil { _ = try await engine() }
    let (open, needsLook) = profile.state.withLock { state in
      (
        state.open,
        state.open == nil && !state.hasLookedForKept && state.last == nil && state.settings.text("server") != nil
      )
    }
    if let open { return open }
    guard needsLook else { return nil }
    let engine = try await engine()
    let kept: ContinueNode?
    let ending: (any Node)?
    do throws(Refusal) {
      kept = try await engine.journey.keptStep()
      ending = kept == nil ? try await engine.journey.keptEnding() : nil
    } catch {
      throw Failure(error)
    }
    let answers = engine.storage.answers
    return profile.state.withLock { state in
      state.hasLookedForKept = true
      guard let kept else {
        state.last = ending
        return nil
      }
      var open = Profile.OpenStep(node: kept, since: workspace.world.clock.uptime())
      for answer in answers where kept.callbacks.indices.contains(answer.callback) {
        kept.callbacks[answer.callback].wire.setAnswer(answer.value, input: answer.input)
        if answer.isSecret { open.secrets.insert(InputPlace(answer.callback, answer.input)) }
      }
      state.open = open
      state.last = kept
      return open
    }
  }

  /// Why a step was not sent. When another process went on with it, what that one left is looked for when it is needed.
  func refused(_ refusal: Refusal) -> Failure {
    if refusal == .sentStep {
      profile.state.withLock { state in
        state.open = nil
        state.last = nil
        state.hasLookedForKept = false
      }
    }
    // Who gives up while another process is at work has not met a fault of the storage.
    return Task.isCancelled ? .cancelled : Failure(refusal)
  }

  /// The step that waits for answers, or why there is none.
  func requireStep() async throws(Failure) -> Profile.OpenStep {
    if let open = try await openStep() { return open }
    switch profile.state.withLock({ $0.last }) {
    case let failure as FailureNode where failure.mayHaveReachedServer && failure.continueNode != nil:
      throw Failure(
        .notStarted, "The last answers were sent, and no answer came: the server may have taken them.",
        hint: "They are not sent twice. 'session' shows whether there is a session now; 'start' begins anew.")
    case is SuccessNode:
      throw Failure(
        .notStarted, "The journey has ended well: there is no step to answer.", hint: "'start' begins another.")
    case is ErrorNode, is FailureNode:
      throw Failure(.notStarted, "The journey has ended: there is no step to answer.", hint: "'start' begins it again.")
    default:
      throw Failure(.notStarted, "There is no step to answer.", hint: "Run 'start JOURNEY' first.\(keepingHint)")
    }
  }

  /// How a step outlives its process, for somebody who runs command by command.
  private var keepingHint: String {
    profile.keepsState || workspace.rights.isPipe ? "" : " The next process finds the step only with '--store file'."
  }

  /// Takes what a request ended in as the last node, and gives it as a result.
  func take(_ node: any Node, by engine: Profile.Engine) async throws(Failure) -> Output {
    if let failure = node as? FailureNode, failure.cause == .cancelled, workspace.rights.isPipe {
      settle(node)
      throw .cancelled
    }
    let before = profile.state.withLock { ($0.last as? ContinueNode)?.uris ?? [] }
    settle(node)
    var output = Output(profile.json(node), .node, stops: NodeJSON.stops(node))
    output.shownURIs = before
    return try await finished(output, by: engine)
  }

  private func settle(_ node: any Node) {
    let now = workspace.world.clock.uptime()
    switch node {
    case let step as ContinueNode:
      if let id = step.step.authID { workspace.secrets.register(id.revealed, isIssued: true) }
      // Shown by commands, and by nothing else (CONTRACT 4).
      for uri in step.uris { workspace.secrets.register(uri, isIssued: true) }
      for codes in step.callbacks.compactMap({ ($0 as? TextOutputCallback)?.recoveryCodes?.codes }) {
        for code in codes { workspace.secrets.register(code, isIssued: true) }
      }
    case let success as SuccessNode:
      if let token = success.session?.token { workspace.secrets.register(token.revealed, isIssued: true) }
    default: break
    }
    profile.state.withLock { state in
      state.last = node
      state.hasLookedForKept = true
      if let step = node as? ContinueNode {
        state.open = Profile.OpenStep(node: step, since: now)
      } else if !Self.leavesOpen(state.open?.node, node) {
        state.open = nil
      }
    }
  }

  /// Whether a step can be sent again after what its answer, or another request, ended in.
  private static func leavesOpen(_ step: ContinueNode?, _ node: any Node) -> Bool {
    // A new journey that never reached the server has ended nothing.
    if let failure = node as? FailureNode, failure.continueNode == nil, !failure.mayHaveReachedServer { return true }
    let answered = (node as? ErrorNode)?.continueNode ?? (node as? FailureNode)?.continueNode
    guard let step, let answered else { return false }
    return step === answered && step.isOpen
  }

  /// Adds what the engine has to say, and fails where the state could not be kept.
  func finished(_ output: Output, by engine: Profile.Engine) async throws(Failure) -> Output {
    let agent = engine.journey.agent
    var output = output
    let hasSession = await agent.sessionToken != nil
    profile.state.withLock { $0.hasSession = hasSession }
    if let error = await agent.takeStorageError() {
      _ = await agent.takeWarnings()
      var failure = Failure(error)
      failure.message = "What was done holds, but cannot be kept: \(failure.message)"
      throw failure
    }
    output.warnings += await agent.takeWarnings().map(Text.sentence)
    return output
  }

  /// Puts an answer into the step and gives the callback. Nothing changes where it is refused.
  func answer(
    _ open: Profile.OpenStep, _ place: InputPlace, with answer: Answer, isSecret: Bool, named target: JSON
  ) throws(Failure) {
    let callback = open.node.callbacks[place.callback]
    do throws(AnswerError) {
      try callback.set(answer, input: place.input)
    } catch {
      throw Failure(error, target: Target.described(callback, place.callback))
    }
    if isSecret || callback.isSecret(input: place.input) {
      if case .text(let text) = answer { workspace.secrets.register(text) }
      if let text = callback.wire.answer(place.input)?.string { workspace.secrets.register(text) }
    }
    profile.state.withLock { state in
      if isSecret { state.open?.secrets.insert(place) } else { state.open?.secrets.remove(place) }
    }
    recordAnswer(open, place, answer, isSecret: isSecret, target: target)
  }

  /// Keeps the answers beside the step, for another process.
  func keepAnswers(_ engine: Profile.Engine) async throws(Failure) {
    guard let open = profile.state.withLock({ $0.open }) else { return }
    var kept: [AnswerKeepingStorage.Kept] = []
    for (index, callback) in open.node.callbacks.enumerated() {
      for input in callback.wire.inputs.indices {
        guard let value = callback.wire.answer(input) else { continue }
        let isSecret = callback.isSecret(input: input) || open.secrets.contains(InputPlace(index, input))
        kept.append(.init(callback: index, input: input, value: value, isSecret: isSecret))
      }
    }
    do {
      take(try await engine.storage.keep(kept), into: open)
    } catch let error as StorageError {
      throw Failure(error)
    } catch {
      throw Failure(.storage, "The answers cannot be kept: \(error).", data: ["path": .null])
    }
  }

  /// Puts kept answers into the step, in place of those that are there.
  private func take(_ answers: [AnswerKeepingStorage.Kept], into open: Profile.OpenStep) {
    for (index, callback) in open.node.callbacks.enumerated() {
      for input in callback.wire.inputs.indices {
        let answer = answers.first { $0.callback == index && $0.input == input }
        if callback.wire.answer(input) != answer?.value { callback.wire.setAnswer(answer?.value, input: input) }
        guard let answer, answer.isSecret else { continue }
        profile.state.withLock { _ = $0.open?.secrets.insert(InputPlace(index, input)) }
      }
    }
  }

  /// The JSON of one callback of the open step.
  func callbackOutput(_ open: Profile.OpenStep, _ index: Int) -> Output {
    let secrets = profile.state.withLock { $0.open?.secrets ?? [] }
    return Output(CallbackJSON.value(open.node.callbacks[index], secrets: secrets), .callback)
  }
}
