import JSON

/// The work of one request on one journey: from the node that it stands at to the next step or the end (journey-nodes 5.1).
final class JourneyRun {
  enum Result {
    case step(PageTexts, [CallbackDraft])
    case suspended(message: String, minutes: Int?, notify: @Sendable (String) -> Void)
    case success
    case failure
  }

  /// How often nodes may be visited in one request. AM has no such guard: a loop without a step would never end there.
  static let visitLimit = 1000

  var state: JourneyState
  private(set) var facts: RequestFacts
  let realm: Realm
  let services: Services
  let now: Moment
  /// Why the node that runs takes the outcome that it takes, for the log.
  var reason: String?
  /// What happened, for the log.
  private(set) var log: [VisitRecord] = []

  init(state: JourneyState, facts: RequestFacts, realm: Realm, services: Services, now: Moment) {
    self.state = state
    self.facts = facts
    self.realm = realm
    self.services = services
    self.now = now
  }

  func run(_ answers: [AnsweredCallback]) -> Result {
    var answers = answers
    for _ in 0..<JourneyRun.visitLimit {
      guard let frame = state.frames.last else { return .failure }
      // The entry of a journey may be an end.
      if let ended = frame.journey.ends(at: frame.nodeID) { return ended ? .success : .failure }
      guard let node = frame.journey.nodes[frame.nodeID] else {
        record(frame, outcome: nil, failure: "there is no such node")
        return .failure
      }
      let visit = Visit(nodeID: node.id, answers: answers, run: self)
      answers = []
      let end: Result?
      do {
        end = try perform(try node.behaviour.process(visit), at: frame)
      } catch {
        end = recover(from: error, at: frame)
      }
      // Only the node that was suspended is resumed; another one of its kind behind it suspends anew.
      facts.isResumed = false
      if let end { return end }
    }
    if let frame = state.frames.last {
      record(frame, outcome: nil, failure: "more than \(JourneyRun.visitLimit) nodes in one request")
    }
    return .failure
  }

  private func perform(_ action: Action, at frame: JourneyState.Frame) throws(NodeFailure) -> Result? {
    switch action {
    case .outcome(let outcome):
      record(frame, outcome: outcome)
      return try follow(outcome)
    case .ask(let callbacks):
      return .step(PageTexts(), callbacks)
    case .page(let texts, let callbacks):
      return .step(texts, callbacks)
    case .enter(let name):
      guard let journey = realm.journeys.journey(name), journey.isEnabled else {
        throw NodeFailure("there is no journey \(name) to go into")
      }
      guard state.frames.count < 32 else { throw NodeFailure("journeys within journeys are more than 32 deep") }
      state.frames.append(JourneyState.Frame(journey: journey, nodeID: journey.entry))
      guard let ended = journey.ends(at: journey.entry) else { return nil }
      return try leave(ended)
    case .suspend(let message, let minutes, let notify):
      record(frame, outcome: "suspended")
      return .suspended(message: message, minutes: minutes, notify: notify)
    }
  }

  /// Goes along a connection of the node that the innermost journey stands at.
  private func follow(_ outcome: String) throws(NodeFailure) -> Result? {
    let top = state.frames.count - 1
    let journey = state.frames[top].journey
    guard let target = journey.nodes[state.frames[top].nodeID]?.connections[outcome] else {
      throw NodeFailure("its outcome \(outcome) leads nowhere")
    }
    state.page = nil
    if let succeeded = journey.ends(at: target) { return try leave(succeeded) }
    state.frames[top].nodeID = target
    return nil
  }

  /// Ends the innermost journey.
  private func leave(_ succeeded: Bool) throws(NodeFailure) -> Result? {
    guard state.frames.count > 1 else { return succeeded ? .success : .failure }
    let inner = state.frames.removeLast().journey
    if let minutes = inner.maximumSessionMinutes { state.maximumMinutes = state.maximumMinutes ?? minutes }
    if let minutes = inner.maximumIdleMinutes { state.idleMinutes = state.idleMinutes ?? minutes }
    if let frame = state.frames.last { record(frame, outcome: succeeded ? "true" : "false") }
    return try follow(succeeded ? "true" : "false")
  }

  /// An exception ends the journey, unless a tree around it has an error outcome (journey-nodes 5.5).
  private func recover(from failure: NodeFailure, at frame: JourneyState.Frame) -> Result? {
    record(frame, outcome: nil, failure: failure.message)
    while state.frames.count > 1 {
      state.frames.removeLast()
      guard let outer = state.frames.last, let node = outer.journey.nodes[outer.nodeID],
        (node.behaviour as? InnerTreeEvaluatorNode)?.hasErrorOutcome == true
      else { continue }
      state.shared["errorNode"] = [
        "id": .string(frame.nodeID), "displayName": .string(frame.journey.nodes[frame.nodeID]?.displayName ?? ""),
        "type": .string(frame.journey.nodes[frame.nodeID]?.type ?? ""),
      ]
      state.shared["errorMessage"] = .string(failure.message)
      record(outer, outcome: "error")
      do {
        return try follow("error")
      } catch {
        record(outer, outcome: nil, failure: error.message)
      }
    }
    return .failure
  }

  private func record(_ frame: JourneyState.Frame, outcome: String?, failure: String? = nil) {
    let node = frame.journey.nodes[frame.nodeID]
    log.append(
      VisitRecord(
        journey: frame.journey.name, nodeID: frame.nodeID, type: node?.type ?? "", displayName: node?.displayName ?? "",
        outcome: outcome, failure: failure ?? reason))
    reason = nil
  }
}

/// One line of the log of a journey: which node went where, or why it could not.
struct VisitRecord: Sendable {
  var journey: String
  var nodeID: String
  var type: String
  var displayName: String
  var outcome: String?
  var failure: String?

  var json: JSON {
    var members: JSON.Object = [
      "journey": .string(journey), "node": .string(nodeID), "type": .string(type), "displayName": .string(displayName),
    ]
    if let outcome { members["outcome"] = .string(outcome) }
    if let failure { members["failure"] = .string(failure) }
    return .object(members)
  }
}
