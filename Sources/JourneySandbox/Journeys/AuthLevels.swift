import JSON

/// Which authentication levels can be reached.
extension Journey {
  /// The most that is added to the level on the way from each node to success; nothing for a node from which there is no way.
  ///
  /// Found by going over all nodes until nothing changes. A loop that adds raises the level each time round, so the rounds are as many as
  /// there are nodes at most: what they come to is enough to show that any usual level can be reached.
  func gains(in journeys: JourneySet, depth: Int = 0) -> [String: Int] {
    let own = nodes.mapValues { $0.gain(in: journeys, depth: depth) }
    var best = [Journey.successID: 0]
    for _ in 0...nodes.count {
      var hasChanged = false
      for (id, node) in nodes {
        guard let beyond = node.connections.values.compactMap({ best[$0] }).max() else { continue }
        let (gain, _) = beyond.addingReportingOverflow(own[id] ?? 0)
        guard best[id].map({ gain > $0 }) ?? true else { continue }
        best[id] = gain
        hasChanged = true
      }
      if !hasChanged { break }
    }
    return best
  }

  /// The authentication level that a session of it has at most, what inner trees add included.
  func highestLevel(in journeys: JourneySet, depth: Int = 0) -> Int {
    max(gains(in: journeys, depth: depth)[entry] ?? 0, 0)
  }
}

extension JourneyNode {
  /// What it adds to the level itself.
  fileprivate func gain(in journeys: JourneySet, depth: Int) -> Int {
    if let node = behaviour as? ModifyAuthLevelNode { return node.increment }
    guard depth < 8, let inner = (behaviour as? InnerTreeEvaluatorNode).flatMap({ journeys.journey($0.journey) }) else {
      return 0
    }
    return inner.highestLevel(in: journeys, depth: depth + 1)
  }
}

extension Visit {
  /// Whether the level that the journey was called for can be reached by an outcome of the node that it stands at; true where none was
  /// called for.
  func canReachTarget(by outcome: String) -> Bool {
    guard let target = state.shared[JourneyState.targetLevelKey]?.integer, let frame = state.frames.last else {
      return true
    }
    func gain(_ frame: JourneyState.Frame, _ outcome: String) -> Int? {
      let next = frame.journey.nodes[frame.nodeID]?.connections[outcome]
      return next.flatMap { frame.journey.gains(in: realm.journeys)[$0] }
    }
    // A choice that only stands on a page leads nowhere.
    if frame.nodeID != nodeID, frame.journey.nodes[frame.nodeID]?.connections[outcome] == nil { return true }
    guard var level = gain(frame, outcome) else { return false }
    // What comes behind the trees around this one.
    for outer in state.frames.dropLast() { level += gain(outer, "true") ?? 0 }
    return (state.shared["authLevel"]?.integer ?? 0) + level >= target
  }
}
