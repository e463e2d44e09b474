/// Loops of a journey that would never come to a step.
enum JourneyLoops {
  /// A node of such a loop; nil where there is none.
  ///
  /// Two kinds are sure: nodes that always go on, and nodes that only look at what is there, so that they decide the same each time round. A
  /// loop of both is let through, since what the one changes may be what the other looks at.
  static func node(in nodes: [String: JourneyNode], reachable: Set<String>) -> JourneyNode? {
    let kinds: [(JourneyNode) -> Bool] = [{ $0.behaviour.alwaysPasses }, { onlyLooks.contains($0.type) }]
    for isOfKind in kinds {
      var rest = Set(reachable.filter { nodes[$0].map(isOfKind) ?? false })
      // What leads to no other node of its kind, or is led to from none, is in no loop of them.
      var count: Int
      repeat {
        count = rest.count
        let targets = Dictionary(
          uniqueKeysWithValues: rest.map { ($0, nodes[$0].map { Set($0.connections.values) } ?? []) })
        let ledTo = targets.values.reduce(into: Set()) { $0.formUnion($1) }
        rest = rest.filter { ledTo.contains($0) && targets[$0]?.isDisjoint(with: rest) == false }
      } while rest.count < count
      if let first = rest.min() { return nodes[first] }
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
