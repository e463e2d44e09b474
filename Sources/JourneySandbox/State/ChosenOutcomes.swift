import JSON
import Synchronization

/// The outcomes that somebody has chosen for stubs and for nodes whose verdict a remote party would give, by node type and perhaps journey
/// (journey-nodes 9).
final class ChosenOutcomes: Sendable {
  private struct Key: Hashable {
    var type: String
    var journey: String?
  }

  private let outcomes = Mutex<[Key: String]>([:])

  /// Chooses for a type, in one journey or in all.
  func choose(_ outcome: String, type: String, journey: String?) {
    outcomes.withLock { $0[Key(type: type, journey: journey)] = outcome }
  }

  /// What was chosen; a choice for the journey goes before one for all.
  func outcome(type: String, journey: String?) -> String? {
    outcomes.withLock { $0[Key(type: type, journey: journey)] ?? $0[Key(type: type, journey: nil)] }
  }

  func clear() {
    outcomes.withLock { $0.removeAll() }
  }

  var json: JSON {
    outcomes.withLock { outcomes in
      .array(
        outcomes.map { key, outcome in
          var members: JSON.Object = ["type": .string(key.type)]
          if let journey = key.journey { members["journey"] = .string(journey) }
          members["outcome"] = .string(outcome)
          return .object(members)
        })
    }
  }
}
