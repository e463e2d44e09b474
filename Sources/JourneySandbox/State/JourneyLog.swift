import JSON
import Synchronization

/// What journeys did, by the transaction id of the requests: the control endpoint tells it.
final class JourneyLog: Sendable {
  private struct Entry {
    var time: Moment
    var realm: String
    var visits: [VisitRecord]
    var end: String

    var json: JSON {
      [
        "time": .string(time.text), "realm": .string(realm), "nodes": .array(visits.map(\.json)),
        "result": .string(end),
      ]
    }
  }

  private struct State {
    var entries: [String: [Entry]] = [:]
    var order: [String] = []
  }

  /// Transactions that are remembered, and entries of each.
  private static let transactions = 1000
  private static let entriesEach = 500

  private let state = Mutex(State())

  func add(_ visits: [VisitRecord], end: String, transaction: String, realm: String, at now: Moment) {
    guard !visits.isEmpty || end != "step" else { return }
    let entry = Entry(time: now, realm: realm, visits: visits, end: end)
    state.withLock { state in
      if state.entries[transaction] == nil {
        state.order.append(transaction)
        if state.order.count >= 2 * JourneyLog.transactions {
          for old in state.order.prefix(JourneyLog.transactions) { state.entries[old] = nil }
          state.order.removeFirst(JourneyLog.transactions)
        }
      }
      if state.entries[transaction, default: []].count < JourneyLog.entriesEach {
        state.entries[transaction, default: []].append(entry)
      }
    }
  }

  func json(transaction: String) -> JSON {
    state.withLock { .array(($0.entries[transaction] ?? []).map(\.json)) }
  }

  /// The transactions that there is something about, the oldest first.
  var transactions: JSON {
    state.withLock { .array($0.order.map(JSON.string)) }
  }

  func clear() {
    state.withLock { $0 = State() }
  }
}
