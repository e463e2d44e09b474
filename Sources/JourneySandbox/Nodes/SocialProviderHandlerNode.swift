import JSON

/// Signs in through the stand-in identity provider (journey-nodes 7.8).
struct SocialProviderHandlerNode: Node {
  private let isNative: Bool
  private let canBeInterrupted: Bool
  /// The provider of the older nodes, which have one each and leave the account for `ProvisionDynamicAccountNode`; nil where one was
  /// selected before.
  private let ownProvider: String?

  /// - Parameter provider: what the older nodes stand for where their configuration names none.
  init(_ configuration: NodeConfiguration, provider: String? = nil) {
    ownProvider = provider.map { configuration.text("provider", else: $0) }
    isNative = configuration.text("clientType", else: "BROWSER") == "NATIVE"
    canBeInterrupted = configuration.connected.contains("SOCIAL_AUTH_INTERRUPTED") || configuration.type.hasSuffix("V2")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let provider = ownProvider ?? visit.state.shared["selectedIdp"]?.string else {
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
    visit.found(account, of: provider, forProvisioning: ownProvider != nil)
  }
}

extension Visit {
  /// Notes the account that somebody has at an identity provider, and who that is here.
  ///
  /// - Parameter forProvisioning: whether a node behind this one may make or link a user of it.
  func found(_ account: IdentityProvider.Account, of provider: String, forProvisioning: Bool) -> Action {
    let alias = provider + "-" + account.subject
    for member in account.attributes.members { state.setShared(attribute: member.name, member.value) }
    state.setTransient(attribute: "aliasList", [.string(alias)])
    if forProvisioning {
      state.shared[ProvisionDynamicAccountNode.key] = [
        "attributes": .object(account.attributes.mapValues { [$0] }), "userNames": ["username": [.string(alias)]],
      ]
    }
    state.shared["emailAddress"] = .string(account.mail)
    guard let user = realm.users.user(withAlias: alias) else { return .outcome("NO_ACCOUNT") }
    state.shared["username"] = .string(user.name)
    state.shared["_id"] = .string(user.id)
    state.universalID = realm.universalID(user.name)
    return .outcome("ACCOUNT_EXISTS")
  }
}

/// Makes a user of what an older social node has found (journey-nodes 7.8).
struct ProvisionDynamicAccountNode: Node {
  static let key = "userInfo"

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let info = visit.state.shared[ProvisionDynamicAccountNode.key],
      let alias = info["userNames"]?["username"]?[0]?.string
    else { throw NodeFailure("no account of an identity provider was found") }
    let attributes = (info["attributes"]?.object ?? [:]).mapValues { $0[0] ?? .null }
    let name = attributes["userName"]?.string ?? alias
    var user = User(id: visit.services.tokens.uuid(), name: name, attributes: JSON.Object(), created: visit.now)
    Profile.apply(attributes, to: &user)
    user.aliases = [alias]
    guard visit.realm.users.add(user, password: visit.state["password"]?.string) else {
      throw NodeFailure("there is a user \(name) already")
    }
    visit.state.shared["username"] = .string(name)
    visit.state.universalID = visit.realm.universalID(name)
    return .outcome("outcome")
  }
}

/// Forgets what an older social node has found.
struct SocialOAuthIgnoreProfileNode: Node {
  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    visit.state.remove(ProvisionDynamicAccountNode.key)
    return .outcome("outcome")
  }
}

extension JSON.Object {
  fileprivate func mapValues(_ change: (JSON) -> JSON) -> JSON.Object {
    JSON.Object(members.map { Member(name: $0.name, value: change($0.value)) })
  }
}
