import JSON

/// Finds the user that an attribute of the journey's identity belongs to.
struct IdentifyExistingUserNode: Node {
  private let identifier: String
  private let identityAttribute: String

  init(_ configuration: NodeConfiguration) {
    identifier = configuration.text("identifier") ?? "userName"
    identityAttribute = configuration.text("identityAttribute", else: "mail")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let identity = visit.state.identity(identityAttribute),
      let user = visit.realm.users.user(where: identityAttribute, is: identity)
    else { return .outcome("false") }
    visit.state.shared["_id"] = .string(user.id)
    if !identifier.isEmpty, let value = user.attribute(identifier)?.string {
      visit.state.shared["username"] = .string(identifier == "userName" ? user.name : value)
      visit.state.setShared(attribute: identifier, .string(value))
    }
    if !user.aliases.isEmpty {
      visit.state.setTransient(attribute: "aliasList", .array(user.aliases.map(JSON.string)))
    }
    visit.state.universalID = visit.realm.universalID(user.name)
    return .outcome("true")
  }
}
