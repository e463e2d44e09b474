import JSON

/// Writes what the journey has collected to a user (journey-nodes 7.2).
struct PatchObjectNode: Node {
  private let ignored: Set<String>
  private let identityResource: String?
  private let identityAttribute: String

  init(_ configuration: NodeConfiguration) {
    ignored = Set(configuration.list("ignoredFields"))
    identityResource = configuration.text("identityResource")
    identityAttribute = configuration.text("identityAttribute", else: "userName")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    try visit.check(identityResource: identityResource)
    guard visit.state.identity(identityAttribute) != nil else { return .outcome("FAILURE") }
    let user = try visit.object(identityAttribute)
    var attributes = visit.state.objectAttributes
    for name in ignored { attributes[name] = nil }
    let password = attributes["password"]?.string
    if let password, visit.realm.users.checks(password, of: user.name) == nil {
      let broken = ProfileCheck(visit: visit).broken("password", password)
      guard broken.isEmpty else {
        visit.state.shared["errorMessage"] = "Policy validation failed"
        return .outcome("FAILURE")
      }
    }
    let hash = password.map(visit.realm.users.hash)
    let terms = visit.state.shared["termsAccepted"]?["termsVersion"]?.string
    let isDone = visit.realm.users.change(user.name) { user in
      Profile.apply(attributes, to: &user)
      if let hash { user.passwordHash = hash }
      if let terms { user.acceptedTerms = terms }
    }
    guard isDone else {
      visit.state.shared["errorMessage"] = "Policy validation failed"
      return .outcome("FAILURE")
    }
    return .outcome("PATCHED")
  }
}
