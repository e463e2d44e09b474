import Synchronization

/// One run of a journey from its start to its end; its steps belong together.
final class Attempt: Sendable {
  let reference: String
  /// What all of its steps go by where their `authId` is the same.
  let key: String
  /// Whether a session has come of it, or its result has been taken: then none of its steps can be answered any more.
  private let ended = Atomic<Bool>(false)

  init(reference: String, key: String) {
    self.reference = reference
    self.key = key
  }

  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  /// Ends it; false where somebody else already has.
  func end() -> Bool { !ended.exchange(true, ordering: .acquiringAndReleasing) }
}

/// A step that waits for its answer.
final class WaitingStep: Sendable {
  let attempt: Attempt
  /// The realm in which the journey runs.
  let realm: String
  /// The state as it was when the step went out.
  let state: JourneyState
  let callbacks: [CallbackDraft]
  /// Whether a request is being answered for it right now.
  private let isBusy = Atomic<Bool>(false)

  init(attempt: Attempt, realm: String, state: JourneyState, callbacks: [CallbackDraft]) {
    self.attempt = attempt
    self.realm = realm
    self.state = state
    self.callbacks = callbacks
  }

  /// Takes it for one request; false where another has it.
  func take() -> Bool { !isBusy.exchange(true, ordering: .acquiringAndReleasing) }

  func giveBack() { isBusy.store(false, ordering: .releasing) }
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
    guard let step = waiting.withLock({ $0.value(key, at: now) }) else { return .gone }
    guard step.take() else { return .busy }
    // Looked at when it is taken: the request before may have ended the attempt.
    guard !step.attempt.hasEnded else {
      step.giveBack()
      return .gone
    }
    return .step(step)
  }

  func isWaiting(_ key: String, at now: Moment) -> Bool {
    waiting.withLock { $0.value(key, at: now).map { !$0.attempt.hasEnded } ?? false }
  }

  func release(_ step: WaitingStep, key: String, at now: Moment, isUsedUp: Bool) {
    // One that is used up stays taken, for those who have found it and not yet asked.
    guard isUsedUp else { return step.giveBack() }
    waiting.withLock { table in
      // Under a key that stays the same the next step may stand there by now.
      if table.value(key, at: now) === step { table.remove(key, at: now) }
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
