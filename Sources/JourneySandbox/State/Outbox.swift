import JSON
import Synchronization

/// The mails, texts and push messages that journeys sent: nothing leaves the machine, tests and persons read them here.
final class Outbox: Sendable {
  struct Message: Sendable {
    enum Kind: String, Sendable {
      case mail, sms, push
    }

    var kind: Kind
    var realm: String
    var to: String
    var subject: String
    var text: String
    /// What a reader needs without taking the text apart: `code`, `resumeUri`, …
    var facts: JSON.Object = [:]
    var sent: Moment

    func json(id: Int) -> JSON {
      var members: JSON.Object = [
        "id": .number(JSON.Number(id)), "kind": .string(kind.rawValue), "realm": .string(realm), "to": .string(to),
        "subject": .string(subject), "text": .string(text), "sent": .string(sent.text),
      ]
      for fact in facts.members { members[fact.name] = fact.value }
      return .object(members)
    }
  }

  /// More are not kept; the oldest go first.
  static let limit = 1000

  private struct State {
    var messages: [(id: Int, message: Message)] = []
    var nextID = 1
  }

  private let state = Mutex(State())

  func send(_ message: Message) {
    state.withLock { state in
      state.messages.append((state.nextID, message))
      state.nextID += 1
      if state.messages.count > Outbox.limit { state.messages.removeFirst(state.messages.count - Outbox.limit) }
    }
  }

  /// All messages, the oldest first; of one addressee where one is named.
  func json(to: String? = nil) -> JSON {
    state.withLock { state in
      .array(state.messages.filter { to == nil || $0.message.to == to }.map { $0.message.json(id: $0.id) })
    }
  }

  func clear() {
    state.withLock { $0.messages.removeAll() }
  }
}
