import JSON
import Synchronization

/// A step that waits for answers. They are set on its ``callbacks``, then ``next()`` sends them.
///
/// A node is sent once. It stays open after an error that refused the request itself, and after a failure that cannot
/// have reached the server; then it can be sent again.
public final class ContinueNode: Node {
  /// The step.
  public let step: Step
  /// Number of the step in its journey, from 1.
  public let number: Int
  /// The exchange that led to this node.
  public let exchange: Exchange
  package let run: JourneyRun
  /// As in ``KeptJourney``.
  let id: String
  private let agent: UserAgent
  private let state: Mutex<State> = Mutex(.open)

  private enum State { case open, sending, closed }

  package init(step: Step, number: Int, run: JourneyRun, id: String = "", exchange: Exchange, agent: UserAgent) {
    self.step = step
    self.number = number
    self.run = run
    self.id = id
    self.exchange = exchange
    self.agent = agent
  }

  /// The callbacks of the step, in order.
  public var callbacks: [any Callback] { step.callbacks }
  /// Label of the page.
  public var stage: String? { step.stage }
  /// Title of the page.
  public var header: String? { step.header }
  /// Text of the page.
  public var description: String? { step.description }
  /// Name of the journey, nil for the default one.
  public var journey: String? { run.name }
  /// The realm of the journey, a path such as `/alpha`.
  public var realm: String { run.realm.path }
  /// Indexes of the callbacks that need an answer and have none.
  public var missing: [Int] { callbacks.indices.filter { callbacks[$0].needsAnswer } }
  /// Whether the step can be sent.
  public var isOpen: Bool { state.withLock { $0 == .open } }

  /// Sends the answers and gives what the journey goes on with.
  ///
  /// Exactly one request, whatever happens. Of several calls at once one sends; the others get a ``FailureNode`` with the
  /// cause ``FailureCause/refused``, as does a call on a closed node.
  public func next() async -> any Node {
    await next(defaults: false)
  }

  /// Closes a step that is not under way: another journey has begun.
  func close() {
    state.withLock { if $0 == .open { $0 = .closed } }
  }

  /// The same; with `defaults` every open choice and confirmation goes out with its default.
  package func next(defaults: Bool) async -> any Node {
    do {
      return try await send(defaults: defaults)
    } catch {
      return FailureNode(error, continueNode: self)
    }
  }

  /// The same, with the refusal as an error, and with more query pairs for this one request.
  package func send(defaults: Bool, query: [(String, String)] = []) async throws(Refusal) -> any Node {
    guard step.authID != nil else { throw .suspended }
    try await agent.makeRoom()
    let isMine = state.withLock { state in
      defer { if state == .open { state = .sending } }
      return state == .open
    }
    guard isMine else { throw .closedStep }
    do {
      let result = try await agent.answer(self, body: step.reply(defaults: defaults), query: query)
      state.withLock { $0 = result.staysOpen ? .open : .closed }
      return result.node
    } catch {
      state.withLock { $0 = error == .sentStep ? .closed : .open }
      throw error
    }
  }
}
