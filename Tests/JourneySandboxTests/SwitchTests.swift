import JSON
import Testing

@testable import JourneySandbox

/// The switches of am-protocol 11.
struct SwitchTests {
  @Test(arguments: [
    ("{", "line 1"), ("[]", "an object is wanted, not an array"), (#"{"nosuch":true}"#, "no switch \"nosuch\""),
    (#"{"sessionMinutes":"x"}"#, "sessionMinutes takes a number"), (#"{"laxPKCE":1}"#, "laxPKCE takes true or false"),
    (#"{"cookieName":"a b;"}"#, "cookieName takes a name"),
    (#"{"cookieDomains":["c d;x"]}"#, "cookieDomains takes a list"),
    (#"{"cookieDomains":[1]}"#, "cookieDomains takes a list"),
    (#"{"faults":[{"fault":"drop"},{"fault":"nosuch"}]}"#, "faults[1]"),
    (#"{"faults":[{"fault":"drop","cuont":2}]}"#, "faults[0]: it has no member \"cuont\""),
    (#"{"faults":[{"fault":"drop","count":"2"}]}"#, "faults[0].count: a whole number from 1 on is wanted"),
    (
      #"{"faults":[{"fault":"html","contentType":"text/html\r\nX: y"}]}"#,
      "faults[0].contentType: it holds a line break"
    ),
    (
      #"{"faults":[{"fault":"latency","milliseconds":99999999999999999999}]}"#,
      "faults[0].milliseconds: a whole number from 0 to 600000"
    ),
    (#"{"faults":[{"fault":"drop","milliseconds":1}]}"#, "faults[0]: it has no member \"milliseconds\""),
    (#"{"faults":[{"fault":"status"}]}"#, "faults[0]: it has no \"status\""),
    (#"{"faults":{}}"#, "faults: an array is wanted"),
    (#"{"outcomes":[{"type":"x"}]}"#, "outcomes[0]: it has no \"outcome\""),
    (#"{"outcomes":[{"type":"x","outcome":"y"}]}"#, "outcomes[0]: No journey has"),
    (#"{"cookieDomains":["a..b"]}"#, "cookieDomains takes a list"),
    (#"{"cookieName":"Host"}"#, "takes a name that no other"),
    (#"{"sessionQuota":0}"#, "sessionQuota takes a number from 1 to 10000"),
    (#"{"idleMinutes":99999999999999999999}"#, "idleMinutes takes a number"),
    (#"{"idleMinutes":null}"#, "idleMinutes takes a number"),
    (#"{"fork":1,"fork":2}"#, "fork: it is there twice"),
  ])
  func `a bad file of switches is refused with the place`(text: String, message: String) throws {
    try TemporaryFile.with(text) { path in
      let error = #expect(throws: SandboxError.self) { _ = try Desk { $0.switchesFile = path } }
      #expect(error?.file == path)
      #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
  }

  @Test(arguments: [
    "nosuch", "sessionMinutes", "sessionMinutes=0", "laxPKCE=maybe", "cookieName=", "cookieName=amlbcookie",
    "cookieDomains=a,,b", "sessionQuota=0", "sessionVanishSeconds=0", "idleMinutes=1e99", "idleMinutes=NaN", "fork=1",
  ])
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
    #expect(try Desk.claims(step["authId"])["whitelist-state"]?.string != nil)
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
    let tooLate = await desk.answer(late, "demo")
    #expect(tooLate.status == 408)
    #expect(try tooLate.json()["detail"] == nil)
    #expect(await desk.answer(password, "wrong").status == 408)
    let newest = await desk.post(
      "/json/sessions?_action=validate", [:], headers: [("Accept-API-Version", "resource=3.1")])
    #expect(newest.status == 404)
    let redirect = await desk.send("GET", TokenDesk.request)
    #expect(redirect.status == 301)
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
      let first = try await TokenDesk(desk: desk).tokens()
      let old = try #require(first["refresh_token"]?.string)
      let second = try await TokenDesk(desk: desk).refresh(old).json()
      #expect((second["refresh_token"]?.string == old) == !rotates)
      let again = await TokenDesk(desk: desk).refresh(old)
      #expect(again.status == (rotates ? 400 : 200))
      guard rotates else { continue }
      let new = try #require(second["refresh_token"]?.string)
      #expect(await TokenDesk(desk: desk).refresh(new).status == 400)
    }
  }

  @Test func `PKCE may be left out, and token answers may be poorer`() async throws {
    let desk = try Desk { $0.switches = ["laxPKCE", "noRefreshToken", "noIdToken", "reverseScopes"] }
    let answer = try await TokenDesk(desk: desk).tokens()
    #expect(answer["access_token"] != nil)
    #expect(answer["refresh_token"] == nil)
    #expect(answer["id_token"] == nil)
    #expect(answer["scope"]?.string == "email openid")
  }

  @Test func `lax PKCE takes a challenge without a method and a code without a verifier, but no wrong one`()
    async throws
  {
    let desk = TokenDesk(desk: try Desk { $0.switches = ["laxPKCE"] })
    #expect(
      try await desk.authorize(challenge: "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM").status == 302)
    #expect(try await desk.tokens(challenge: TokenDesk.pkce)["access_token"] != nil)
    #expect(try await desk.tokens(challenge: TokenDesk.pkce, verifier: "wrong")["error"]?.string == "invalid_grant")
  }

  @Test func `access tokens may be JWTs, and end like others`() async throws {
    let desk = TokenDesk(desk: try Desk { $0.switches = ["jwtAccessTokens"] })
    let tokens = try await desk.tokens()
    let access = try #require(tokens["access_token"]?.string)
    let claims = try Desk.claims(.string(access))
    #expect(claims["tokenName"]?.string == "access_token")
    #expect(claims["scope"] == ["openid", "email"])
    #expect(claims["aud"]?.string == "journey")
    #expect(await desk.userinfo(access).status == 200)
    #expect(await desk.userinfo(access + "x").status == 401)
    #expect(await desk.desk.form("/oauth2/token/revoke", [("client_id", "journey"), ("token", access)]).status == 200)
    #expect(await desk.userinfo(access).status == 401)
  }

  @Test func `a session that its client keeps is long, and an upgrade does not end it`() async throws {
    let desk = try Desk { $0.switches = ["clientSideSessions"] }
    let token = try await desk.session()
    #expect(token.utf8.count > 2000 && token.hasPrefix("*AAJTSQ"))
    let header: HeaderList = [("iPlanetDirectoryPro", token)]
    let step = try await desk.start("TwoSteps", headers: header).json()
    let end = await desk.answer(try await desk.answer(step, "demo").json(), "Ch4ng31t")
    #expect(try #require(try end.json()["tokenId"]?.string) != token)
    #expect(await desk.lives(token))
  }

  @Test(arguments: [
    (["fork", "aic"], "cannot both be on"), (["allowListing", "constantAuthId"], "allowListing"),
    (["fork", "allowListing"], "allowListing"),
    (["quotaRefuses"], "needs sessionQuota"),
    (["reuseEndsGrant", "refreshTokenRotation=false"], "needs refreshTokenRotation"),
    (["noRefreshToken", "reuseEndsGrant"], "cannot both be on"),
    (["clientSideSessions", "idleMinutes=3"], "no idle time"),
    (["idleMinutes=9", "sessionMinutes=8"], "more than sessionMinutes"),
    (["laxPKCE", "laxPKCE=false"], "laxPKCE is given twice"),
  ])
  func `switches that contradict each other are refused`(switches: [String], message: String) {
    let error = #expect(throws: SandboxError.self) { _ = try Desk { $0.switches = switches } }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ["fork=false", "aic"], ["quotaRefuses", "sessionQuota=1"], ["fork", "constantAuthId=false", "allowListing"],
  ])
  func `switches that are off contradict nothing`(switches: [String]) throws {
    _ = try Desk { $0.switches = switches }
  }
}
