import Crypto
import JSON
import Testing

@testable import JourneySandbox

/// The switches of am-protocol 11.
struct SwitchTests {
  @Test(arguments: [
    ("{", "line 1"), ("[]", "no object"), (#"{"nosuch":true}"#, "no switch \"nosuch\""),
    (#"{"sessionMinutes":"x"}"#, "sessionMinutes takes a number"), (#"{"laxPKCE":1}"#, "laxPKCE takes true or false"),
    (#"{"cookieName":"a\nb"}"#, "cookieName takes a text"), (#"{"cookieDomains":[1]}"#, "cookieDomains takes a list"),
    (#"{"faults":[{"fault":"drop"},{"fault":"nosuch"}]}"#, "faults[1]"), (#"{"fork":1,"fork":2}"#, "twice"),
  ])
  func `a bad file of switches is refused with the place`(text: String, message: String) throws {
    try TemporaryFile.with(text) { path in
      let error = #expect(throws: SandboxError.self) { _ = try Desk { $0.switchesFile = path } }
      #expect(error?.file == path)
      #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
  }

  @Test(arguments: ["nosuch", "sessionMinutes", "sessionMinutes=0", "laxPKCE=maybe", "cookieName="])
  func `a bad switch on the command line is refused`(text: String) {
    #expect(throws: SandboxError.self) { _ = try Desk { $0.switches = [text] } }
  }

  @Test func `an option goes before the file, and a file may bring faults`() async throws {
    var made: Desk?
    let file: JSON = ["cookieName": "a", "idleMinutes": 7, "faults": [["fault": "status", "status": 503, "count": 1]]]
    try TemporaryFile.with(file.text()) { path in
      made = try Desk {
        $0.switchesFile = path
        $0.switches = ["cookieName=b"]
      }
    }
    let desk = try #require(made)
    #expect(desk.application.services.settings.cookieName == "b")
    #expect(desk.application.services.settings.idleMinutes == 7)
    #expect(await desk.start().status == 503)
    #expect(await desk.start().status == 200)
  }

  @Test func `with allow-listing a step is answered once, and a refused request leaves it alive`() async throws {
    let desk = try Desk { $0.switches = ["allowListing"] }
    let step = try await desk.start("TwoSteps").json()
    #expect(try claims(step)["whitelist-state"]?.string != nil)
    #expect(await desk.post("/json/authenticate", ["authId": step["authId"] ?? .null, "callbacks": []]).status == 400)
    #expect(await desk.answer(step, "demo").status == 200)
    #expect(await desk.answer(step, "demo").status == 401)
  }

  @Test func `without allow-listing a step may be answered again`() async throws {
    let desk = try Desk()
    let step = try await desk.start("TwoSteps").json()
    #expect(await desk.answer(step, "demo").status == 200)
    #expect(await desk.answer(step, "demo").status == 200)
  }

  @Test func `a fork keeps its authId, wants every callback, and says what forks say`() async throws {
    let desk = try Desk { $0.switches = ["fork"] }
    let name = try await desk.start("TwoSteps").json()
    let password = try await desk.answer(name, "demo").json()
    #expect(name["authId"] == password["authId"])
    let failure = await desk.answer(password, "wrong")
    #expect(failure.status == 401)
    #expect(try failure.json()["message"]?.string == "Authentication Failed")
    let late = try await desk.start("TwoSteps").json()
    desk.clock.advance(seconds: 301)
    #expect(await desk.answer(late, "demo").status == 408)
    let discovery = try await desk.send("GET", "/oauth2/.well-known/openid-configuration").json()
    #expect(discovery["revocation_endpoint"] == nil)
    #expect(discovery["token_endpoint"] != nil)
    let newest = await desk.post(
      "/json/sessions?_action=validate", [:], headers: [("Accept-API-Version", "resource=3.1")])
    #expect(newest.status == 404)
    let redirect = await desk.send("GET", "/oauth2/authorize?" + authorization + pkce)
    #expect(redirect.status == 301)
  }

  @Test func `the cloud has a cookie of another name, on each of its domains`() async throws {
    let desk = try Desk { $0.switches = ["aic", "cookieDomains=a.example,b.example"] }
    let name = desk.application.services.settings.cookieName
    #expect(name != "iPlanetDirectoryPro")
    #expect(try await desk.send("GET", "/json/serverinfo/*").json()["cookieName"]?.string == name)
    let end = await desk.answer(try await desk.start().json(), "demo", "Ch4ng31t")
    let lines = end.headers("Set-Cookie").filter { $0.hasPrefix(name + "=") }
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains("SameSite=none") && $0.contains("; Domain=") })
  }

  @Test func `a quota ends the oldest session, or refuses the new one`() async throws {
    let desk = try Desk { $0.switches = ["sessionQuota=2"] }
    var tokens: [String] = []
    for _ in 0..<3 {
      tokens.append(try await desk.session())
      desk.clock.advance(seconds: 1)
    }
    #expect(await !desk.lives(tokens[0]))
    #expect(await desk.lives(tokens[1]))
    #expect(await desk.lives(tokens[2]))
    let strict = try Desk { $0.switches = ["sessionQuota=1", "quotaRefuses"] }
    _ = try await strict.session()
    let refused = await strict.answer(try await strict.start().json(), "demo", "Ch4ng31t")
    #expect(refused.status == 401)
    #expect(try refused.json()["message"]?.string == "You have reached your session limit.")
  }

  @Test func `sessions vanish, or outlive a logout, as the switches say`() async throws {
    let vanishing = try Desk { $0.switches = ["sessionVanishSeconds=60"] }
    let token = try await vanishing.session()
    vanishing.clock.advance(seconds: 59)
    #expect(await vanishing.lives(token))
    vanishing.clock.advance(seconds: 1)
    #expect(await !vanishing.lives(token))
    let client = try Desk { $0.switches = ["clientSideSessions", "logoutDeletesCookie"] }
    let kept = try await client.session()
    let logout = await client.post("/json/sessions?_action=logout", [:], headers: [("iPlanetDirectoryPro", kept)])
    #expect(logout.status == 200)
    #expect(logout.header("Set-Cookie")?.contains("Expires=Thu, 01 Jan 1970") == true)
    #expect(await client.lives(kept))
  }

  @Test func `answers may be longer, have more members and more cookies`() async throws {
    let desk = try Desk { $0.switches = ["authIdBytes=4096", "extraMembers", "changingCookies"] }
    let first = await desk.start()
    let step = try first.json()
    #expect((step["authId"]?.string?.utf8.count ?? 0) >= 4096)
    #expect(step["sandboxObject"] != nil)
    let cookies = first.headers("Set-Cookie") + (await desk.start()).headers("Set-Cookie")
    #expect(Set(cookies.filter { $0.hasPrefix("sandbox-changing=") }).count == 2)
    let end = await desk.answer(step, "demo", "Ch4ng31t")
    #expect(try end.json()["sandboxText"]?.string == "extra")
  }

  @Test func `refresh tokens stay, or end their grant when they are used again`() async throws {
    for rotates in [false, true] {
      let desk = try Desk { $0.switches = rotates ? ["reuseEndsGrant"] : ["refreshTokenRotation=false"] }
      let first = try await tokens(desk)
      let old = try #require(first["refresh_token"]?.string)
      let second = try await refresh(desk, old).json()
      #expect((second["refresh_token"]?.string == old) == !rotates)
      let again = await refresh(desk, old)
      #expect(again.status == (rotates ? 400 : 200))
      guard rotates else { continue }
      let new = try #require(second["refresh_token"]?.string)
      #expect(await refresh(desk, new).status == 400)
    }
  }

  @Test func `PKCE may be left out, and token answers may be poorer`() async throws {
    let desk = try Desk { $0.switches = ["laxPKCE", "noRefreshToken", "noIdToken", "reverseScopes"] }
    let answer = try await tokens(desk)
    #expect(answer["access_token"] != nil)
    #expect(answer["refresh_token"] == nil)
    #expect(answer["id_token"] == nil)
    #expect(answer["scope"]?.string == "email openid")
  }

  // Helpers

  private let authorization =
    "client_id=journey&redirect_uri=org.example.journey%3A%2Fcallback&response_type=code&scope=openid%20email"
  /// RFC 7636, appendix B.
  private let pkce = "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
  private let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

  private func claims(_ step: JSON) throws -> JSON {
    let parts = (step["authId"]?.string ?? "").split(separator: ".")
    try #require(parts.count == 3)
    return try JSON(parsing: try #require(Base64URL.decode(String(parts[1]))))
  }

  private func tokens(_ desk: Desk) async throws -> JSON {
    let isLax = desk.application.services.settings.laxPKCE
    let session = try await desk.session()
    let redirect = await desk.send(
      "GET", "/oauth2/authorize?" + authorization + (isLax ? "" : pkce), headers: [("iPlanetDirectoryPro", session)])
    var form = [
      ("grant_type", "authorization_code"), ("code", try #require(redirect.redirected["code"])),
      ("client_id", "journey"), ("redirect_uri", "org.example.journey:/callback"),
    ]
    if !isLax { form.append(("code_verifier", verifier)) }
    return try await desk.form("/oauth2/access_token", form).json()
  }

  private func refresh(_ desk: Desk, _ token: String) async -> Reply {
    await desk.form(
      "/oauth2/access_token",
      [("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", "journey")])
  }
}
