import JSON

/// Why a node cannot go on: AM's node exception. The client sees a login failure, the log the text (journey-nodes 3.2).
struct NodeFailure: Error, Sendable {
  var message: String

  init(_ message: String) {
    self.message = message
  }
}

/// What a node does.
enum Action: Sendable {
  /// Goes on along the connection of this outcome.
  case outcome(String)
  /// Sends callbacks and waits for their answers.
  case ask([CallbackDraft])
  /// Sends the callbacks of a page with its texts.
  case page(PageTexts, [CallbackDraft])
  /// Runs another tree and comes back with `true` or `false`.
  case enter(String)
  /// Waits for somebody who comes back with a link. The closure is given the link; it sends the mail.
  case suspend(message: String, minutes: Int?, notify: @Sendable (String) -> Void)
}

/// Header, description and stage of a page; those that are nil are left out of the step.
struct PageTexts: Sendable {
  var header: String?
  var description: String?
  var stage: String?
}

/// A node type of journey-nodes chapter 7, made from its configuration when the export is loaded.
protocol Node: Sendable {
  /// Runs once for each request that finds the journey at this node.
  func process(_ visit: Visit) throws(NodeFailure) -> Action
  /// Whether it never asks and always goes to its one outcome: a loop of such nodes would never end.
  var alwaysPasses: Bool { get }
}

extension Node {
  var alwaysPasses: Bool { false }
}

/// What a node sees and changes in one visit. It lives within one request and never leaves its thread.
final class Visit {
  let nodeID: String
  /// What was posted to this node; empty when the journey has just come to it.
  let answers: [AnsweredCallback]
  let run: JourneyRun

  init(nodeID: String, answers: [AnsweredCallback], run: JourneyRun) {
    self.nodeID = nodeID
    self.answers = answers
    self.run = run
  }

  var state: JourneyState {
    _read { yield run.state }
    _modify { yield &run.state }
  }

  var facts: RequestFacts { run.facts }
  var realm: Realm { run.realm }
  var services: Services { run.services }
  var now: Moment { run.now }

  /// The answers to callbacks of one type, in order.
  func answers(_ type: String) -> [AnsweredCallback] {
    answers.filter { $0.type == type }
  }

  func text(_ texts: LocalizedText, else standard: String) -> String {
    facts.languages.text(texts) ?? standard
  }

  /// Takes an outcome that a client gets no reason for; the log has it.
  func outcome(_ outcome: String, because reason: String) -> Action {
    run.reason = reason
    return .outcome(outcome)
  }

  /// The user that the journey is about, by its user name.
  var user: User? {
    state.username.flatMap { realm.users.user($0) }
  }
}
