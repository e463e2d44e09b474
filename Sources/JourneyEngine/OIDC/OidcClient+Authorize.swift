import HTTPClient
import JOSE
import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A code, with what its exchange needs.
struct AuthorizationCode: Sendable {
  let code: String
  let binding: AnswerBinding
  /// Whether the server may have ended the session because of the request.
  var mayEndSession = false
}

extension OidcClient {
  /// Asks for a code with the session; the redirect is read and never followed (am-protocol 7.2).
  ///
  /// - Parameters:
  ///   - prompt: Replaces the configured `prompt`.
  ///   - consent: Whether to agree in the user's name, should the server ask. Without it nothing is ever agreed to.
  func authorize(_ config: OidcConfig, prompt: String?, consent: Bool) async throws(OidcError) -> AuthorizationCode {
    // The ID token that comes of this will be checked; four requests go out until then.
    if config.scopeText.split(separator: " ").contains("openid") { JoseLibrary.prepare() }
    let provider = try await discovered(config)
    let request = try AuthorizeRequest(config: config, prompt: prompt, random: agent.config.random)
    let sent = try await pushed(request.parameters, config, provider)
    var reply = try await send("GET", provider.authorizationEndpoint, query: sent, session: true)
    var answer = Self.read(reply, request.binding, config, provider)
    if consent, Self.wantsConsent(answer) {
      reply = try await agree(request, config, provider)
      answer = Self.read(reply, request.binding, config, provider)
    }
    if case .code(let code) = answer {
      return AuthorizationCode(code: code, binding: request.binding, mayEndSession: request.mayEndSession)
    }
    if case .pinned(let advice, let url) = answer { await wait(for: advice, url, request.binding, config) }
    let state = await stateOfSession(after: answer, request)
    throw answer.failure(reply: reply, clientID: config.clientId, redirectUri: config.redirectUri, session: state)
  }

  private static func read(
    _ reply: Reply, _ binding: AnswerBinding, _ config: OidcConfig, _ provider: Discovery
  ) -> AuthorizeAnswer {
    AuthorizeAnswer(
      status: reply.status, location: reply.location, contentType: reply.contentType, body: reply.body,
      redirectUri: config.redirectUri, state: binding.state, issuer: provider.issuer)
  }

  private static func wantsConsent(_ answer: AuthorizeAnswer) -> Bool {
    switch answer {
    case .consent: true
    case .refused(let error, _): error == "consent_required"
    default: false
    }
  }

  /// Posts the consent: the same parameters with the decision and the session token as `csrf` (am-protocol 7.3).
  ///
  /// `prompt=none` forbids the question, so it does not go with the answer.
  private func agree(
    _ request: AuthorizeRequest, _ config: OidcConfig, _ provider: Discovery
  ) async throws(OidcError) -> Reply {
    guard let session = await agent.sessionToken else { throw .noSession }
    let parameters = request.parameters.filter { $0 != ("prompt", "none") }
    let sent = try await pushed(parameters, config, provider)
    let form = sent + [("decision", "allow"), ("csrf", session.revealed)]
    return try await send("POST", provider.authorizationEndpoint, form: form, session: true)
  }

  // MARK: Clients that are bound to a journey

  /// Remembers a request whose client is bound to a journey: a new one would only open another transaction.
  private func wait(for advice: String, _ url: String, _ binding: AnswerBinding, _ config: OidcConfig) async {
    let place = url.hasPrefix("/") ? (agent.endpoints.origin ?? "") + url : url
    await agent.keep(
      authorization: PendingAuthorization(
        clientID: config.clientId, provider: agent.provider(of: config), transaction: Advice.transaction(of: advice),
        url: place, binding: binding))
  }

  /// Goes on with a request that has waited for the journey of its client; nil where there is none.
  ///
  /// The server takes its URL only as a post with the decision, so nothing is sent before the user has agreed. It is used
  /// as it is, once: whatever comes but a fault on the way, the transaction is over.
  func resumed(_ config: OidcConfig, session: Secret, consent: Bool) async throws(OidcError) -> AuthorizationCode? {
    guard let pending = await agent.authorization(of: config) else { return nil }
    guard pending.isSatisfied else {
      if await agent.isUnderWay(pending) { throw .journeyUnderWay(config.clientId) }
      return nil
    }
    guard consent else { throw .consentOfJourney(config.clientId) }
    try agent.checkOrigin(of: pending.url, named: "The waiting authorize request", key: "server")
    let provider = try await discovered(config)
    let reply = try await send(
      "POST", pending.url, form: [("decision", "allow"), ("csrf", session.revealed)], session: true)
    let answer = Self.read(reply, pending.binding, config, provider)
    if answer == .serverTrouble || reply.status == 429 {
      throw answer.failure(
        reply: reply, clientID: config.clientId, redirectUri: config.redirectUri, session: .unknown)
    }
    await agent.keep(authorization: nil)
    guard case .code(let code) = answer else {
      throw answer.failure(
        reply: reply, clientID: config.clientId, redirectUri: config.redirectUri, session: .unknown)
    }
    return AuthorizationCode(code: code, binding: pending.binding)
  }

  /// Pushes the parameters where that is asked for (RFC 9126); what then goes to authorize is the client and the URI.
  ///
  /// A server that has no such endpoint ignores `request_uri` silently, so that fails before anything is sent.
  private func pushed(
    _ parameters: [(String, String)], _ config: OidcConfig, _ provider: Discovery
  ) async throws(OidcError) -> [(String, String)] {
    guard config.par || provider.requiresPushedRequests else { return parameters }
    guard let endpoint = provider.pushedAuthorizationRequestEndpoint else {
      throw .config(
        "par", "The server offers no pushed authorization requests.", hint: "Leave out --par.")
    }
    let reply = try await sendAsClient(
      endpoint, form: parameters, config, audience: provider.tokenEndpoint)
    guard reply.isGood else { throw reply.failure("The pushed authorization request") }
    guard let uri = reply.json?["request_uri"]?.string, !uri.isEmpty else {
      var error = OidcError(
        .unexpectedReply, "The pushed authorization request was answered without a request_uri (\(reply.status)).")
      error.status = reply.status
      error.host = reply.host
      error.contentType = reply.contentType
      throw error
    }
    return [("client_id", config.clientId), ("request_uri", uri)]
  }

  /// Whether the session lives, where the answer leaves that open: a login redirect or `login_required` may mean either,
  /// and `prompt=login` and an exceeded `max_age` end it (am-protocol 7.4). A session known to be dead is dropped.
  private func stateOfSession(after answer: AuthorizeAnswer, _ request: AuthorizeRequest) async -> SessionState {
    let asks: Bool
    switch answer {
    case .login: asks = true
    case .refused(let error, _):
      asks = request.mayEndSession || error == "login_required" || error == "interaction_required"
    case .unauthorized: asks = true
    case .code, .consent, .pinned, .serverTrouble, .unexpected: asks = request.mayEndSession
    }
    guard asks, let session = await agent.sessionToken else { return .unknown }
    return await validated(session)
  }

  /// Whether a session lives; one that is known to be dead is dropped.
  func validated(_ session: Secret) async -> SessionState {
    do {
      guard try await Session(agent: agent, token: session).validate() else {
        await agent.forget(session: session)
        return .dead
      }
      return .alive
    } catch {
      return .unknown
    }
  }
}
