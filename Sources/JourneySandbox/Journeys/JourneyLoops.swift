/// Loops of a journey that would never come to a step.
enum JourneyLoops {
  /// A node of such a loop; nil where there is none.
  ///
  /// Two kinds are sure: nodes that always go on, and nodes that only look at what is there, so that they decide the same each time round. A
  /// loop of both is let through, since what the one changes may be what the other looks at.
  static func node(in nodes: [String: JourneyNode], reachable: Set<String>) -> JourneyNode? {
    let kinds: [(JourneyNode) -> Bool] = [{ $0.behaviour.alwaysPasses }, { onlyLooks.contains($0.type) }]
    for isOfKind in kinds {
      let ofKind = nodes.filter { reachable.contains($0.key) && isOfKind($0.value) }
      if let first = loop(in: ofKind.mapValues { Set($0.connections.values) })?.min() { return nodes[first] }
    }
    return nil
  }

  /// The nodes that run another journey before the journey comes to a step, whatever is decided in it.
  static func first(in journey: Journey) -> [(node: JourneyNode, runs: String)] {
    var found: [(node: JourneyNode, runs: String)] = []
    var seen: Set<String> = [journey.entry]
    var open = [journey.entry]
    while let id = open.popLast() {
      guard let node = journey.nodes[id] else { continue }
      if let inner = node.behaviour as? InnerTreeEvaluatorNode { found.append((node, inner.journey)) }
      guard node.behaviour.alwaysPasses else { continue }
      open += node.connections.values.filter { seen.insert($0).inserted }
    }
    return found
  }

  /// Some loop of a graph, which names for each point where it leads; nil where there is none. Takes time in proportion to what is there.
  static func loop(in graph: [String: Set<String>]) -> ArraySlice<String>? {
    var ways: [String: Int] = [:]
    for target in graph.values.joined() { ways[target, default: 0] += 1 }
    // What nothing leads to is in no loop: taken away one after the other, loops are left and what they lead to.
    var rest = graph
    var open = graph.keys.filter { ways[$0] == nil }
    while let point = open.popLast() {
      for target in rest.removeValue(forKey: point) ?? [] {
        ways[target, default: 0] -= 1
        if ways[target] == 0 { open.append(target) }
      }
    }
    // From each of them a way back comes to a loop, since something leads to each.
    var origins: [String: String] = [:]
    for (point, targets) in rest.sorted(by: { $0.key < $1.key }) {
      for target in targets { origins[target] = point }
    }
    var path: [String] = []
    var places: [String: Int] = [:]
    var next = rest.keys.min()
    while let point = next {
      if let place = places[point] { return path[place...] }
      places[point] = path.count
      path.append(point)
      next = origins[point]
    }
    return nil
  }

  /// Types that ask nothing and change nothing that they look at.
  private static let onlyLooks: Set<String> = [
    "AccountActiveDecisionNode", "AttributePresentDecisionNode", "AttributeValueDecisionNode", "AuthLevelDecisionNode",
    "CookiePresenceDecisionNode", "DataStoreDecisionNode", "KbaDecisionNode", "LoginCountDecisionNode",
    "ProfileCompletenessDecisionNode", "QueryFilterDecisionNode", "RequiredAttributesDecisionNode",
    "TermsAndConditionsDecisionNode", "TimeSinceDecisionNode",
  ]
}
