import JSON
import Testing

@testable import JourneySandbox

/// The switch `fork` (am-protocol 11.6 with 1.10, 2.12, 5.6 and 7.13).
struct ForkTests {
  private let desk: Desk

  init() throws { desk = try Desk { $0.switches = ["fork"] } }

  private func upgrade(_ token: String) -> String { "&sessionUpgradeSSOTokenId=" + PercentText.encode(token) }

  private func signIn(query: String = "") async throws -> Reply {
    await desk.answer(try await desk.start(query: query).json(), "demo", "Ch4ng31t")
  }

  @Test func `the reference of an attempt is a cookie, and the token of its session`() async throws {
    let first = await desk.start("TwoSteps")
    let step = try first.json()
    let claims = try Desk.claims(step["authId"])
    #expect(claims["exp"] == nil && claims["iat"] == nil)
    let reference = try #require(claims["sessionId"]?.string)
    #expect(first.headers("Set-Cookie").contains { $0.hasPrefix("AMAuthCookie=\(reference); ") })
    let second = await desk.answer(step, "demo")
    #expect(!second.headers("Set-Cookie").contains { $0.hasPrefix("AMAuthCookie=") })
    let end = await desk.answer(try second.json(), "Ch4ng31t")
    #expect(try end.json()["tokenId"]?.string == reference)
    #expect(end.headers("Set-Cookie").contains { $0.hasPrefix("AMAuthCookie=LOGOUT; ") && $0.hasSuffix("Max-Age=0") })
  }

  @Test func `a failure ends the attempt and leaves its cookie`() async throws {
    let step = try await desk.start().json()
    let failure = await desk.answer(step, "demo", "wrong")
    #expect(failure.status == 401)
    #expect(failure.headers("Set-Cookie").isEmpty)
    let late = await desk.answer(step, "demo", "Ch4ng31t")
    #expect(late.status == 408)
    #expect(late.header("X-ForgeRock-TransactionId") == nil)
  }

  @Test func `a session in header or cookie is not looked at, one in the parameter is`() async throws {
    let token = try await desk.session()
    let name = desk.application.services.settings.cookieName
    for header in [(name, token), ("Cookie", name + "=" + token)] {
      #expect(try await desk.start(headers: [header]).json()["authId"] != nil)
    }
    #expect(try await desk.start(query: upgrade(token)).json()["tokenId"]?.string == token)
    let other = try await desk.start("TwoSteps", query: upgrade(token)).json()
    let end = await desk.answer(try await desk.answer(other, "demo").json(), "Ch4ng31t")
    let new = try #require(try end.json()["tokenId"]?.string)
    #expect(new != token)
    #expect(await desk.lives(new))
    #expect(await !desk.lives(token))
  }

  @Test func `a parameter that names no session is 400, an empty one is none`() async throws {
    #expect(await desk.start(query: "&sessionUpgradeSSOTokenId=").status == 200)
    let garbage = await desk.start(query: upgrade("x"))
    #expect(garbage.status == 400)
    #expect(try garbage.json()["message"]?.string == "Failed to create encrypted storage key for:\nSession ID: x")
    let dead = await desk.start(query: upgrade("a.*b*"))
    #expect(try dead.json()["message"]?.string == "Invalid session ID.a.*b*")
  }

  @Test func `ForceAuth ends in 400, unless the session is named, whose token then stays`() async throws {
    let refused = try await signIn(query: "&ForceAuth=true")
    #expect(refused.status == 400)
    #expect(try refused.json()["message"]?.string?.hasPrefix("Session Upgrade fails since user is different") == true)
    let token = try await desk.session()
    let forced = try await signIn(query: "&ForceAuth=true" + upgrade(token))
    #expect(try forced.json()["tokenId"]?.string == token)
    #expect(await desk.lives(token))
  }

  @Test func `a login without a session says so in words`() async throws {
    let step = try await desk.start(query: "&noSession=true").json()
    let end = try await desk.answer(step, "demo", "Ch4ng31t").json()
    #expect(end["tokenId"] == nil)
    #expect(end["message"]?.string == "Authentication Successful")
  }

  @Test func `authorize wants the cookie, and discovery lacks what the fork lacks`() async throws {
    let token = try await desk.session()
    let name = desk.application.services.settings.cookieName
    #expect(await desk.send("GET", TokenDesk.request, headers: [(name, token)]).status == 301)
    let byCookie = await desk.send("GET", TokenDesk.request, headers: [("Cookie", name + "=" + token)])
    #expect(byCookie.status == 302)
    #expect(byCookie.redirected["scope"] == "openid email")
    let discovery = try await desk.send("GET", "/oauth2/.well-known/openid-configuration").json()
    for missing in [
      "revocation_endpoint", "introspection_endpoint", "pushed_authorization_request_endpoint", "grant_types_supported",
      "response_modes_supported", "code_challenge_methods_supported",
    ] { #expect(discovery[missing] == nil) }
    #expect(discovery["token_endpoint"] != nil)
    #expect(discovery["token_endpoint_auth_methods_supported"]?.array?.contains("none") == false)
    #expect(await desk.form("/oauth2/par", [("client_id", "journey")]).status == 404)
  }

  @Test func `ID tokens say auth:time, in milliseconds after a refresh, and then end nothing`() async throws {
    let tokens = try await TokenDesk(desk: desk).tokens()
    let first = try Desk.claims(tokens["id_token"])
    #expect(first["auth_time"] == nil)
    let seconds = try #require(first["auth:time"]?.integer)
    let second = try await TokenDesk(desk: desk).refresh(try #require(tokens["refresh_token"]?.string)).json()
    let refreshed = try Desk.claims(second["id_token"])
    #expect((refreshed["auth:time"]?.integer ?? 0) / 1000 == seconds)
    let sid = try #require(first["sid"]?.string)
    #expect(refreshed["sid"]?.string != sid)
    let session = try #require(
      desk.application.realms["/"]?.provider.sessionToken(sid: sid, at: desk.application.services.clock.now))
    for (token, lives) in [(second["id_token"], true), (tokens["id_token"], false)] {
      let hint = PercentText.encode(try #require(token?.string))
      #expect(await desk.send("GET", "/oauth2/connect/endSession?id_token_hint=" + hint).status == 204)
      #expect(await desk.lives(session) == lives)
    }
  }

  @Test func `there is no rule against cross-site requests, and client_id beside Basic is refused`() async throws {
    let token = try await desk.session()
    let cookie: HeaderList = [("Cookie", desk.application.services.settings.cookieName + "=" + token)]
    #expect(await desk.send("POST", "/json/users?_action=idFromSession", headers: cookie).status == 200)
    let both = await desk.form(
      "/oauth2/access_token", [("grant_type", "client_credentials"), ("client_id", "journey")],
      headers: [("Authorization", "Basic am91cm5leTp4")])
    #expect(both.status == 400)
    #expect(try both.json()["error"]?.string == "invalid_request")
  }

  @Test func `answers have the headers of the fork alone`() async throws {
    let step = await desk.start()
    #expect(
      step.headerNames == [
        "X-Frame-Options", "Content-API-Version", "Set-Cookie", "Content-Type", "Cache-Control", "Expires", "Pragma",
      ])
    #expect(step.header("Cache-Control") == "no-cache, no-store, must-revalidate")
    #expect(step.header("Content-Type") == "application/json;charset=UTF-8")
    let failure = await desk.answer(try step.json(), "demo", "wrong")
    #expect(failure.headerNames == ["X-Frame-Options", "Content-API-Version", "Content-Type"])
    let info = await desk.send("GET", "/json/serverinfo/*")
    #expect(info.headerNames == ["X-Frame-Options", "Content-API-Version", "Content-Type", "Cache-Control", "ETag"])
    #expect(info.header("Cache-Control") == "no-cache")
    let discovery = await desk.send("GET", "/oauth2/.well-known/openid-configuration")
    #expect(discovery.headerNames == ["X-Frame-Options", "Content-Type"])
    let token = await desk.form("/oauth2/access_token", [("grant_type", "x")])
    #expect(token.headerNames == ["X-Frame-Options", "Content-Type", "Cache-Control", "Pragma"])
  }

  @Test func `the device flow has the fork's statuses, and tokens that say little`() async throws {
    let start = [("client_id", "journey"), ("scope", "openid"), ("response_type", "device_code")]
    #expect(await desk.form("/oauth2/device/code", Array(start.dropLast())).status == 400)
    func begin() async throws -> (code: String, user: String) {
      let begun = try await desk.form("/oauth2/device/code", start).json()
      #expect(begun["verification_uri_complete"] == nil)
      return (try #require(begun["device_code"]?.string), try #require(begun["user_code"]?.string))
    }
    func poll(_ code: String) async -> Reply {
      let type = "urn:ietf:params:oauth:grant-type:device_code"
      return await desk.form(
        "/oauth2/access_token", [("grant_type", type), ("device_code", code), ("client_id", "journey")])
    }
    func expectDeclined(_ code: String) async throws {
      let reply = await poll(code)
      #expect(reply.status == 403)
      #expect(try reply.json()["error"]?.string == "authorization_declined")
    }
    let token = try await desk.session()
    let cookie: HeaderList = [("Cookie", desk.application.services.settings.cookieName + "=" + token)]
    for decision in ["deny", "allow"] {
      let (code, user) = try await begin()
      #expect(await poll(code).status == 400)
      let page = await desk.form(
        "/oauth2/device/user", [("user_code", user), ("decision", decision), ("csrf", token)], headers: cookie)
      #expect(page.status == 200)
      desk.clock.advance(seconds: 10)
      if decision == "allow" {
        let tokens = try await poll(code).json()
        #expect(
          tokens.object?.members.map(\.name) == ["access_token", "refresh_token", "token_type", "expires_in"])
      }
      try await expectDeclined(code)
    }
    try await expectDeclined("nonsense")
    let (late, _) = try await begin()
    desk.clock.advance(seconds: 301)
    #expect(await poll(late).status == 401)
  }

  @Test func `sessions end at version 2.0, and do what the fork lets a user do`() async throws {
    let token = try await desk.session()
    func ask(_ action: String, _ version: String, _ body: JSON = [:], sends: Bool = true) async -> Reply {
      let headers: HeaderList = [("Accept-API-Version", "resource=" + version)]
      return await desk.post(
        "/json/sessions?_action=" + action, body,
        headers: headers + (sends ? [("iPlanetDirectoryPro", token)] : []))
    }
    for version in ["2.1", "3.1", "4.0", "5.1"] { #expect(await ask("logout", version).status == 404, "\(version)") }
    #expect(await desk.lives(token))
    #expect(await ask("getSessionInfo", "2.0").header("Content-API-Version") == "resource=2.0")
    #expect(await ask("getSessionInfo", "2.0", ["tokenId": .string(token)], sends: false).status == 401)
    for (action, version, status) in [
      ("validate", "2.0", 501), ("validate", "1.2", 200), ("getTimeLeft", "1.1", 200), ("getTimeLeft", "2.0", 501),
      ("getSessionInfo", "1.2", 501), ("getProperty", "1.2", 403), ("getSessionInfoAndResetIdleTime", "2.0", 403),
      ("refresh", "4.0", 403), ("nosuchaction", "2.0", 403),
    ] { #expect(await ask(action, version).status == status, "\(action) \(version)") }
    #expect(try await ask("validate", "1.0").json().text() == #"{"valid":true,"uid":"demo","realm":"/"}"#)
    #expect(try await ask("getTimeLeft", "1.0").json()["maxtime"]?.integer == 7200)
  }

  @Test func `names are found in any case, what is unknown to the fork is not known, and any object is an answer`()
    async throws
  {
    #expect(try await desk.start("TWOSTEPS").types() == ["NameCallback"])
    #expect(await desk.post("/json/authenticate?authIndexType=SERVICE&authIndexValue=Login", [:]).status == 200)
    let type = await desk.post("/json/authenticate?authIndexType=transaction&authIndexValue=x", [:])
    #expect(try type.json()["message"]?.string == "Unknown Authentication Index Type")
    #expect(try await desk.post("/json/authenticate?suspendedId=x", [:]).json()["callbacks"] != nil)
    let object = await desk.post("/json/authenticate", ["x": 1])
    #expect(object.status == 401)
    #expect(try object.json()["message"]?.string == "Authentication Failed")
    let step = try await desk.start().json()
    let atOnce: JSON = ["callbacks": Desk.filled(step, ["demo", "Ch4ng31t"])["callbacks"] ?? .null]
    #expect(try await desk.post("/json/authenticate", atOnce).json()["tokenId"] != nil)
    #expect(await desk.post("/json/authenticate", ["authId": ""]).status == 400)
    #expect(await desk.post("/json/nosuch/authenticate", [:]).status == 400)
    let unreadable = await desk.post("/json/authenticate", [:], headers: [("Accept-API-Version", "x")])
    #expect(unreadable.text == "Version string is in an invalid format: x")
    #expect(unreadable.header("Content-Type") == nil)
    let claims = try Desk.claims(try await desk.start(realm: "/alpha").json()["authId"])
    #expect(claims["otk"]?.string?.utf8.count == 26)
    #expect(claims["realm"]?.string == "o=alpha,ou=services,dc=openam,dc=example,dc=test")
  }
}
