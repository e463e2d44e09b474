import JSON

/// Lets the client wait and ask again (journey-nodes 7.1).
struct PollingWaitNode: Node {
  private let seconds: Int
  private let detectsSpam: Bool
  private let tolerance: Int
  private let message: LocalizedText
  private let canExit: Bool
  private let exitMessage: LocalizedText

  init(_ configuration: NodeConfiguration) {
    seconds = max(configuration.integer("secondsToWait", else: 8), 0)
    detectsSpam = configuration.flag("spamDetectionEnabled", else: false)
    tolerance = configuration.integer("spamDetectionTolerance", else: 3)
    message = configuration.texts("waitingMessage")
    canExit = configuration.flag("exitable", else: false)
    exitMessage = configuration.texts("exitMessage")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let end = visit.nodeID + ".end_time"
    let spam = visit.nodeID + ".spam_count"
    func leave(_ outcome: String) -> Action {
      visit.state.remove(end)
      visit.state.remove(spam)
      return .outcome(outcome)
    }
    if canExit, visit.answers("ConfirmationCallback").first?.index == 0 { return leave("EXITED") }
    let count = visit.state[spam]?.integer
    if detectsSpam, let count, count > tolerance { return leave("SPAM") }
    if let until = visit.state[end]?.integer {
      guard visit.now.milliseconds < until else { return leave("DONE") }
    } else {
      visit.state.shared[end] = .number(JSON.Number(visit.now.adding(seconds: seconds).milliseconds))
    }
    visit.state.shared[spam] = .number(JSON.Number(count.map { $0 + 1 } ?? 0))
    let languages = visit.facts.languages
    let text = (languages.best(message) ?? "Waiting for response...").replacing("{{time}}", with: String(seconds))
    var callbacks = [CallbackDraft.pollingWait(milliseconds: seconds * 1000, message: text)]
    if canExit {
      callbacks.append(.confirmation([languages.best(exitMessage) ?? "Cancel"], defaultOption: 0, preset: 100))
    }
    return .ask(callbacks)
  }
}
