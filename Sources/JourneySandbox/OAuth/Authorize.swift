import HTTPServer
import JSON

/// `…/authorize` (am-protocol 7.2 to 7.4, 11.4).
struct Authorize {
  let call: Call
  let request: AuthorizationRequest
  private var provider: Provider { call.realm.provider }

  /// AM clears this cookie with each redirect.
  private var clearedCookie: [String] {
    call.cookieLines("OAUTH_REQUEST_ATTRIBUTES", "DELETED").map { $0 + "; Expires=Thu, 01 Jan 1970 00:00:00 GMT" }
  }

  static func answer(_ call: Call) async throws(OAuthError) -> ServerResponse {
    let given: Parameters
    switch call.method {
    case "GET": given = call.query
    case "POST":
      var form = try OAuthRouter.form(call)
      for pair in call.query.pairs where pair.name != "realm" && form[pair.name] == nil {
        form.add(pair.name, pair.value)
      }
      given = form
    default:
      try OAuthRouter.allow(call, ["GET", "POST"])
      return .empty(405)
    }
    var plain = given
    if call.method == "GET" { plain.pairs.removeAll { $0.name == "realm" } }
    let request: AuthorizationRequest
    do {
      request = try AuthorizationRequest(plain, call: call)
    } catch {
      return error.page
    }
    let authorize = Authorize(call: call, request: request)
    do {
      try request.check(laxPKCE: call.services.settings.laxPKCE)
      return try await authorize.decide(decision: call.method == "POST" ? Decision(plain) : nil)
    } catch let error as Page {
      return error.error.page
    } catch let error as OAuthError {
      return authorize.refuse(error)
    } catch {
      return authorize.refuse(OAuthError("server_error", "The request could not be answered"))
    }
  }

  /// What a person decided on the consent page.
  struct Decision {
    let isAllowed: Bool
    let csrf: String?
    let isSaved: Bool

    /// A form with neither a decision nor the value of the page is a plain request.
    init?(_ form: Parameters) {
      guard form["decision"] != nil || form["csrf"] != nil else { return nil }
      isAllowed = form["decision"] == "allow"
      csrf = form["csrf"]
      isSaved = form["save_consent"] == "on"
    }
  }

  /// An error that a person is shown although client and redirect URI are good.
  private struct Page: Error {
    var error: OAuthError
  }

  private func decide(decision: Decision?) async throws -> ServerResponse {
    guard let session = usableSession, let user = call.realm.users.user(session.username) else {
      guard !request.isSilent else { throw OAuthError.interactionRequired }
      return loginRedirect(service: firstKnownACR)
    }
    if let decision, decision.csrf != session.token {
      throw Page(error: OAuthError("bad_request", "The csrf value does not match the session"))
    }
    if decision == nil, let redirect = try loginDemanded(session) { return redirect }
    let acr = try self.acr(session)
    guard let acr else { return loginRedirect(service: firstKnownACR) }
    if let hint = request.parameters["id_token_hint"] { try await check(hint: hint, session: session) }
    if let decision {
      guard decision.isAllowed else {
        throw OAuthError("access_denied", "Resource Owner did not authorize the request")
      }
      if decision.isSaved { provider.saveConsent(user: user.name, client: request.client.id, scopes: request.scopes) }
    } else if needsConsent(user) {
      guard !request.isSilent else { throw OAuthError("consent_required", "The request requires consent.") }
      return ConsentPage.answer(request, user: user, csrf: session.token, call: call)
    }
    if let uri = request.pushedURI, !provider.usePushed(uri, at: call.now) {
      throw Page(error: OAuthError("invalid_request_uri", "The request_uri is unknown, expired or used"))
    }
    return try await grant(session: session, user: user, acr: acr)
  }

  /// The live session of the request, if it is one of this realm.
  private var usableSession: Session? {
    let settings = call.services.settings
    if settings.isFork, call.cookies[settings.cookieName]?.isEmpty ?? true { return nil }
    guard let session = call.accessedSession, session.realm == call.realm.path else { return nil }
    return session
  }

  private func needsConsent(_ user: User) -> Bool {
    guard !request.scopes.isEmpty else { return false }
    if request.prompts.contains("consent") { return true }
    return request.client.needsConsent
      && !provider.hasConsent(user: user.name, client: request.client.id, scopes: request.scopes)
  }

  /// `prompt=login` and a session that is too old end the session that was sent; the second is told once, and then there is none
  /// (am-protocol 7.4).
  private func loginDemanded(_ session: Session) throws(OAuthError) -> ServerResponse? {
    if request.prompts.contains("login") {
      call.services.sessions.end(session.token, at: call.now)
      return loginRedirect(service: firstKnownACR)
    }
    if let age = request.parameters["max_age"].flatMap({ Int($0) }), session.started.adding(seconds: age) < call.now {
      call.services.sessions.end(session.token, at: call.now)
      throw .loginRequired
    }
    return nil
  }

  /// The keys of `acr_values` are the names of journeys; the first that is one counts.
  private var firstKnownACR: String? {
    (request.parameters["acr_values"] ?? "").split(separator: " ").map(String.init).first {
      call.realm.journeys.journey($0)?.canBeStarted == true
    }
  }

  /// The class that the session meets: the key, `0` where none was asked, nil where it does not meet it.
  private func acr(_ session: Session) throws(OAuthError) -> String? {
    guard let wanted = firstKnownACR else { return "0" }
    if session.service == wanted { return wanted }
    // The fork gives a code all the same (am-protocol 7.4).
    guard !call.services.settings.isFork else { return "0" }
    guard !request.isSilent else { throw .interactionRequired }
    return nil
  }

  private func check(hint: String, session: Session) async throws {
    let claims: JSON.Object
    do {
      claims = try await provider.keys.verify(hint)
    } catch {
      throw OAuthError("invalid_request", "The id_token_hint is not valid")
    }
    guard claims["sub"]?.string == session.subject, claims["iss"]?.string == OAuthEndpoints(call).issuer else {
      throw OAuthError.loginRequired
    }
  }

  private func grant(session: Session, user: User, acr: String) async throws(OAuthError) -> ServerResponse {
    let tokens = call.services.tokens
    let sid = session.contextID
    let grant = Grant(
      id: tokens.uuid(), clientID: request.client.id, username: user.name, subject: session.subject,
      scopes: request.scopes, session: session, sessionID: sid, nonce: request.nonce, acr: acr,
      operation: tokens.opaque(), at: call.now)
    provider.noteSession(session.token, sid: sid, until: session.maximumEnd, at: call.now)
    var answer = Parameters()
    switch request.responseTypes {
    case ["code"]:
      let code = AuthorizationCode(
        grant: grant, redirectURI: request.redirectURI,
        challenge: request.parameters["code_challenge"].flatMap { $0.isEmpty ? nil : $0 },
        expires: call.now.adding(seconds: call.services.settings.codeSeconds))
      answer.add("code", provider.makeCode(code, at: call.now))
      answer.add("iss", OAuthEndpoints(call).issuer)
    case ["id_token"]:
      answer.add("id_token", try await IDTokens.make(call, grant: grant, accessToken: nil, code: nil))
    default:
      answer.add("iss", OAuthEndpoints(call).issuer)
    }
    if let state = request.state { answer.add("state", state) }
    if request.responseTypes != ["id_token"] { answer.add("client_id", request.client.id) }
    if call.services.settings.isFork { answer.add("scope", request.scopes.joined(separator: " ")) }
    return respond(answer, inFragment: request.usesFragment)
  }

  private func refuse(_ error: OAuthError) -> ServerResponse {
    var answer = Parameters()
    answer.add("error_description", error.description)
    if let state = request.state { answer.add("state", state) }
    answer.add("error", error.code)
    return respond(answer, inFragment: request.usesFragment && request.responseTypes.contains("id_token"))
  }

  private func respond(_ answer: Parameters, inFragment: Bool) -> ServerResponse {
    guard request.usesForm else {
      return .redirect(request.location(answer, inFragment: inFragment), cookies: clearedCookie)
    }
    return FormPostPage.answer(answer, to: request.redirectURI)
  }

  /// To the login page, with the whole request as the way back; without what would ask again for ever.
  private func loginRedirect(service: String?) -> ServerResponse {
    var back = Parameters()
    let pairs: Parameters =
      request.pushedURI.map { uri in
        var short = Parameters()
        short.add("client_id", request.client.id)
        short.add("request_uri", uri)
        return short
      } ?? request.parameters
    for pair in pairs.pairs where !["decision", "csrf", "save_consent"].contains(pair.name) {
      if pair.name == "prompt" {
        let left = pair.value.split(separator: " ").filter { $0 != "login" }.joined(separator: " ")
        if !left.isEmpty { back.add("prompt", left) }
      } else {
        back.add(pair.name, pair.value)
      }
    }
    var page = Parameters()
    page.add("realm", call.realm.path)
    if let service { page.add("service", service) }
    page.add("goto", OAuthEndpoints(call).authorize + "?" + back.encoded)
    var response = ServerResponse.redirect(call.baseURL + "/UI/Login?" + page.encoded, cookies: clearedCookie)
    response.status = call.services.settings.loginRedirectStatus
    return response
  }
}
