import HTTPClient
import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A code, with what its exchange needs.
struct AuthorizationCode: Sendable {
  let code: String
  let request: AuthorizeRequest
}

extension OidcClient {
  /// Asks for a code with the session; the redirect is read and never followed (am-protocol 7.2).
  ///
  /// - Parameters:
  ///   - prompt: Replaces the configured `prompt`.
  ///   - consent: Whether to agree in the user's name, should the server ask. Without it nothing is ever agreed to.
  func authorize(_ config: OidcConfig, prompt: String?, consent: Bool) async throws(OidcError) -> AuthorizationCode {
    let provider = try await discovered(config)
    let request = try AuthorizeRequest(config: config, prompt: prompt, random: agent.config.random)
    let sent = try await pushed(request.parameters, config, provider)
    var reply = try await send("GET", provider.authorizationEndpoint, query: sent, session: true)
    var answer = Self.read(reply, request, config, provider)
    if consent, Self.wantsConsent(answer) {
      reply = try await agree(request, config, provider)
      answer = Self.read(reply, request, config, provider)
    }
    if case .code(let code) = answer { return AuthorizationCode(code: code, request: request) }
    let state = await stateOfSession(after: answer, request)
    throw answer.failure(reply: reply, clientID: config.clientId, redirectUri: config.redirectUri, session: state)
  }

  private static func read(
    _ reply: Reply, _ request: AuthorizeRequest, _ config: OidcConfig, _ provider: Discovery
  ) -> AuthorizeAnswer {
    AuthorizeAnswer(
      status: reply.status, location: reply.location, contentType: reply.contentType, body: reply.body,
      redirectUri: config.redirectUri, state: request.state, issuer: provider.issuer)
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
    case .login(let advice, _): asks = advice == nil || request.mayEndSession
    case .refused(let error, _):
      asks = request.mayEndSession || error == "login_required" || error == "interaction_required"
    case .unauthorized: asks = true
    case .code, .consent, .serverTrouble, .unexpected: asks = request.mayEndSession
    }
    guard asks, let session = await agent.sessionToken else { return .unknown }
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
