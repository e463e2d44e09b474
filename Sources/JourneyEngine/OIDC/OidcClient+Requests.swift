import HTTPClient
import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OidcClient {
  /// One request to an endpoint of the provider.
  func send(
    _ method: String, _ address: String, query: [(String, String)] = [], form: [(String, String)]? = nil,
    authorization: String? = nil, accept: String? = nil, session: Bool = false
  ) async throws(OidcError) -> Reply {
    var headers: [(String, String)] = []
    if let accept { headers.append(("Accept", accept)) }
    if let authorization { headers.append(("Authorization", authorization)) }
    return try await agent.reply(
      to: .oauth(method, address, query: query, form: form, headers: headers, sendsSession: session))
  }

  /// A form with the client's proof; after a 401 once more with the other spelling of Basic, if there is one.
  func sendAsClient(
    _ address: String, form: [(String, String)], _ config: OidcConfig, audience: String
  ) async throws(OidcError) -> Reply {
    let proofs = try ClientAuthenticator(config).proofs(audience: audience, now: now, random: agent.config.random)
    let names = Set(form.map(\.0))
    var reply: Reply?
    for proof in proofs where reply == nil || reply?.status == 401 {
      reply = try await send(
        "POST", address, form: form + proof.form.filter { !names.contains($0.0) }, authorization: proof.authorization,
        accept: "application/json")
    }
    guard let reply else { throw .config("clientAuth", "The client has no way to authenticate.") }
    return reply
  }

  /// The provider's endpoints: the discovery document, fetched once and checked (am-protocol 7.1).
  ///
  /// A document that leads away from the server is refused (DESIGN 7); origins are compared with default ports filled in.
  func discovered(_ config: OidcConfig) async throws(OidcError) -> Discovery {
    let address = agent.provider(of: config)
    if let known = await state.discovery(at: address) { return known }
    try agent.checkOrigin(of: address, named: "The discovery document", key: "discovery")
    let reply = try await send("GET", address, accept: "application/json")
    guard reply.status == 200, let document = reply.json?.object else {
      throw Self.undiscovered(reply, address: address)
    }
    let discovery = Discovery(document: document, address: address)
    for (name, url) in discovery.endpoints {
      try agent.checkOrigin(of: url, named: "The discovery document's \(name)", key: "discovery")
    }
    if let issuer = discovery.issuer { try await checkIssuer(issuer, isOfRealm: config.discoveryEndpoint.isEmpty) }
    await state.keep(discovery, at: address)
    return discovery
  }

  /// Whether the issuer is the server that was asked. Its host and port are those of the request, its path is the
  /// canonical one of the realm (am-protocol 7.1); answers and tokens are compared with it as exact text later on.
  ///
  /// Another host is refused. Another port or path is told: a server behind a proxy names its own port, a realm may go by an
  /// alias.
  private func checkIssuer(_ issuer: String, isOfRealm: Bool) async throws(OidcError) {
    let expected = agent.endpoints.issuer
    guard let url = HTTPURL(issuer), agent.trusted.cover(url) || url.host == HTTPURL(expected)?.host else {
      throw .config(
        "discovery", "The issuer of the discovery document is '\(issuer)', but the server is '\(expected)'.",
        hint: HTTPURL(issuer).map { "If that is right, allow it with --trust-origin \($0.origin)." })
    }
    guard isOfRealm, url != HTTPURL(expected) else { return }
    await agent.warn("The issuer of the discovery document is '\(issuer)' and not '\(expected)'.")
  }

  private static func undiscovered(_ reply: Reply, address: String) -> OidcError {
    guard reply.status == 404 else { return reply.failure("The request for the discovery document") }
    var error = OidcError.config(
      "discovery", "There is no OpenID provider at \(address) (404).",
      hint: "Check the realm, or name the document with --discovery.")
    error.status = 404
    error.host = reply.host
    return error
  }
}
