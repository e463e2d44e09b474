import JSON

/// Signs in through the stand-in identity provider (journey-nodes 7.8).
struct SocialProviderHandlerNode: Node {
  private let isNative: Bool
  private let canBeInterrupted: Bool

  init(_ configuration: NodeConfiguration) {
    isNative = configuration.text("clientType", else: "BROWSER") == "NATIVE"
    canBeInterrupted = configuration.connected.contains("SOCIAL_AUTH_INTERRUPTED") || configuration.type.hasSuffix("V2")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let provider = visit.state.shared["selectedIdp"]?.string else {
      throw NodeFailure("no identity provider was selected")
    }
    if isNative { return try native(provider, visit) }
    let key = visit.nodeID + ".state"
    guard let expected = visit.state.shared[key]?.string else { return redirect(provider, key: key, visit) }
    let query = visit.facts.query
    guard query["code"] != nil || query["error"] != nil else {
      guard canBeInterrupted else { return redirect(provider, key: key, visit) }
      visit.state.remove(key)
      return .outcome("SOCIAL_AUTH_INTERRUPTED")
    }
    guard query["state"] == expected else { throw NodeFailure("the state that came back is another one") }
    visit.state.remove(key)
    guard let code = query["code"] else {
      guard canBeInterrupted else { throw NodeFailure("the identity provider answered \(query["error"] ?? "")") }
      return .outcome("SOCIAL_AUTH_INTERRUPTED")
    }
    guard let account = visit.services.identityProvider.redeem(code, at: visit.now) else {
      throw NodeFailure("the code of the identity provider is not good")
    }
    return found(account, provider, visit)
  }

  private func redirect(_ provider: String, key: String, _ visit: Visit) -> Action {
    let state = visit.services.tokens.oneTimeKey()
    visit.state.shared[key] = .string(state)
    var query = Parameters()
    query.add("client_id", provider)
    query.add("response_type", "code")
    query.add("scope", "openid profile email")
    query.add("redirect_uri", redirectURI(provider, visit))
    query.add("state", state)
    return .ask([.redirect(visit.facts.baseURL + "/idp/authorize?" + query.encoded, isTracked: true)])
  }

  private func redirectURI(_ provider: String, _ visit: Visit) -> String {
    visit.facts.baseURL + "/XUI/?realm=" + PercentText.encode(visit.realm.path)
  }

  /// A native client brings a token; here the token is the name of one of the accounts.
  private func native(_ provider: String, _ visit: Visit) throws(NodeFailure) -> Action {
    guard let answer = visit.answers("IdPCallback").first, !answer.text(suffix: "token").isEmpty else {
      return .ask([
        CallbackDraft(
          "IdPCallback",
          outputs: [
            ("provider", .string(provider)), ("clientId", .string(provider)),
            ("redirectUri", .string(redirectURI(provider, visit))), ("scopes", ["openid", "profile", "email"]),
            ("nonce", .string(visit.services.tokens.oneTimeKey())), ("acrValues", []), ("request", ""),
            ("requestUri", ""),
            ("acceptsJSON", false),
          ], inputs: [.text("token"), .text("token_type")])
      ])
    }
    let token = answer.text(suffix: "token")
    guard let account = IdentityProvider.accounts.first(where: { $0.subject == token }) else {
      throw NodeFailure("the token is not good")
    }
    return found(account, provider, visit)
  }

  private func found(_ account: IdentityProvider.Account, _ provider: String, _ visit: Visit) -> Action {
    let alias = provider + "-" + account.subject
    for member in account.attributes.members { visit.state.setShared(attribute: member.name, member.value) }
    visit.state.setTransient(attribute: "aliasList", [.string(alias)])
    visit.state.shared["emailAddress"] = .string(account.mail)
    guard let user = visit.realm.users.user(withAlias: alias) else { return .outcome("NO_ACCOUNT") }
    visit.state.shared["username"] = .string(user.name)
    visit.state.shared["_id"] = .string(user.id)
    visit.state.universalID = visit.realm.universalID(user.name)
    return .outcome("ACCOUNT_EXISTS")
  }
}
