import JSON

/// Asks for a password until there is one.
struct PasswordCollectorNode: Node {
  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let password = visit.answers("PasswordCallback").first?.text(), !password.isEmpty else {
      return .ask([.password("Password")])
    }
    visit.state.transient["password"] = .string(password)
    return .outcome("outcome")
  }
}
