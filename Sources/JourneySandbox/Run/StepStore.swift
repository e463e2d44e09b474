import Synchronization

/// One run of a journey from its start to its end; its steps belong together. Guarded by the store that holds the steps.
final class Attempt: Sendable {
  let reference: String
  /// Whether a session has come of it, or its result has been taken: then none of its steps can be answered any more.
  private let ended = Atomic<Bool>(false)

  init(reference: String) {
    self.reference = reference
  }

  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  /// Ends it; false where somebody else already has.
  func end() -> Bool { !ended.exchange(true, ordering: .acquiringAndReleasing) }
}

/// A step that waits for its answer.
struct WaitingStep: Sendable {
  let attempt: Attempt
  /// The realm in which the journey runs.
  let realm: String
  /// The state as it was when the step went out.
  var state: JourneyState
  var callbacks: [CallbackDraft]
  /// Whether a request is being answered for it right now.
  var isBusy = false
}

/// The steps that wait, by the one-time key of their `authId`, and the suspended journeys by their id.
///
/// A step may be answered more than once as long as its attempt runs: a client that goes back re-posts an older step (journey-nodes 5.2).
/// At most twenty thousand wait at a time; then the oldest give way.
final class StepStore: Sendable {
  private let waiting = Mutex(ExpiringTable<WaitingStep>(capacity: 20_000))
  private let suspended = Mutex(ExpiringTable<WaitingStep>(capacity: 20_000))

  func add(_ step: WaitingStep, key: String, at now: Moment) {
    waiting.withLock { $0.insert(step, for: key, until: step.state.deadline, at: now) }
  }

  enum Claim {
    case step(WaitingStep)
    /// Another request answers it at this moment.
    case busy
    /// Expired, or its attempt has ended.
    case gone
  }

  /// Takes a step for one request; whoever takes it gives it back with `release`.
  func claim(_ key: String, at now: Moment) -> Claim {
    waiting.withLock { table in
      guard let step = table.value(key, at: now), !step.attempt.hasEnded else { return .gone }
      guard !step.isBusy else { return .busy }
      table.update(key, at: now) { $0.isBusy = true }
      return .step(step)
    }
  }

  func isWaiting(_ key: String, at now: Moment) -> Bool {
    waiting.withLock { $0.value(key, at: now).map { !$0.attempt.hasEnded } ?? false }
  }

  func release(_ key: String, at now: Moment, isUsedUp: Bool) {
    waiting.withLock { table in
      if isUsedUp {
        table.remove(key, at: now)
      } else {
        table.update(key, at: now) { $0.isBusy = false }
      }
    }
  }

  func suspend(_ step: WaitingStep, id: String, until end: Moment, at now: Moment) {
    suspended.withLock { $0.insert(step, for: id, until: end, at: now) }
  }

  /// A suspended journey, once.
  func resume(_ id: String, at now: Moment) -> WaitingStep? {
    suspended.withLock { $0.remove(id, at: now) }
  }

  func reset() {
    waiting.withLock { $0.removeAll() }
    suspended.withLock { $0.removeAll() }
  }
}
