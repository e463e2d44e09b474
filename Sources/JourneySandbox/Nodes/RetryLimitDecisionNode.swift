import JSON

/// Counts its visits and rejects once they are too many (journey-nodes 7.2).
struct RetryLimitDecisionNode: Node {
  private let limit: Int
  private let countsOnUser: Bool

  init(_ configuration: NodeConfiguration) {
    limit = configuration.integer("retryLimit", else: 3)
    countsOnUser = configuration.flag("incrementUserAttributeOnFailure", else: true)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let key = visit.nodeID + ".retryCount"
    let user = countsOnUser ? visit.user : nil
    let count = user?.retryCounts[visit.nodeID] ?? visit.state[key]?.integer ?? 0
    guard count < limit else {
      if let user { visit.realm.users.change(user.name) { $0.retryCounts[visit.nodeID] = nil } }
      return .outcome("Reject")
    }
    visit.state.shared[key] = .number(JSON.Number(count + 1))
    if let user {
      visit.realm.users.change(user.name) { $0.retryCounts[visit.nodeID] = count + 1 }
      if !visit.state.retryNodes.contains(visit.nodeID) { visit.state.retryNodes.append(visit.nodeID) }
    }
    return .outcome("Retry")
  }
}
