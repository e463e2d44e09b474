import JSON
import Synchronization

/// Push messages that wait for the answer of a phone.
final class PushInbox: Sendable {
  enum State: Sendable {
    case waiting, accepted, denied
  }

  struct Message: Sendable {
    /// What the phone signs its answers with; empty where only the control endpoint can answer.
    var secret: [UInt8]
    var challenge: [UInt8]
    /// The number that the person has to pick.
    var number: Int?
    var state = State.waiting
    /// What a phone said of itself when it registered.
    var registration = JSON.Object()

    init(secret: [UInt8], challenge: [UInt8]) {
      self.secret = secret
      self.challenge = challenge
    }
  }

  private let messages = Mutex(ExpiringTable<Message>(capacity: 10_000))

  func add(_ message: Message, id: String, until end: Moment, at now: Moment) {
    messages.withLock { $0.insert(message, for: id, until: end, at: now) }
  }

  /// A message; nil once its time is over.
  func message(_ id: String, at now: Moment) -> Message? {
    messages.withLock { $0.value(id, at: now) }
  }

  /// Answers a message as the phone does; a wrong number is a denial. False where no such message waits.
  func answer(
    _ id: String, accepts: Bool, number: Int?, registration: JSON.Object = JSON.Object(), at now: Moment
  ) -> Bool {
    messages.withLock { table in
      guard let message = table.value(id, at: now), message.state == .waiting else { return false }
      let isRight = message.number == nil || message.number == number
      table.update(id, at: now) { message in
        message.state = accepts && isRight ? .accepted : .denied
        message.registration = registration
      }
      return true
    }
  }

  func reset() {
    messages.withLock { $0.removeAll() }
  }
}
