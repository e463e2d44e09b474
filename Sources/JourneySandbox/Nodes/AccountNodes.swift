import JSON

/// Whether the user's account is active.
struct AccountActiveDecisionNode: Node {
  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    .outcome(try visit.knownUser().isActive ? "true" : "false")
  }
}

/// Locks or unlocks the user's account.
struct AccountLockoutNode: Node {
  private let locks: Bool

  init(_ configuration: NodeConfiguration) {
    locks = configuration.text("lockAction", else: "LOCK") == "LOCK"
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    visit.realm.users.change(user.name) { $0.isActive = !locks }
    return .outcome("outcome")
  }
}
