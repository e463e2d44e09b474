import Synchronization

/// One run of a journey from its start to its end; its steps belong together.
final class Attempt: Sendable {
  let reference: String
  /// The one-time key of its steps where the `authId` stays the same.
  let key: String
  /// Whether it is over: then none of its steps can be answered any more. Only that of a chain ever is (am-protocol 2.12).
  private let ended = Atomic<Bool>(false)

  init(reference: String, key: String) {
    self.reference = reference
    self.key = key
  }

  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  /// Ends it; false where somebody else already has.
  func end() -> Bool { !ended.exchange(true, ordering: .acquiringAndReleasing) }
}

/// A step that waits for its answer, or has had one and may be answered again.
final class WaitingStep: Sendable {
  let attempt: Attempt
  /// The realm in which the journey runs.
  let realm: String
  /// The state as it was when the step went out.
  let state: JourneyState
  let callbacks: [CallbackDraft]

  init(attempt: Attempt, realm: String, state: JourneyState, callbacks: [CallbackDraft]) {
    self.attempt = attempt
    self.realm = realm
    self.state = state
    self.callbacks = callbacks
  }
}

/// The steps that wait, by the one-time key of their `authId`, and the suspended journeys by their id.
///
/// A step may be answered again until it expires: a client that goes back re-posts an older one (am-protocol 11.0, journey-nodes 5.2). Of two
/// posts at once one wins, the one that has the key in work. About twenty thousand steps wait at a time, and about five thousand are remembered
/// that have been answered; then old ones give way, the oldest of an eighth of all.
final class StepStore: Sendable {
  /// One part of the steps, by a hash of the key: every request comes by here, and with one lock for all they would wait for each other.
  private final class Part: Sendable {
    static let count = 8

    struct Tables {
      // A tenth more than a part would have if hashes were spread evenly.
      var waiting = ExpiringTable<WaitingStep>(capacity: 22_000 / Part.count)
      var answered = ExpiringTable<WaitingStep>(capacity: 5_500 / Part.count)
      /// The keys whose steps are being answered right now.
      var inWork: Set<String> = []
    }

    let tables = Mutex(Tables())
  }

  private let parts = (0..<Part.count).map { _ in Part() }
  private let suspended = Mutex(ExpiringTable<WaitingStep>(capacity: 20_000))

  private func part(of key: String) -> Part { parts[Int(UInt(bitPattern: key.hashValue) % UInt(Part.count))] }

  func add(_ step: WaitingStep, key: String, at now: Moment) {
    // What gives way is let go of behind the lock: a step is a tree of many parts.
    _ = part(of: key).tables.withLock {
      $0.waiting.insertTakingOut(step, for: key, until: step.state.deadline, at: now)
    }
  }

  enum Claim {
    case step(WaitingStep)
    /// Another request answers it at this moment.
    case busy
    /// Expired, forgotten, or its attempt has ended.
    case gone
  }

  /// What came of a step that was in work.
  enum Use {
    /// What was posted could not be read: it waits on.
    case unanswered
    /// It has its answer, and stays good for another one.
    case answered
    case usedUp
  }

  /// Takes a step for one request; whoever takes it gives it back with `release`.
  func claim(_ key: String, at now: Moment) -> Claim {
    part(of: key).tables.withLock { tables in
      guard !tables.inWork.contains(key) else { return .busy }
      guard let step = tables.waiting.value(key, at: now) ?? tables.answered.value(key, at: now),
        !step.attempt.hasEnded
      else { return .gone }
      tables.inWork.insert(key)
      return .step(step)
    }
  }

  /// Whether a step waits for its answer, and nobody is answering it.
  func isWaiting(_ key: String, at now: Moment) -> Bool {
    part(of: key).tables.withLock { tables in
      guard let step = tables.waiting.value(key, at: now) else { return false }
      return !step.attempt.hasEnded && !tables.inWork.contains(key)
    }
  }

  /// The request that had the step in work has been answered.
  func release(_ step: WaitingStep, key: String, _ use: Use, at now: Moment) {
    _ = part(of: key).tables.withLock { tables -> [WaitingStep] in
      // Not in work any more: the store has been reset meanwhile, and what was before is not to come back.
      guard tables.inWork.remove(key) != nil, use != .unanswered else { return [] }
      // Under a key that stays the same the next step may stand there by now.
      if tables.waiting.value(key, at: now) === step { tables.waiting.remove(key, at: now) }
      if use == .usedUp {
        tables.answered.remove(key, at: now)
      } else if tables.answered.value(key, at: now) !== step {
        return tables.answered.insertTakingOut(step, for: key, until: step.state.deadline, at: now)
      }
      return []
    }
  }

  func suspend(_ step: WaitingStep, id: String, until end: Moment, at now: Moment) {
    _ = suspended.withLock { $0.insertTakingOut(step, for: id, until: end, at: now) }
  }

  /// A suspended journey, once.
  func resume(_ id: String, at now: Moment) -> WaitingStep? {
    suspended.withLock { $0.remove(id, at: now) }
  }

  func reset() {
    for part in parts { part.tables.withLock { $0 = Part.Tables() } }
    suspended.withLock { $0.removeAll() }
  }
}
