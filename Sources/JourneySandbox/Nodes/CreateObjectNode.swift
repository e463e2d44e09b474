import JSON

/// Makes a user of what the journey has collected (journey-nodes 7.2).
struct CreateObjectNode: Node {
  private let identityResource: String?

  init(_ configuration: NodeConfiguration) {
    identityResource = configuration.text("identityResource")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    try visit.check(identityResource: identityResource)
    var attributes = visit.state.objectAttributes
    if attributes["userName"] == nil, let name = visit.state.username { attributes["userName"] = .string(name) }
    let password = attributes["password"]?.string ?? visit.state["password"]?.string
    let missing = visit.services.profile.attributes.contains { name, attribute in
      attribute.isRequired && name != "password" && (attributes.value(at: name).map { $0.string == "" } ?? true)
    }
    guard !missing, let name = attributes["userName"]?.string else { return .outcome("FAILURE") }
    var user = User(id: visit.services.tokens.uuid(), name: name, attributes: JSON.Object(), created: visit.now)
    Profile.apply(attributes, to: &user)
    user.acceptedTerms = visit.state.shared["termsAccepted"]?["termsVersion"]?.string
    guard visit.realm.users.add(user, password: password) else {
      visit.state.shared["errorMessage"] = "Failed policy validation"
      return .outcome("FAILURE")
    }
    visit.state.shared["username"] = .string(name)
    return .outcome("CREATED")
  }
}

/// Puts collected attributes into a user.
enum Profile {
  /// Everything but the password, which the user store hashes.
  static func apply(_ attributes: JSON.Object, to user: inout User) {
    for member in attributes.members {
      switch member.name {
      case "password", "_id": continue
      case "userName":
        guard let name = member.value.string, !name.isEmpty else { continue }
        user.name = name
        user.attributes["userName"] = member.value
      case "kbaInfo": user.securityAnswers = member.value.array ?? []
      case "consentedMappings": user.consents = member.value.array ?? []
      case "aliasList": user.aliases = (member.value.array ?? []).compactMap(\.string)
      default: user.attributes = user.attributes.merging(JSON.Object([member]))
      }
    }
  }
}

extension Visit {
  /// The managed object type of the node has to be that of the running tree (journey-nodes 7.2); an export that names none fits.
  func check(identityResource: String?) throws(NodeFailure) {
    let own = state.frames.last?.journey.identityResource
    guard let identityResource, !identityResource.isEmpty, let own, own != identityResource else { return }
    throw NodeFailure("it is for \(identityResource), but the journey is for \(own)")
  }
}
