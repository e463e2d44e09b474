import JSON

/// Checks the name and the password that the journey has collected.
struct DataStoreDecisionNode: Node {
  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let name = visit.state.username else { throw NodeFailure("there is no user name to check") }
    guard let password = visit.state["password"]?.string else { throw NodeFailure("there is no password to check") }
    if let known = visit.realm.users.user(name) { visit.state.universalID = visit.realm.universalID(known.name) }
    guard !password.isEmpty, let user = visit.realm.users.checks(password, of: name), user.isActive else {
      return .outcome("false")
    }
    return .outcome("true")
  }
}
