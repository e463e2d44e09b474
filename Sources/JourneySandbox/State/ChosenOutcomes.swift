import JSON
import Synchronization

/// What stands in for a node shall come to: `{"outcome", "type" or "node", "journey"}` (journey-nodes 9).
struct OutcomeRule: Sendable {
  let outcome: String
  /// The node type, with or without the prefix of newer exports.
  let type: String?
  /// The id or the display name of a node.
  let node: String?
  let journey: String?

  init(_ document: DocumentValue) throws(DocumentFault) {
    _ = try document.members(["type", "node", "journey", "outcome"])
    outcome = try document.required("outcome").line()
    node = try document["node"]?.line()
    type = node == nil ? try document.required("type").line() : try document["type"]?.line()
    journey = try document["journey"]?.line()
  }

  var json: JSON {
    let members = [("type", type), ("node", node), ("journey", journey), ("outcome", outcome)]
    return .object(
      members.reduce(into: JSON.Object()) { all, member in
        if let text = member.1 { all[member.0] = .string(text) }
      })
  }

  func fits(_ standin: Standin) -> Bool {
    (type == nil || type == standin.node.type || type == standin.plainType)
      && (node == nil || node == standin.node.id || node == standin.node.displayName)
      && (journey == nil || journey == standin.journey)
  }

  /// A node goes before a type, and one journey before all.
  var weight: Int { (node == nil ? 0 : 2) + (journey == nil ? 0 : 1) }
}

/// The outcomes that somebody has chosen for nodes that the sandbox stands in for.
final class ChosenOutcomes: Sendable {
  private struct Place: Hashable {
    var journey: String
    var node: String
  }

  private struct State {
    var rules: [OutcomeRule] = []
    var outcomes: [Place: (weight: Int, outcome: String)] = [:]
  }

  private let lookUp: @Sendable () -> [Standin]
  private let known = Mutex<[Standin]?>(nil)
  private let state = Mutex(State())

  /// - Parameter lookUp: gives the places where one can be chosen. It goes through all journeys, so it is called when somebody chooses, and once.
  init(_ lookUp: @escaping @Sendable () -> [Standin]) {
    self.lookUp = lookUp
  }

  private var standins: [Standin] {
    known.withLock { known in
      let standins = known ?? lookUp()
      known = standins
      return standins
    }
  }

  /// Chooses; of rules for one node the narrower one counts, and of equal ones the later.
  func choose(_ rule: OutcomeRule) throws(AMError) {
    let standins = standins
    let fitting = standins.filter(rule.fits)
    guard !fitting.isEmpty else { throw nothing(standins) }
    let able = fitting.filter {
      $0.verdict.possibleOutcomes.isEmpty || $0.verdict.possibleOutcomes.contains(rule.outcome)
    }
    guard !able.isEmpty else {
      let known = Set(fitting.flatMap(\.verdict.possibleOutcomes)).sorted().joined(separator: ", ")
      throw AMError(400, "No such node comes to \(rule.outcome.onOneLine(limit: 60)); there are \(known)")
    }
    state.withLock { state in
      // A choice takes the place of the one before it, so that there are never more than there are nodes and journeys to name.
      state.rules.removeAll { ($0.type, $0.node, $0.journey) == (rule.type, rule.node, rule.journey) }
      state.rules.append(rule)
      for standin in able {
        let place = Place(journey: standin.journey, node: standin.node.id)
        if let known = state.outcomes[place], known.weight > rule.weight { continue }
        state.outcomes[place] = (rule.weight, rule.outcome)
      }
    }
  }

  private func nothing(_ standins: [Standin]) -> AMError {
    guard !standins.isEmpty else { return AMError(400, "No journey has a node whose outcome can be chosen") }
    let types = Set(standins.map(\.node.type)).sorted().joined(separator: ", ")
    return AMError(400, "No journey has such a node; the sandbox stands in for \(types). GET journeys tells where")
  }

  func outcome(node: String, journey: String?) -> String? {
    guard let journey else { return nil }
    return state.withLock { $0.outcomes[Place(journey: journey, node: node)]?.outcome }
  }

  func clear() {
    state.withLock { $0 = State() }
  }

  /// The rules in force, the oldest first.
  var json: JSON {
    state.withLock { .array($0.rules.map(\.json)) }
  }
}
