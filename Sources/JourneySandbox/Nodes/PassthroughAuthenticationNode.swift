import JSON

/// Checks a password as another system would: by the user's own here, unless a verdict was chosen (journey-nodes 7.2).
struct PassthroughAuthenticationNode: Node, RemoteVerdict {
  let possibleOutcomes: Set<String> = ["AUTHENTICATED", "FAILED"]
  /// By itself the password decides.
  let standardOutcome: String? = nil
  private let identityAttribute: String
  private let passwordAttribute: String

  init(_ configuration: NodeConfiguration) {
    identityAttribute = configuration.text("identityAttribute", else: "userName")
    passwordAttribute = configuration.text("passwordAttribute", else: "password")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let typed = visit.state.objectAttributes.value(at: passwordAttribute) ?? visit.state["password"]
    guard let identity = visit.state.identity(identityAttribute), !identity.isEmpty, let password = typed?.string,
      !password.isEmpty
    else { return .outcome("MISSING") }
    if let chosen = verdict(visit) { return .outcome(chosen) }
    let user = visit.realm.users.user(where: identityAttribute, is: identity)
    let isRight = user.flatMap { visit.realm.users.checks(password, of: $0.name) } != nil
    return .outcome(isRight ? "AUTHENTICATED" : "FAILED")
  }
}
