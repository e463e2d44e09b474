import JSON

/// Shows the shared state; nothing of the values that are never shown.
struct DebugNode: Node {
  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard visit.answers.isEmpty else { return .outcome("outcome") }
    return .ask([.text(JSON.object(visit.state.shared).text(.pretty))])
  }
}
