import JSON

/// Shows the user name of the user that an attribute finds.
struct DisplayUserNameNode: Node {
  private let identityAttribute: String

  init(_ configuration: NodeConfiguration) {
    identityAttribute = configuration.text("identityAttribute", else: "mail")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard visit.answers("TextOutputCallback").isEmpty else { return .outcome("outcome") }
    guard let identity = visit.state.identity(identityAttribute),
      let user = visit.realm.users.user(where: identityAttribute, is: identity)
    else { throw NodeFailure("there is no user to show") }
    return .ask([.text(user.name)])
  }
}
