import JSON
import Synchronization

/// The outcomes that somebody has chosen for stubs and for nodes whose verdict a remote party would give: by node type, and perhaps
/// journey or node (journey-nodes 9).
final class ChosenOutcomes: Sendable {
  /// What a choice is for. Nil is any.
  struct Place: Sendable, Hashable {
    var type: String
    var journey: String?
    /// The id of a node, or its name.
    var node: String?
  }

  private let outcomes = Mutex<[Place: String]>([:])

  func choose(_ outcome: String, for place: Place) {
    outcomes.withLock { $0[place] = outcome }
  }

  /// What was chosen for a node, by its id and its name; what says more of the place goes before what says less.
  func outcome(type: String, journey: String?, node: String, name: String?) -> String? {
    outcomes.withLock { outcomes in
      guard !outcomes.isEmpty else { return nil }
      for node in [node, name, nil] as [String?] {
        for journey in [journey, nil] {
          if let outcome = outcomes[Place(type: type, journey: journey, node: node)] { return outcome }
        }
      }
      return nil
    }
  }

  func clear() {
    outcomes.withLock { $0.removeAll() }
  }

  var json: JSON {
    outcomes.withLock { outcomes in
      .array(
        outcomes.map { place, outcome in
          var members: JSON.Object = ["type": .string(place.type)]
          if let journey = place.journey { members["journey"] = .string(journey) }
          if let node = place.node { members["node"] = .string(node) }
          members["outcome"] = .string(outcome)
          return .object(members)
        })
    }
  }
}
