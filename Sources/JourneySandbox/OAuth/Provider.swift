import Crypto
import Synchronization

/// The OAuth provider of one realm: its clients and what it has given out. At most forty thousand tokens live at a time.
final class Provider: Sendable {
  private struct State {
    var codes = ExpiringTable<AuthorizationCode>(capacity: 20_000)
    var tokens = ExpiringTable<IssuedToken>(capacity: 40_000)
    var requests = ExpiringTable<PushedRequest>(capacity: 10_000)
    var assertions = ExpiringTable<Bool>(capacity: 50_000)
    /// Session tokens by the `sid` of ID tokens.
    var sessions = ExpiringTable<String>(capacity: 20_000)
    var devices = ExpiringTable<DeviceRequest>(capacity: 10_000)
    /// Scopes that a user has agreed to for good, by user and client.
    var consents: [String: Set<String>] = [:]
  }

  let clients: [Client]
  let keys: SigningKeys
  private let state = Mutex(State())
  private let tokens: TokenMaker
  private let settings: Services.Settings

  init(clients: [Client], keys: SigningKeys, tokens: TokenMaker, settings: Services.Settings) {
    self.clients = clients
    self.keys = keys
    self.tokens = tokens
    self.settings = settings
  }

  func client(_ id: String) -> Client? { clients.first { $0.id == id } }

  func reset() {
    state.withLock { $0 = State() }
  }

  // Codes

  func makeCode(_ code: AuthorizationCode, at now: Moment) -> String {
    let text = tokens.opaque()
    // It is remembered longer than it lives, so that a late second use is told from an unknown code.
    state.withLock { $0.codes.insert(code, for: text, until: code.expires.adding(seconds: 600), at: now) }
    return text
  }

  /// Checks a code and uses it up in one go, so that it works once even where two ask at the same moment. A second use ends the grant; a
  /// try that fails leaves the code as it was (am-protocol 7.7, 11.0).
  func redeem(_ text: String, client: Client, redirectURI: String?, verifier: String?, at now: Moment)
    throws(OAuthError)
    -> AuthorizationCode
  {
    let outcome: Result<AuthorizationCode, OAuthError> = state.withLock { state in
      guard let code = state.codes.value(text, at: now) else { return .failure(.invalidGrant) }
      // Whoever tries.
      guard !code.isUsed else {
        code.grant.revoke()
        return .failure(.invalidGrant)
      }
      guard code.grant.clientID == client.id else { return .failure(.invalidGrant) }
      guard now < code.expires else { return .failure(.codeExpired) }
      guard let redirectURI else { return .failure(.missing("redirect_uri")) }
      guard redirectURI == code.redirectURI else { return .failure(.invalidGrant) }
      if let challenge = code.challenge {
        let given = verifier ?? ""
        // AM takes a code with a challenge without any verifier (am-protocol 7.5).
        guard !given.isEmpty || settings.laxPKCE else {
          return .failure(OAuthError("invalid_request", "code_verifier parameter required"))
        }
        let isRight = constantTimeEquals(Array(PKCE.challenge(for: given).utf8), Array(challenge.utf8))
        guard isRight || given.isEmpty else { return .failure(.invalidGrant) }
      } else if verifier != nil {
        return .failure(.invalidGrant)
      }
      state.codes.update(text, at: now) { $0.isUsed = true }
      return .success(code)
    }
    return try outcome.get()
  }

  // Tokens

  /// - Parameter made: the text of the token where it is not to be an opaque one.
  func issue(_ kind: IssuedToken.Kind, grant: Grant, scopes: [String], at now: Moment, made: String? = nil) -> String {
    let text = made ?? tokens.opaque()
    let life = kind == .access ? settings.accessTokenSeconds : settings.refreshTokenSeconds
    let token = IssuedToken(kind: kind, grant: grant, scopes: scopes, expires: now.adding(seconds: life))
    state.withLock { $0.tokens.insert(token, for: text, until: token.expires, at: now) }
    return text
  }

  /// A token that lives and whose grant does.
  func token(_ text: String, at now: Moment) -> IssuedToken? {
    state.withLock { $0.tokens.value(text, at: now) }.flatMap { $0.grant.isRevoked || $0.isUsed ? nil : $0 }
  }

  /// Takes a refresh token out for one use; `invalid_grant` where it is dead or another request was quicker. Without rotation it stays; and
  /// where reuse ends the grant, a used one is kept to be known again.
  func takeRefreshToken(_ text: String, fits: (IssuedToken) throws(OAuthError) -> Void, at now: Moment)
    throws(OAuthError) -> IssuedToken
  {
    if settings.reuseEndsGrant, let used = state.withLock({ $0.tokens.value(text, at: now) }), used.isUsed {
      used.grant.revoke()
    }
    guard let token = token(text, at: now), token.kind == .refresh else { throw .deadRefreshToken }
    try fits(token)
    guard settings.rotatesRefreshTokens else { return token }
    let wasThere = state.withLock { state in
      guard settings.reuseEndsGrant else { return state.tokens.remove(text, at: now) != nil }
      guard state.tokens.value(text, at: now)?.isUsed == false else { return false }
      state.tokens.update(text, at: now) { $0.isUsed = true }
      return true
    }
    guard wasThere else { throw .deadRefreshToken }
    return token
  }

  func removeToken(_ text: String, at now: Moment) {
    state.withLock { _ = $0.tokens.remove(text, at: now) }
  }

  // Pushed requests

  func push(_ request: PushedRequest, at now: Moment) -> String {
    let uri = "urn:ietf:params:oauth:request_uri:" + tokens.opaque()
    state.withLock { $0.requests.insert(request, for: uri, until: now.adding(seconds: settings.parSeconds), at: now) }
    return uri
  }

  func pushed(_ uri: String, at now: Moment) -> PushedRequest? {
    state.withLock { $0.requests.value(uri, at: now) }
  }

  /// Uses a pushed request up; false where it has been.
  func usePushed(_ uri: String, at now: Moment) -> Bool {
    state.withLock { $0.requests.remove(uri, at: now) != nil }
  }

  // The rest

  /// Notes the `jti` of a client assertion; false where it came before.
  func noteAssertion(_ id: String, until end: Moment, at now: Moment) -> Bool {
    state.withLock { state in
      guard state.assertions.value(id, at: now) == nil else { return false }
      state.assertions.insert(true, for: id, until: end, at: now)
      return true
    }
  }

  func noteSession(_ token: String, sid: String, until end: Moment, at now: Moment) {
    state.withLock { $0.sessions.insert(token, for: sid, until: end, at: now) }
  }

  func sessionToken(sid: String, at now: Moment) -> String? {
    state.withLock { $0.sessions.value(sid, at: now) }
  }

  func saveConsent(user: String, client: String, scopes: [String]) {
    state.withLock { $0.consents[user + "\n" + client] = Set(scopes) }
  }

  /// A saved consent counts for exactly the same scopes (am-protocol 7.3).
  func hasConsent(user: String, client: String, scopes: [String]) -> Bool {
    state.withLock { $0.consents[user + "\n" + client] == Set(scopes) }
  }

  func addDevice(_ request: DeviceRequest, code: String, at now: Moment) {
    state.withLock { $0.devices.insert(request, for: code, until: request.expires.adding(seconds: 600), at: now) }
  }

  /// Changes a device request under the lock and gives what the change gives.
  func withDevice<Outcome: Sendable>(_ code: String, at now: Moment, _ change: (inout DeviceRequest?) -> Outcome)
    -> Outcome
  {
    state.withLock { state in
      let known = state.devices.value(code, at: now)
      var request = known
      let outcome = change(&request)
      if let request {
        state.devices.update(code, at: now) { $0 = request }
      } else if known != nil {
        state.devices.remove(code, at: now)
      }
      return outcome
    }
  }

  /// The device code of a user code.
  func deviceCode(user code: String, at now: Moment) -> String? {
    state.withLock { $0.devices.values(at: now).first { $0.userCode == code }?.deviceCode }
  }
}

/// A request that a client has pushed (RFC 9126).
struct PushedRequest: Sendable {
  var clientID: String
  var parameters: Parameters
}

/// A device that waits for its user (RFC 8628).
struct DeviceRequest: Sendable {
  enum Decision: Sendable {
    case pending
    case allowed(Grant)
    case denied
  }

  var deviceCode: String
  var userCode: String
  var clientID: String
  var scopes: [String]
  var expires: Moment
  var interval = 5
  var lastPoll: Moment?
  var decision = Decision.pending
}
