import HTTPClient
import JSON
import JourneyEngine
import Testing

@Suite struct SessionRuleTests {
  private static let erasing = [
    ("Set-Cookie", "\(Scene.cookieName)=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:10 GMT; Path=/")
  ]

  @Test func `the session goes as header and cookie with the same value`() async throws {
    let server = ScriptedServer()
    let journey = Scene.journey(server)
    let token = "AQIC5w*AAJTSQACMDE.*"
    server.expect(
      .json(
        200, Scene.success(token),
        headers: [
          ("Set-Cookie", "\(Scene.cookieName)=\(token); Path=/; Secure; HttpOnly; SameSite=none"),
          ("Set-Cookie", "amlbcookie=01; Path=/; Domain=am.example.test"),
          ("Set-Cookie", "amlbcookie=01; Path=/; Domain=.elsewhere.test"),
        ]), .json(200, Scene.step()))
    let node = try #require(await journey.start() as? SuccessNode)
    #expect(node.session?.value == token)
    _ = await journey.start()
    let request = server.requests[1]
    #expect(request.headers[Scene.cookieName] == token)
    #expect(request.cookie(Scene.cookieName) == token)
    #expect(request.cookie("amlbcookie") == "01")
    #expect(request.cookies.count == 2)
    server.finish()
  }

  @Test(arguments: [JSON.null, ""])
  func `a session that stands in the cookie alone is taken`(_ tokenID: JSON) async throws {
    let server = ScriptedServer([
      .json(
        200, ["tokenId": tokenID, "successUrl": "/x", "realm": "/alpha"],
        headers: [("set-cookie", "\(Scene.cookieName)=in-the-cookie.*; path=/; httponly")]), .json(200, Scene.step()),
    ])
    let journey = Scene.journey(server)
    let node = try #require(await journey.start() as? SuccessNode)
    #expect(node.session?.value == "in-the-cookie.*")
    _ = await journey.start()
    #expect(server.requests[1].cookie(Scene.cookieName) == "in-the-cookie.*")
  }

  @Test func `a session cookie of another domain is none`() async throws {
    let server = ScriptedServer([
      .json(
        200, ["successUrl": "/x", "realm": "/alpha"],
        headers: [("Set-Cookie", "\(Scene.cookieName)=theirs; Domain=.elsewhere.test; Path=/")])
    ])
    let node = try #require(await Scene.journey(server).start() as? SuccessNode)
    #expect(node.session == nil && !node.established)
  }

  @Test func `an answer without token keeps the session that was sent`() async throws {
    let server = ScriptedServer()
    let journey = try await Scene.signedIn(server)
    server.expect(.json(200, ["tokenId": "", "successUrl": "/y", "realm": "/alpha"]))
    let node = try #require(await journey.start() as? SuccessNode)
    #expect(node.session?.value == "S1.*AAJ*")
    #expect(node.session?.successURL == "/y")
  }

  private static let denied: JSON = ["code": 401, "reason": "Unauthorized", "message": "Access Denied"]

  @Test func `a dead session that the server refuses does not break a new journey`() async throws {
    let server = ScriptedServer()
    let journey = try await Scene.signedIn(server)
    server.expect(.json(401, Self.denied), .json(200, ["valid": false]), .json(200, Scene.step()))
    _ = try Scene.step(await journey.start("Login") { $0.forceAuth = true })
    let paths = server.requests.dropFirst().map { $0.url.path.split(separator: "/").last }
    #expect(paths == ["authenticate", "sessions", "authenticate"])
    #expect(server.requests[1].headers[Scene.cookieName] == "S1.*AAJ*")
    #expect(server.requests[3].headers[Scene.cookieName] == nil && server.requests[3].headers["Cookie"] == nil)
    #expect(server.requests[3].query["authIndexValue"] == "Login" && server.requests[3].query["ForceAuth"] == "true")
    #expect(server.requests[3].query["sessionUpgradeSSOTokenId"] == nil)
    #expect(await journey.agent.sessionToken == nil)
    #expect(await journey.agent.takeWarnings().count == 1)
    server.finish()
  }

  @Test func `the journey that begins without a dead session keeps the pairs of its query`() async throws {
    let server = ScriptedServer()
    let journey = try await Scene.signedIn(server)
    server.expect(.json(401, Self.denied), .json(200, ["valid": false]), .json(200, Scene.step()))
    _ = try Scene.step(
      await journey.start("Login") {
        $0.forceAuth = true
        $0.query = [("hint", "S1.*AAJ*")]
      })
    #expect(server.requests[1].query["sessionUpgradeSSOTokenId"] == "S1.*AAJ*")
    #expect(server.requests[3].query["sessionUpgradeSSOTokenId"] == nil)
    #expect(server.requests[3].query["hint"] == "S1.*AAJ*")
  }

  @Test(arguments: [ScriptedServer.Reply.json(200, ["valid": true]), .json(500, [:]), .fails(.timeout)])
  func `a session that is not known to be dead stays, and the refusal stands`(_ reply: ScriptedServer.Reply)
    async throws
  {
    let server = ScriptedServer()
    let journey = try await Scene.signedIn(server)
    server.expect(.json(401, Self.denied), reply)
    let node = try #require(await journey.start("Login") as? ErrorNode)
    #expect(node.message == "Access Denied")
    #expect(await journey.agent.sessionToken == Secret("S1.*AAJ*"))
    server.finish()
  }

  @Test func `a journey without session has none, and leaves the one at hand`() async throws {
    let server = ScriptedServer()
    let journey = try await Scene.signedIn(server)
    server.expect(.json(200, ["successUrl": "/y", "realm": "/alpha"]))
    let node = try #require(await journey.start { $0.noSession = true } as? SuccessNode)
    #expect(!node.established)
    #expect(await journey.agent.sessionToken == Secret("S1.*AAJ*"))
  }

  @Test func `a failed step-up leaves session and cookies`() async throws {
    let server = ScriptedServer()
    let journey = try await Scene.signedIn(server)
    server.expect(
      .json(200, Scene.step(), headers: [("Set-Cookie", "amlbcookie=01; Path=/")]),
      .json(401, Scene.loginFailure, headers: Self.erasing), .json(200, Scene.step()))
    let step = try Scene.step(await journey.start("Stronger") { $0.advice = [("AuthLevelConditionAdvice", "5")] })
    #expect(await step.next() is ErrorNode)
    #expect(await journey.agent.sessionToken == Secret("S1.*AAJ*"))
    _ = await journey.start("Stronger")
    let last = try #require(server.requests.last)
    #expect(last.headers[Scene.cookieName] == "S1.*AAJ*")
    #expect(last.cookie(Scene.cookieName) == "S1.*AAJ*")
    #expect(last.cookie("amlbcookie") == "01")
    server.finish()
  }

  @Test func `only a new token replaces the session`() async throws {
    let server = ScriptedServer()
    let journey = try await Scene.signedIn(server)
    await journey.agent.keep(tokens: ["access_token": "a"])
    server.expect(.json(200, Scene.success()), .json(200, Scene.success("S2")))
    _ = await journey.start()
    #expect(await journey.agent.tokensSession == journey.agent.sessionToken)
    _ = await journey.start()
    #expect(await journey.agent.sessionToken == Secret("S2"))
    #expect(await journey.agent.tokensSession == Secret("S1.*AAJ*"))
  }

  @Test func `a session that has gone is not sent`() async throws {
    let server = ScriptedServer()
    let journey = try await Scene.signedIn(server)
    await journey.agent.dropSession()
    server.expect(.json(200, Scene.step()))
    _ = await journey.start()
    #expect(server.requests.last?.headers[Scene.cookieName] == nil)
    #expect(server.requests.last?.headers["Cookie"] == nil)
  }

  @Test func `an upgrade on old servers names the session on the first request alone`() async throws {
    let server = ScriptedServer()
    let journey = try await Scene.signedIn(server)
    server.expect(
      .json(200, Scene.step()), .json(200, Scene.step()), .json(200, Scene.step()), .json(200, Scene.step()),
      .json(200, Scene.step()))
    _ = await journey.start("Other")
    let forced = try Scene.step(await journey.start("Login") { $0.forceAuth = true })
    _ = await forced.next()
    _ = await journey.start { $0.advice = [("AuthLevelConditionAdvice", "5")] }
    _ = await journey.start {
      $0.forceAuth = true
      $0.query = [("sessionUpgradeSSOTokenId", "given")]
    }
    let sent = server.requests.dropFirst().map { $0.query["sessionUpgradeSSOTokenId"] }
    #expect(sent == [nil, "S1.*AAJ*", nil, "S1.*AAJ*", "given"])
    server.finish()
  }

  @Test func `a first login forced has no session to name`() async throws {
    let server = ScriptedServer([.json(200, Scene.step())])
    _ = await Scene.journey(server).start { $0.forceAuth = true }
    #expect(server.requests[0].query == ["ForceAuth": "true"])
  }

  @Test func `two profiles of one host share nothing`() async throws {
    let (first, second) = (ScriptedServer(), ScriptedServer())
    let dev = try await Scene.signedIn(first, token: "dev")
    let prod = try await Scene.signedIn(second, token: "prod")
    await dev.agent.dropSession()
    #expect(await prod.agent.sessionToken == Secret("prod"))
    #expect(await dev.agent.sessionToken == nil)
  }
}
