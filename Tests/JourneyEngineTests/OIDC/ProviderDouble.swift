import Crypto
import FoundationEssentials
import HTTPClient
import JOSE
import JSON
import JourneyEngine
import Synchronization

/// An OpenID provider with sessions, played without a network: good answers by itself, others from lists.
///
/// It keeps what it was asked, and signs its ID tokens.
final class ProviderDouble: HTTPTransport {
  /// A request as the double saw it.
  struct Seen: Sendable {
    var method: String
    var path: String
    var query: [String: String]
    var form: [String: String]
    var pairs: [String]
    var headers: HTTPHeaders
    var body: String
  }

  /// An answer to give instead of the good one.
  enum Answer: Sendable {
    case reply(Int, [(String, String)], String)
    case fault(HTTPClientError.Phase)
    case make(@Sendable (ProviderDouble, Seen) -> Answer)
    static func json(_ status: Int, _ body: JSON, _ headers: [(String, String)] = []) -> Answer {
      .reply(status, headers + [("Content-Type", "application/json")], body.text())
    }
    static func redirect(_ location: String) -> Answer { .reply(302, [("Location", location)], "") }
  }

  struct State: Sendable {
    var seen: [Seen] = []
    var answers: [String: [Answer]] = [:]
    var document: JSON.Object = [:]
    var asked: [String: String] = [:]
    var verifiers: [String: String] = [:]
    var pushed: [String: [String: String]] = [:]
    var sessions: Set<String> = ["session-1.*AAJ.*"]
    var count = 0
    var user = "demo"
    var claims: [String: JSON?] = [:]
    var keys: [JWK] = [ProviderDouble.rsa]
    var signing = ProviderDouble.rsa
    var algorithm = JWSAlgorithm.RS256
    var secret = ""
    var knownVersions: Set<String> = ["4.0", "2.0", "1.2", "2.1", "3.1"]
    var delays = false
  }

  static let base = "https://am.example.test/am"
  static let oauth = base + "/oauth2/realms/root/realms/alpha"
  static let redirect = "org.example.journey:/callback"
  static let session = Secret("session-1.*AAJ.*")
  static let start = Date(timeIntervalSince1970: 1_800_000_000)
  static let rsa = makeKey(.rsa2048, "zhBo/+Z=", .RS256)
  static let ec = makeKey(.p256, "ec/1+Z=", .ES256)
  static let other = makeKey(.rsa2048, "other/key=", .RS256)

  private static func makeKey(_ kind: JWK.KeyKind, _ id: String, _ algorithm: JWSAlgorithm) -> JWK {
    do {
      return try JWK.generate(kind, kid: id, alg: algorithm)
    } catch {
      preconditionFailure("no key: \(error)")
    }
  }

  let state = Mutex(State())
  let clock: TestClock
  let gate = Gate()

  init(clock: TestClock) {
    self.clock = clock
    let base = Self.oauth
    state.withLock {
      $0.document = [
        "issuer": .string(base), "authorization_endpoint": .string(base + "/authorize"),
        "token_endpoint": .string(base + "/access_token"), "userinfo_endpoint": .string(base + "/userinfo"),
        "jwks_uri": .string(base + "/connect/jwk_uri"), "revocation_endpoint": .string(base + "/token/revoke"),
        "introspection_endpoint": .string(base + "/introspect"),
        "end_session_endpoint": .string(base + "/connect/endSession"),
        "pushed_authorization_request_endpoint": .string(base + "/par"),
      ]
    }
  }

  /// Answers to give to the next requests whose path ends so.
  func queue(_ suffix: String, _ answers: Answer...) {
    state.withLock { $0.answers[suffix, default: []] += answers }
  }

  func sent(_ suffix: String) -> [Seen] { state.withLock { $0.seen.filter { $0.path.hasSuffix(suffix) } } }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  // MARK: Transport

  func send(_ request: HTTPRequest) async throws(HTTPClientError) -> HTTPResponse {
    let text = String(decoding: request.body ?? [], as: UTF8.self)
    let isForm = request.headers["Content-Type"] == "application/x-www-form-urlencoded"
    let query = PercentEncoding.parseQuery(request.url.query ?? "")
    let form = isForm ? PercentEncoding.parseQuery(text) : []
    let seen = Seen(
      method: request.method, path: request.url.path, query: Self.dictionary(query), form: Self.dictionary(form),
      pairs: query.map(\.name), headers: request.headers, body: text)
    let queued = state.withLock { state -> Answer? in
      state.seen.append(seen)
      guard
        let key = state.answers.keys.first(where: { seen.path.hasSuffix($0) && state.answers[$0]?.isEmpty == false })
      else { return nil }
      return state.answers[key]?.removeFirst()
    }
    if state.withLock({ $0.delays }), seen.path.hasSuffix("/access_token") { await gate.pass() }
    var answer = queued ?? good(seen)
    while case .make(let make) = answer { answer = make(self, seen) }
    switch answer {
    case .reply(let status, let headers, let body):
      var all = HTTPHeaders()
      for (name, value) in headers { all.add(name, value) }
      return HTTPResponse(status: status, headers: all, body: Array(body.utf8))
    case .fault(let phase):
      throw HTTPClientError(
        phase: phase, host: request.url.hostAndPort, path: request.url.path, detail: "as the test wants",
        mayHaveReachedServer: phase == .dropped)
    case .make: preconditionFailure("resolved above")
    }
  }

  private static func dictionary(_ pairs: [(name: String, value: String)]) -> [String: String] {
    Dictionary(pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Good answers

  func good(_ seen: Seen) -> Answer {
    switch seen.path {
    case _ where seen.path.hasSuffix("/openid-configuration"):
      return .json(200, .object(state.withLock { $0.document }))
    case _ where seen.path.hasSuffix("/jwk_uri"):
      return .json(200, JWKSet(keys: state.withLock { $0.keys }).json)
    case _ where seen.path.hasSuffix("/serverinfo/*"):
      return .json(200, ["cookieName": "iPlanetDirectoryPro"])
    case _ where seen.path.hasSuffix("/authorize"): return authorize(seen)
    case _ where seen.path.hasSuffix("/access_token"): return tokens(seen)
    case _ where seen.path.hasSuffix("/userinfo"): return .json(200, ["sub": .string(state.withLock { $0.user })])
    case _ where seen.path.hasSuffix("/introspect"): return .json(200, ["active": true])
    case _ where seen.path.hasSuffix("/token/revoke"): return .json(200, [:])
    case _ where seen.path.hasSuffix("/endSession"): return .reply(204, [], "")
    case _ where seen.path.hasSuffix("/par"):
      return state.withLock { state in
        let uri = "urn:ietf:params:oauth:request_uri:\(state.pushed.count)"
        state.pushed[uri] = seen.form
        return .json(201, ["request_uri": .string(uri), "expires_in": 90])
      }
    case _ where seen.path.hasSuffix("/sessions"): return session(seen)
    default: return .json(404, ["code": 404, "reason": "Not Found", "message": "Resource '' not found"])
    }
  }

  /// Whether the request carries a session that lives, in the header and in the cookie.
  private func isKnown(_ seen: Seen) -> Bool {
    guard let header = seen.headers["iPlanetDirectoryPro"] else { return false }
    let cookies = seen.headers["Cookie"] ?? ""
    return state.withLock { $0.sessions.contains(header) } && cookies.contains("iPlanetDirectoryPro=\(header)")
  }

  func authorize(_ seen: Seen) -> Answer {
    guard isKnown(seen) else { return .redirect(Self.base + "/UI/Login?realm=%2Falpha&goto=x") }
    return state.withLock { state in
      var asked = seen.query.merging(seen.form) { _, form in form }
      if let uri = asked["request_uri"], let pushed = state.pushed[uri] { asked.merge(pushed) { own, _ in own } }
      state.asked = asked
      state.count += 1
      let code = "c0de-\(state.count)+/="
      state.verifiers[code] = asked["code_challenge"]
      return .redirect(
        Self.redirect + "?code=\(PercentEncoding.encode(code))&iss=\(PercentEncoding.encode(Self.oauth))"
          + "&state=\(PercentEncoding.encode(asked["state"] ?? ""))&client_id=cli")
    }
  }

  func tokens(_ seen: Seen) -> Answer {
    let fits = state.withLock { state in
      seen.form["grant_type"] != "authorization_code"
        || state.verifiers.removeValue(forKey: seen.form["code"] ?? "")
          == PKCE.challenge(for: seen.form["code_verifier"] ?? "")
    }
    guard fits else { return .json(400, ["error": "invalid_grant", "error_description": "verifier"]) }
    return .json(200, answer(refresh: seen.form["grant_type"] == "refresh_token"))
  }

  /// A good token answer with new tokens.
  func answer(refresh: Bool) -> JSON {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    return [
      "access_token": .string("at-\(number)"), "refresh_token": .string("rt-\(number)"), "scope": "openid profile",
      "id_token": .string(idToken(refresh: refresh)), "token_type": "Bearer", "expires_in": 3600,
    ]
  }

  func idToken(refresh: Bool) -> String {
    let state = state.withLock { $0 }
    let now = Int(clock.now().timeIntervalSince1970)
    var claims: JSON.Object = [
      "sub": .string(state.user), "iss": state.document["issuer"] ?? .null, "aud": "cli", "azp": "cli",
      "iat": .number(JSON.Number(now)), "exp": .number(JSON.Number(now + 3600)),
      "auth_time": .number(JSON.Number(now)),
    ]
    if !refresh { claims["nonce"] = state.asked["nonce"].map { .string($0) } }
    for (name, value) in state.claims { claims[name] = value }
    var header: JSON.Object = ["alg": .string(state.algorithm.rawValue)]
    let payload = JSON.object(claims).bytes()
    do {
      if state.algorithm.rawValue.hasPrefix("HS") {
        return try JWS.sign(header: header, payload: payload, secret: Array(state.secret.utf8))
      }
      if let id = state.signing.kid { header["kid"] = .string(id) }
      return try JWS.sign(header: header, payload: payload, key: state.signing)
    } catch {
      preconditionFailure("not signed: \(error)")
    }
  }

  private func session(_ seen: Seen) -> Answer {
    let version = (seen.headers["Accept-API-Version"] ?? "").split(separator: ",").first.map { $0.dropFirst(9) }
    let isVersionKnown = state.withLock { $0.knownVersions.contains(String(version ?? "")) }
    guard isVersionKnown else {
      return .json(404, ["code": 404, "reason": "Not Found", "message": "Resource '' not found"])
    }
    let action = seen.query["_action"] ?? ""
    guard isKnown(seen) else {
      return action == "validate"
        ? .json(200, ["valid": false]) : .json(401, ["code": 401, "message": "Access Denied"])
    }
    switch action {
    case "validate": return .json(200, ["valid": true, "uid": "demo", "realm": "/alpha"])
    case "getSessionInfo":
      return .json(
        200,
        [
          "username": "demo", "universalId": "id=demo,ou=user", "realm": "/alpha",
          "latestAccessTime": "2027-01-15T08:00:00Z", "maxIdleExpirationTime": "2027-01-15T08:30:00Z",
          "maxSessionExpirationTime": "2027-01-15T10:00:00Z", "properties": ["AMCtxId": "a-1"],
        ])
    case "logout":
      state.withLock { _ = $0.sessions.remove(seen.headers["iPlanetDirectoryPro"] ?? "") }
      return .json(200, ["result": "Successfully logged out"])
    default: return .json(501, ["code": 501, "message": "Not Implemented"])
    }
  }
}

/// Holds those who pass until it is opened.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private(set) var arrived = 0

  func pass() async {
    arrived += 1
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    for one in waiting { one.resume() }
    waiting = []
  }
}
