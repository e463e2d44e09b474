import Synchronization

/// Push messages that wait for the answer of a phone.
final class PushInbox: Sendable {
  enum State: Sendable {
    case waiting, accepted, denied
  }

  private struct Message {
    var state = State.waiting
    /// The number that the person has to pick.
    var challenge: Int?
  }

  private let messages = Mutex(ExpiringTable<Message>(capacity: 10_000))

  func add(_ id: String, challenge: Int?, until end: Moment, at now: Moment) {
    messages.withLock { $0.insert(Message(challenge: challenge), for: id, until: end, at: now) }
  }

  /// The state of a message; nil once its time is over.
  func state(_ id: String, at now: Moment) -> State? {
    messages.withLock { $0.value(id, at: now)?.state }
  }

  /// Answers a message as the phone does; a wrong number is a denial. False where no such message waits.
  func answer(_ id: String, accepts: Bool, number: Int?, at now: Moment) -> Bool {
    messages.withLock { table in
      guard let message = table.value(id, at: now), message.state == .waiting else { return false }
      let isRight = message.challenge == nil || message.challenge == number
      table.update(id, at: now) { $0.state = accepts && isRight ? .accepted : .denied }
      return true
    }
  }

  func reset() {
    messages.withLock { $0.removeAll() }
  }
}
