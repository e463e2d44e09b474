import Crypto
import JOSE
import JSON
import Testing

@testable import JourneySandbox

struct OAuthTests {
  let verifier = "dBjftJeZ4CVP-mBNUoK9eYdE6Hq0aLQp8u8u2Qm1d4k"

  func query(_ changes: [(String, String)] = []) -> String {
    var parameters = Parameters()
    var pairs = [
      ("client_id", "journey"), ("redirect_uri", "org.example.journey:/callback"), ("response_type", "code"),
      ("scope", "openid profile email"), ("state", "st"), ("nonce", "no"),
      ("code_challenge", PKCE.challenge(for: verifier)),
      ("code_challenge_method", "S256"),
    ]
    for change in changes {
      pairs.removeAll { $0.0 == change.0 }
      if !change.1.isEmpty { pairs.append(change) }
    }
    for pair in pairs { parameters.add(pair.0, pair.1) }
    return "/oauth2/authorize?" + parameters.encoded
  }

  func code(_ desk: Desk, session: String) async throws -> String {
    let reply = await desk.send("GET", query(), headers: [("Cookie", "iPlanetDirectoryPro=\(session)")])
    return try #require(reply.redirected["code"])
  }

  func exchange(_ desk: Desk, code: String, verifier: String? = nil) async -> Reply {
    await desk.form(
      "/oauth2/access_token",
      [
        ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", "org.example.journey:/callback"),
        ("client_id", "journey"),
        ("code_verifier", verifier ?? self.verifier),
      ])
  }

  @Test func `a session becomes tokens, and their signature fits the published key`() async throws {
    let desk = try Desk()
    let tokens = try await exchange(desk, code: try await code(desk, session: try await desk.session())).json()
    let idToken = try JWS(compact: try #require(tokens["id_token"]?.string))
    let keys = try JWKSet(json: try await desk.send("GET", "/oauth2/connect/jwk_uri").json())
    try idToken.verify(with: keys)
    let claims = try idToken.claims()
    #expect(claims["iss"]?.string == "http://127.0.0.1:8080/am/oauth2")
    #expect(claims["aud"]?.string == "journey")
    #expect(claims["sub"]?.string == "demo")
    #expect(claims["nonce"]?.string == "no")
    #expect(tokens["expires_in"]?.integer == 3599)
  }

  @Test func `a wrong verifier leaves the code usable, a second use ends its tokens`() async throws {
    let desk = try Desk()
    let code = try await code(desk, session: try await desk.session())
    #expect(try await exchange(desk, code: code, verifier: "wrong").json()["error"]?.string == "invalid_grant")
    let tokens = try await exchange(desk, code: code).json()
    let bearer = [(name: "Authorization", value: "Bearer " + (tokens["access_token"]?.string ?? ""))]
    #expect(await desk.send("GET", "/oauth2/userinfo", headers: bearer).status == 200)
    #expect(try await exchange(desk, code: code).json()["error"]?.string == "invalid_grant")
    let refused = await desk.send("GET", "/oauth2/userinfo", headers: bearer)
    #expect(refused.status == 401)
    #expect(refused.header("WWW-Authenticate")?.hasPrefix("Bearer") == true)
  }

  @Test func `a code whose session is gone is used up`() async throws {
    let desk = try Desk()
    let session = try await desk.session()
    let code = try await code(desk, session: session)
    _ = await desk.post("/json/sessions?_action=logout", [:], headers: [("iPlanetDirectoryPro", session)])
    let reply = await exchange(desk, code: code)
    #expect(try reply.json()["error_description"]?.string == "User must be authenticated to issue ID tokens.")
    #expect(try await exchange(desk, code: code).json()["error"]?.string == "invalid_grant")
  }

  @Test func `a code lives two minutes`() async throws {
    let desk = try Desk()
    let code = try await code(desk, session: try await desk.session())
    desk.clock.advance(seconds: 121)
    #expect(try await exchange(desk, code: code).json()["error_description"]?.string == "Authorization code expired.")
  }

  @Test func `a refresh token works once`() async throws {
    let desk = try Desk()
    let tokens = try await exchange(desk, code: try await code(desk, session: try await desk.session())).json()
    let old = try #require(tokens["refresh_token"]?.string)
    let form = [("grant_type", "refresh_token"), ("refresh_token", old), ("client_id", "journey")]
    #expect(
      try await desk.form("/oauth2/access_token", form + [("scope", "openid other")]).json()["error"]?.string
        == "invalid_scope")
    let new = try await desk.form("/oauth2/access_token", form).json()
    #expect(new["refresh_token"]?.string != old)
    let claims = try JWS(compact: try #require(new["id_token"]?.string)).claims()
    #expect(claims["nonce"] == nil)
    #expect(claims["c_hash"] == nil)
    #expect(try await desk.form("/oauth2/access_token", form).json()["error"]?.string == "invalid_grant")
  }

  @Test(arguments: [
    [("code_challenge", "")], [("code_challenge_method", "plain")], [("response_type", "")],
  ])
  func `a bad request of a known client goes back to it`(change: [(String, String)]) async throws {
    let desk = try Desk()
    let session = try await desk.session()
    let reply = await desk.send("GET", query(change), headers: [("Cookie", "iPlanetDirectoryPro=\(session)")])
    #expect(reply.status == 302)
    #expect(reply.redirected["error"] == "invalid_request")
    #expect(reply.redirected["state"] == "st")
  }

  @Test(arguments: [
    [("client_id", "nosuch")], [("redirect_uri", "org.example.journey:/callback/")],
    [("redirect_uri", "https://evil.example/")],
  ])
  func `without a known client and its redirect URI nothing is redirected`(change: [(String, String)]) async throws {
    let reply = try await Desk().send("GET", query(change))
    #expect(reply.status == 400)
    #expect(reply.header("Location") == nil)
    #expect(reply.header("Content-Type")?.hasPrefix("text/html") == true)
  }

  @Test func `prompt=none without a session ends at the redirect URI`() async throws {
    let reply = try await Desk().send("GET", query([("prompt", "none")]))
    #expect(reply.redirected["error"] == "interaction_required")
  }

  @Test func `a pushed request is used once`() async throws {
    let desk = try Desk()
    let session = try await desk.session()
    let pairs = Parameters(encoded: String(query().split(separator: "?")[1])).pairs.map { ($0.name, $0.value) }
    let pushed = await desk.form("/oauth2/par", pairs)
    #expect(pushed.status == 201)
    let uri = try #require(try pushed.json()["request_uri"]?.string)
    let path = "/oauth2/authorize?client_id=journey&request_uri=" + PercentText.encode(uri)
    let cookie = [(name: "Cookie", value: "iPlanetDirectoryPro=\(session)")]
    #expect(await desk.send("GET", path, headers: cookie).redirected["code"] != nil)
    #expect(await desk.send("GET", path, headers: cookie).status == 400)
  }

  @Test func `the user of a device allows it`() async throws {
    let desk = try Desk()
    let session = try await desk.session()
    let start = try await desk.form("/oauth2/device/code", [("client_id", "journey"), ("scope", "openid")]).json()
    let code = try #require(start["device_code"]?.string)
    let form = [
      ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", code), ("client_id", "journey"),
    ]
    #expect(try await desk.form("/oauth2/access_token", form).json()["error"]?.string == "authorization_pending")
    #expect(try await desk.form("/oauth2/access_token", form).json()["error"]?.string == "slow_down")
    _ = await desk.form(
      "/oauth2/device/user",
      [("user_code", start["user_code"]?.string ?? ""), ("decision", "allow"), ("csrf", session)],
      headers: [("Cookie", "iPlanetDirectoryPro=\(session)")])
    #expect(try await desk.form("/oauth2/access_token", form).json()["id_token"] != nil)
    #expect(try await desk.form("/oauth2/access_token", form).json()["error"]?.string == "invalid_grant")
  }
}
