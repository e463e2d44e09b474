import JSON

/// Lets the client wait while the phone is asked.
struct PushWaitNode: Node {
  private let seconds: Int
  private let waiting: LocalizedText
  private let challenge: LocalizedText
  private let exit: LocalizedText

  init(_ configuration: NodeConfiguration) {
    seconds = max(configuration.integer("secondsToWait", else: 5), 0)
    waiting = configuration.texts("waitingMessage")
    challenge = configuration.texts("challengeMessage")
    exit = configuration.texts("exitMessage")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let end = visit.nodeID + ".end_time"
    if visit.answers("ConfirmationCallback").first?.index == 0 {
      visit.state.remove(end)
      return .outcome("EXITED")
    }
    if let until = visit.state[end]?.integer {
      guard visit.now.milliseconds < until else {
        visit.state.remove(end)
        return .outcome("DONE")
      }
    } else {
      visit.state.shared[end] = .number(JSON.Number(visit.now.adding(seconds: seconds).milliseconds))
    }
    let languages = visit.facts.languages
    var callbacks: [CallbackDraft] = []
    if let number = visit.state.shared[Push.challengeKey]?.integer {
      let text = languages.best(challenge) ?? "Tap the number [{{challenge}}] on the Push Notification to continue."
      callbacks.append(
        .pollingWait(milliseconds: seconds * 1000, message: text.replacing("{{challenge}}", with: String(number))))
      callbacks.append(.hidden("pushChallengeNumber", value: String(number)))
    } else {
      let text = languages.best(waiting) ?? "Waiting for response..."
      callbacks.append(
        .pollingWait(milliseconds: seconds * 1000, message: text.replacing("{{time}}", with: String(seconds))))
    }
    callbacks.append(.confirmation([languages.best(exit) ?? "Cancel"], defaultOption: 0, preset: 100))
    return .ask(callbacks)
  }
}

/// What the phone has answered.
struct PushResultVerifierNode: Node {
  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let id = visit.state.shared[Push.messageKey]?.string else { throw NodeFailure("no push message was sent") }
    let state = visit.services.push.message(id, at: visit.now)?.state
    if state == .waiting { return .outcome("WAITING") }
    visit.state.remove(Push.messageKey)
    visit.state.remove(Push.challengeKey)
    switch state {
    case .accepted:
      visit.state.hasProvedFactor = true
      return .outcome("TRUE")
    case .denied: return .outcome("FALSE")
    case .waiting, nil: return .outcome("EXPIRED")
    }
  }
}
