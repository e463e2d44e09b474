import JSON

/// Signs in through the stand-in identity provider as through one of SAML: what comes back is the key of an answer that the server itself has
/// taken (journey-nodes 7.8, am-protocol 9.5).
struct Saml2Node: Node {
  private let provider: String
  private let hasErrorOutcome: Bool

  init(_ configuration: NodeConfiguration) {
    provider = configuration.text("idpEntityId", else: "saml")
    hasErrorOutcome = configuration.connected.contains("ERROR")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let key = visit.nodeID + ".state"
    let query = visit.facts.query
    guard let expected = visit.state.shared[key]?.string, query["responsekey"] != nil || query["errorCode"] != nil
    else {
      return redirect(visit, key: key)
    }
    guard query["RelayState"] == expected else { throw NodeFailure("the state that came back is another one") }
    visit.state.remove(key)
    guard let response = query["responsekey"],
      let account = visit.services.identityProvider.redeem(response, at: visit.now)
    else {
      let problem = query["errorMessage"] ?? "the answer of the identity provider is not good"
      guard hasErrorOutcome else { throw NodeFailure(problem) }
      return visit.outcome("ERROR", because: problem)
    }
    return visit.found(account, of: provider, forProvisioning: true)
  }

  private func redirect(_ visit: Visit, key: String) -> Action {
    let state = visit.services.tokens.oneTimeKey()
    visit.state.shared[key] = .string(state)
    var query = Parameters()
    query.add("client_id", provider)
    query.add("redirect_uri", visit.facts.baseURL + "/XUI/?realm=" + PercentText.encode(visit.realm.path))
    query.add("RelayState", state)
    return .ask([.redirect(visit.facts.baseURL + "/idp/saml?" + query.encoded, isTracked: true)])
  }
}

/// Links the account of an identity provider with the user that has signed in since.
struct WriteFederationInformationNode: Node {
  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    if let alias = visit.state.shared[ProvisionDynamicAccountNode.key]?["userNames"]?["username"]?[0]?.string {
      visit.realm.users.change(user.name) { if !$0.aliases.contains(alias) { $0.aliases.append(alias) } }
    }
    return .outcome("outcome")
  }
}
