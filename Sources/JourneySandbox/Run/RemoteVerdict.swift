/// A node whose outcome somebody else would give, a script or a remote party. The sandbox only stands in for it: what it comes to can be
/// chosen (journey-nodes 9).
protocol RemoteVerdict: Node {
  /// What it comes to unless something else was chosen; nil where the export tells no outcome.
  var standardOutcome: String? { get }
  /// All that it may come to, as far as they are known.
  var possibleOutcomes: Set<String> { get }
}

extension RemoteVerdict {
  /// What was chosen for this node, else what it comes to by itself.
  func verdict(_ visit: Visit) -> String? {
    visit.services.chosenOutcomes.outcome(node: visit.nodeID, journey: visit.state.frames.last?.journey.name)
      ?? standardOutcome
  }
}

/// A place in a journey where an outcome can be chosen.
struct Standin: Sendable {
  let journey: String
  let node: JourneyNode
  let verdict: any RemoteVerdict

  /// The type without the prefix of newer exports.
  var plainType: String { NodeConfiguration.plain(node.type) }

  /// Those of a journey, on its pages too, by the names of the nodes.
  static func all(in journey: Journey) -> [Standin] {
    journey.nodes.values.flatMap { node in [node] + ((node.behaviour as? PageNode)?.nodes ?? []) }
      .compactMap { node in
        (node.behaviour as? any RemoteVerdict).map { Standin(journey: journey.name, node: node, verdict: $0) }
      }
      .sorted { ($0.node.displayName, $0.node.id) < ($1.node.displayName, $1.node.id) }
  }
}
