import Foundation
import HTTPClient
import HTTPServer
import JOSE
import JSON
import Synchronization

/// An AM that goes wrong on request: the journey's name, or the header `X-Mode`, says how. It repeats what it was sent wherever
/// a server could.
///
/// At each request it looks at the command lines of all processes.
final class ScriptedAM: Sendable {
  struct State {
    var refreshes = 0
    var issued = 0
    var nonce: String?
    var lifetime = 3600
    /// The journey `Slow` is answered once this file is there.
    var gate = ""
    var idTokens: [String] = []
    var requests: [String] = []
    var commandLines: Set<String> = []
  }

  let state = Mutex(State())
  private let server: HTTPServer

  init() throws {
    let link = Link()
    server = try HTTPServer { request in await link.owner?.answer(request) ?? ServerResponse(status: 503) }
    link.set(self)
  }

  /// The handler is there before the object is.
  private final class Link: Sendable {
    private struct Weak { weak var owner: ScriptedAM? }
    private let box = Mutex(Weak())
    var owner: ScriptedAM? { box.withLock { $0.owner } }
    func set(_ owner: ScriptedAM) { box.withLock { $0.owner = owner } }
  }

  var base: String { "http://127.0.0.1:\(server.port)/am" }
  private var oauth: String { base + "/oauth2/realms/root/realms/alpha" }
  var refreshes: Int { state.withLock { $0.refreshes } }

  func stop() async { await server.stop(within: .seconds(1)) }

  /// The options for this server.
  var options: [String] {
    [
      "--server", base, "--realm", "alpha", "--client-id", "cli", "--client-secret-from", "env:CLIENT",
      "--client-auth", "basic", "--redirect-uri", "org.example.journey:/callback",
    ]
  }

  private func answer(_ request: ServerRequest) async -> ServerResponse {
    let lines = Self.commandLines()
    state.withLock {
      $0.requests.append("\(request.method) \(request.path)")
      $0.commandLines.formUnion(lines)
    }
    let mode = request.header("X-Mode") ?? ""
    let query = Dictionary(
      PercentEncoding.parseQuery(request.query ?? "").map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    let path = request.path
    if path.hasSuffix("/serverinfo/*") { return .json(200, ["cookieName": "iPlanetDirectoryPro"]) }
    if path.hasSuffix("/authenticate") { return await authenticate(request, journey: query["authIndexValue"] ?? "") }
    if path.hasSuffix("/sessions") { return sessions(request, action: query["_action"] ?? "", mode: mode) }
    if path.hasSuffix("/openid-configuration") { return .json(200, discovery) }
    if path.hasSuffix("/authorize") { return authorize(request, query, mode: mode) }
    if path.hasSuffix("/access_token") { return await tokens(request, mode: mode) }
    if mode == "echo" { return Self.echo(request, 500) }
    if path.hasSuffix("/userinfo") { return repeating(request, ["sub": "demo"]) }
    if path.hasSuffix("/introspect") { return repeating(request, ["active": true]) }
    if path.contains("/devices/") { return devices(request) }
    if path.hasSuffix("/users/demo") { return repeating(request, ["_id": "demo"]) }
    if path.hasSuffix("/token/revoke") { return .json(200, [:]) }
    return .json(404, ["code": 404, "reason": "Not Found", "message": "Resource '' not found"])
  }

  private var discovery: JSON {
    [
      "issuer": .string(oauth), "authorization_endpoint": .string(oauth + "/authorize"),
      "token_endpoint": .string(oauth + "/access_token"), "userinfo_endpoint": .string(oauth + "/userinfo"),
      "jwks_uri": .string(oauth + "/connect/jwk_uri"), "revocation_endpoint": .string(oauth + "/token/revoke"),
      "introspection_endpoint": .string(oauth + "/introspect"),
      "end_session_endpoint": .string(oauth + "/connect/endSession"),
    ]
  }

  // MARK: Journeys

  private func authenticate(_ request: ServerRequest, journey: String) async -> ServerResponse {
    let body = try? JSON(parsing: request.body)
    let callbacks = body?["callbacks"]?.array ?? []
    func value(_ index: Int) -> String? { callbacks[index]["input"]?[0]?["value"]?.string }
    if journey == "Slow" { await until { self.isReleased } }
    switch callbacks.count {
    case 0:
      return .json(
        200, Self.step(["NameCallback": "User Name", "PasswordCallback": "Password"]),
        [("Set-Cookie", "amlbcookie=01; Path=/")])
    case 2 where value(1) == Canary.password && !journey.hasPrefix("Echo"):
      return .json(200, Self.step(["PasswordCallback": "One Time Password"]))
    case 1 where value(0) == Canary.oneTimeCode:
      return .json(
        200, ["tokenId": .string(Canary.session), "successUrl": "/am/console", "realm": "/alpha"],
        [("Set-Cookie", "iPlanetDirectoryPro=\(Canary.session); Path=/; HttpOnly")])
    default:
      switch journey {
      case "Echo500": return Self.echo(request, 500)
      case "Echo400":
        return .json(400, ["code": 400, "reason": "Bad Request", "message": "no", "detail": ["sent": body ?? .null]])
      case "EchoHTML":
        let text = "<html><body><pre>\(String(decoding: request.body, as: UTF8.self))</pre></body></html>"
        return ServerResponse(status: 503, headers: [("Content-Type", "text/html")], body: Array(text.utf8))
      case "EchoShort":
        let text = "The password that came with this request was \(value(1) ?? "") and \(value(1) ?? "")"
        return ServerResponse(status: 502, headers: [("Content-Type", "text/plain")], body: Array(text.utf8))
      case "EchoBase64":
        let text = Data((value(1) ?? "").utf8).base64EncodedString()
        return .json(401, ["code": 401, "reason": "Unauthorized", "message": .string("Refused: \(text)")])
      default:
        return .json(
          401, ["code": 401, "reason": "Unauthorized", "message": .string("Login failure of \(value(1) ?? "")")])
      }
    }
  }

  private static func step(_ callbacks: KeyValuePairs<String, String>) -> JSON {
    [
      "authId": .string(Canary.authID),
      "callbacks": .array(
        callbacks.enumerated().map { index, callback in
          [
            "type": .string(callback.key), "output": [["name": "prompt", "value": .string(callback.value)]],
            "input": [["name": .string("IDToken\(index + 1)"), "value": ""]],
          ]
        }),
    ]
  }

  /// A good answer that repeats the request, and what the server knows besides.
  private func repeating(_ request: ServerRequest, _ members: JSON.Object) -> ServerResponse {
    var members = members
    members["asked"] = .string(Self.text(of: request))
    members["sessions"] = [.string(Canary.session), .string("Bearer \(Canary.access(state.withLock { $0.issued }))")]
    return .json(200, .object(members), [("X-Asked", Self.oneLine(Self.text(of: request)))])
  }

  private func devices(_ request: ServerRequest) -> ServerResponse {
    let name = "phone of \(Canary.session)"
    return .json(
      200, ["result": [["uuid": "u-1", "deviceName": .string(name), "sharedSecret": .string(Canary.deviceSecret)]]])
  }

  private static func text(of request: ServerRequest) -> String {
    let headers = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
    return "\(String(decoding: request.body, as: UTF8.self)) with \(headers)"
  }

  private static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? $0 : "?" }))
  }

  private static func echo(_ request: ServerRequest, _ status: Int) -> ServerResponse {
    let text = "could not handle \(text(of: request))"
    return .json(status, ["code": .number(JSON.Number(status)), "reason": "Internal", "message": .string(text)])
  }

  // MARK: Session and tokens

  private func sessions(_ request: ServerRequest, action: String, mode: String) -> ServerResponse {
    if mode == "echo" { return Self.echo(request, 500) }
    switch action {
    case "validate": return .json(200, ["valid": true, "uid": "demo", "realm": "/alpha"])
    case "logout": return .json(200, ["result": "Successfully logged out"])
    default: return .json(200, ["username": "demo", "realm": "/alpha"])
    }
  }

  /// In the mode `pinned` the client is bound to a journey: a transaction, then a code for a post to its URL.
  private func authorize(_ request: ServerRequest, _ query: [String: String], mode: String) -> ServerResponse {
    state.withLock { $0.nonce = query["nonce"] }
    if mode == "pinned" {
      let form = PercentEncoding.parseQuery(String(decoding: request.body, as: UTF8.self))
      let isAgreed = form.contains { $0 == ("decision", "allow") } && form.contains { $0 == ("csrf", Canary.session) }
      guard request.method == "POST", isAgreed, query["tx"] == "tx-1" else { return loginPage(request) }
    }
    let code = PercentEncoding.encode(Canary.code)
    let place = mode == "elsewhere" ? "https://elsewhere.example.test/" : query["redirect_uri"] ?? ""
    let location =
      "\(place)?code=\(code)&iss=\(PercentEncoding.encode(oauth))&state="
      + "\(PercentEncoding.encode(query["state"] ?? ""))&client_id=cli"
    return ServerResponse(status: 302, headers: [("Location", location)])
  }

  private func loginPage(_ request: ServerRequest) -> ServerResponse {
    let advice =
      "<Advices><AttributeValuePair><Attribute name=\"TransactionConditionAdvice\"/><Value>tx-1</Value>"
      + "</AttributeValuePair></Advices>"
    let goto = "\(oauth)/authorize?\(request.query ?? "")&tx=tx-1"
    let pairs = [("authIndexType", "composite_advice"), ("authIndexValue", advice), ("goto", goto)]
    let query = pairs.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
    return ServerResponse(status: 302, headers: [("Location", "\(base)/UI/Login?\(query)&oauthObjectKey=k")])
  }

  private func tokens(_ request: ServerRequest, mode: String) async -> ServerResponse {
    let text = String(decoding: request.body, as: UTF8.self)
    let isRefresh = text.contains("grant_type=refresh_token")
    if isRefresh { state.withLock { $0.refreshes += 1 } }
    switch mode {
    case "refuse":
      let credentials = request.header("Authorization") ?? ""
      return .json(
        400, ["error": "invalid_request", "error_description": .string("refused: \(text) with \(credentials)")])
    case "plain-refuse":
      let plain = PercentEncoding.parseQuery(text).map { "\($0.name)=\($0.value)" }.joined(separator: ", ")
      return .json(401, ["error": "invalid_client", "error_description": .string(plain)])
    case "hang":
      try? await Task.sleep(for: .seconds(20))
      return ServerResponse(status: 503)
    case "slow": await until { self.state.withLock { $0.requests.contains { $0.hasSuffix("/authenticate") } } }
    default: break
    }
    return grant(isRefresh: isRefresh)
  }

  private func grant(isRefresh: Bool) -> ServerResponse {
    let (number, nonce, lifetime) = state.withLock { state in
      state.issued += 1
      return (state.issued, state.nonce, isRefresh ? 3600 : state.lifetime)
    }
    let now = Int(Date().timeIntervalSince1970)
    var claims: JSON.Object = [
      "sub": "demo", "iss": .string(oauth), "aud": "cli", "azp": "cli", "iat": .number(JSON.Number(now)),
      "exp": .number(JSON.Number(now + 3600)), "auth_time": .number(JSON.Number(now)),
    ]
    if !isRefresh { claims["nonce"] = nonce.map { .string($0) } }
    let token = try? JWS.sign(
      header: ["alg": "HS256"], payload: JSON.object(claims).bytes(), secret: Array(Canary.clientSecret.utf8))
    if let token { state.withLock { $0.idTokens.append(token) } }
    return .json(
      200,
      [
        "access_token": .string(Canary.access(number)), "refresh_token": .string(Canary.refresh(number)),
        "id_token": token.map { .string($0) } ?? .null, "token_type": "Bearer", "scope": "openid",
        "expires_in": .number(JSON.Number(lifetime)),
      ])
  }

  private var isReleased: Bool { FileManager.default.fileExists(atPath: state.withLock { $0.gate }) }

  /// Waits until something is so, at most 20 seconds.
  private func until(_ isSo: @Sendable () -> Bool) async {
    for _ in 0..<1000 where !isSo() { try? await Task.sleep(for: .milliseconds(20)) }
  }

  private static func commandLines() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { Int($0) != nil }.compactMap { name in
      FileManager.default.contents(atPath: "/proc/\(name)/cmdline").map { String(decoding: $0, as: UTF8.self) }
    }
  }
}

extension ServerResponse {
  static func json(_ status: Int, _ body: JSON, _ headers: [(name: String, value: String)] = []) -> ServerResponse {
    ServerResponse(status: status, headers: [("Content-Type", "application/json")] + headers, body: body.bytes())
  }
}
