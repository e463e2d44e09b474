import JSON

/// Asks for a user name until there is one.
struct UsernameCollectorNode: Node {
  /// Version 2.0: begins with the name that is known already.
  private let prepopulates: Bool

  init(_ configuration: NodeConfiguration) {
    prepopulates = configuration.flag("prepopulate", else: false)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let name = visit.answers("NameCallback").first?.text(), !name.isEmpty else {
      return .ask([.name("User Name", value: prepopulates ? visit.state.username ?? "" : "")])
    }
    visit.state.shared["username"] = .string(name)
    return .outcome("outcome")
  }
}
