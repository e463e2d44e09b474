import HTTPClient
import JSON
import JourneyEngine
import Testing

@Suite struct RequestTests {
  @Test func `a start is an empty object with the headers of the protocol`() async throws {
    let server = ScriptedServer([.json(200, Scene.step())])
    let journey = Scene.journey(server) { config in
      config.locale = "fr, en;q=0.8"
      config.headers = [("X-Own", "1")]
    }
    let node = try Scene.step(await journey.start("Login"))
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.url.path == "/am/json/realms/root/realms/alpha/authenticate")
    #expect(request.query == ["authIndexType": "service", "authIndexValue": "Login"])
    #expect(request.body == Array("{}".utf8))
    #expect(request.headers["Accept-API-Version"] == "resource=2.1, protocol=1.0")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.headers["X-Requested-With"] != nil)
    #expect(request.headers["Accept-Language"] == "fr, en;q=0.8")
    #expect(request.headers["X-Own"] == "1")
    #expect(request.headers["X-ForgeRock-TransactionId"] == node.exchange.transactionID)
    #expect(request.headers[Scene.cookieName] == nil)
    #expect(request.headers["Cookie"] == nil)
    server.finish()
  }

  @Test func `without a name no index goes out`() async throws {
    let server = ScriptedServer([.json(200, Scene.step()), .json(200, Scene.step())])
    let journey = Scene.journey(server)
    _ = await journey.start()
    _ = await journey.start("")
    #expect(server.requests.allSatisfy { $0.url.query == nil })
    server.finish()
  }

  @Test func `names and values are encoded once`() async throws {
    let server = ScriptedServer([.json(200, Scene.step())])
    let goto = "https://rp.example.test/?a=1&b=2#frag"
    _ = await Scene.journey(server).start("Été & Co/login+1") { $0.query = [("goto", goto), ("custom", "x%20y")] }
    let request = try #require(server.requests.first)
    #expect(
      request.query == [
        "authIndexType": "service", "authIndexValue": "Été & Co/login+1", "goto": goto, "custom": "x%20y",
      ])
    #expect(request.url.query?.contains("%C3%89t%C3%A9%20%26%20Co%2Flogin%2B1") == true)
    #expect(request.url.query?.contains("%23frag") == true)
    #expect(request.url.query?.contains("x%2520y") == true)
  }

  @Test func `each parameter goes on the requests that it belongs to`() async throws {
    let server = ScriptedServer([
      .json(200, Scene.step("a")), .json(200, Scene.step("b")), .json(401, Scene.loginFailure),
    ])
    let first = try Scene.step(
      await Scene.journey(server).start("Login") { options in
        options.forceAuth = true
        options.noSession = true
        options.query = [("goto", "/x"), ("gotoOnFail", "/y"), ("locale", "fr")]
      })
    let second = try Scene.step(await first.next())
    _ = await second.next()
    let queries = server.requests.map(\.query)
    let repeated = ["noSession": "true", "goto": "/x", "gotoOnFail": "/y"]
    #expect(
      queries[0].merging(repeated) { first, _ in first } == queries[0]
        && queries[0]["ForceAuth"] == "true" && queries[0]["locale"] == "fr" && queries[0].count == 7)
    #expect(queries[1] == repeated)
    #expect(queries[2] == repeated)
    server.finish()
  }

  @Test(arguments: [("ForceAuth", "false"), ("noSession", "false")])
  func `false is never sent`(_ pair: (String, String)) async throws {
    let server = ScriptedServer([.json(200, Scene.step())])
    _ = await Scene.journey(server).start { $0.query = [pair] }
    #expect(server.requests.first?.url.query == nil)
  }

  @Test func `a switch in the query is the option`() async throws {
    let server = ScriptedServer([.json(200, Scene.step()), .json(200, Scene.step())])
    let node = try Scene.step(
      await Scene.journey(server).start { options in
        options.forceAuth = true
        options.query = [("ForceAuth", "true"), ("noSession", "true")]
      })
    _ = await node.next()
    #expect(server.requests[0].query == ["ForceAuth": "true", "noSession": "true"])
    #expect(server.requests[1].query == ["noSession": "true"])
  }

  @Test func `an index of the query goes before a name`() async throws {
    let server = ScriptedServer([.json(200, Scene.step())])
    let node = try Scene.step(
      await Scene.journey(server).start("Login") { $0.query = [("authIndexType", "level"), ("authIndexValue", "3")] })
    #expect(server.requests[0].query == ["authIndexType": "level", "authIndexValue": "3"])
    #expect(node.journey == nil)
  }

  @Test func `the answer of a step is the step with the newest authId`() async throws {
    let server = ScriptedServer([.json(200, Scene.step("a")), .json(200, Scene.step("b")), .json(200, Scene.success())])
    let first = try Scene.step(await Scene.journey(server).start())
    (first.callbacks.first as? NameCallback)?.name = "alice"
    let second = try Scene.step(await first.next())
    #expect(first.number == 1 && second.number == 2)
    #expect(await second.next() is SuccessNode)
    let sent = try #require(server.requests[1].json)
    #expect(sent["callbacks"]?[0]?["input"]?[0]?["value"] == "alice")
    #expect(sent["callbacks"]?[0]?["_id"] == 0)
    #expect(sent["stage"] == "UsernamePassword")
    #expect(server.requests.map { $0.json?["authId"]?.string } == [nil, "a", "b"])
    server.finish()
  }

  @Test func `each request has a transaction id of its own, and the answer's counts`() async throws {
    let server = ScriptedServer([
      .json(200, Scene.step("a"), headers: [("x-forgerock-transactionid", "theirs/0")]), .json(401, Scene.loginFailure),
    ])
    let first = try Scene.step(await Scene.journey(server).start())
    let last = await first.next()
    let ids = server.requests.compactMap { $0.headers["X-ForgeRock-TransactionId"] }
    #expect(Set(ids).count == 2)
    #expect(first.exchange.transactionID == "theirs/0")
    #expect(last.exchange.transactionID == ids[1])
  }

  @Test(arguments: [
    ("", "server"), ("am.example.test", "server"), ("https://am.example.test/am?x", "server"),
  ])
  func `without a usable server nothing is sent`(_ url: String, _ key: String) async throws {
    let server = ScriptedServer()
    let journey = Scene.journey(server) { $0.serverUrl = url }
    let failure = try #require(await journey.start() as? FailureNode)
    #expect(failure.cause == .refused)
    await #expect(throws: Refusal.self) { try await journey.begin(nil, StartOptions()) }
  }

  @Test func `a header that would break the request is refused`() async throws {
    let journey = Scene.journey(ScriptedServer()) { $0.headers = [("X-Own", "1\r\nX-Other: 2")] }
    await #expect(throws: Refusal.config(key: "header", message: "this cannot be a header: X-Own")) {
      try await journey.begin(nil, StartOptions())
    }
  }

  @Test func `session, cookies and own headers stay with trusted origins`() async throws {
    let server = ScriptedServer()
    let journey = try await Scene.signedIn(server)
    server.expect(
      .json(200, [:], headers: [("Set-Cookie", "theirs=1; Path=/")]), .json(200, [:]), .json(200, [:]))
    for url in [
      "https://other.example.test/am/x", "https://am.example.test:8443/am/x", "https://am.example.test:443/am/x",
    ] {
      _ = try await journey.agent.send(.json("GET", url, version: "resource=1.0"))
    }
    let sent = server.requests.dropFirst()
    #expect(sent.map { $0.headers[Scene.cookieName] } == [nil, nil, "S1.*AAJ*"])
    #expect(sent.map { $0.headers["Cookie"] } == [nil, nil, "\(Scene.cookieName)=S1.*AAJ*"])
  }

  @Test func `a header of the request goes before one of the settings`() async throws {
    let server = ScriptedServer([.json(200, [:]), .json(200, [:])])
    let journey = Scene.journey(server) { config in
      config.headers = [("authorization", "Basic own"), ("accept-language", "de"), ("Cookie", "own=1")]
      config.locale = "fr"
    }
    let url = journey.agent.endpoints.oauth("access_token")
    _ = try await journey.agent.send(
      .oauth("POST", url, form: [("a", "b c+&")], headers: [("Authorization", "Basic client")]))
    _ = try await journey.agent.send(.oauth("GET", url))
    #expect(server.requests.map { $0.headers.all("Authorization") } == [["Basic client"], ["Basic own"]])
    #expect(server.requests.map { $0.headers.all("Accept-Language") } == [["de"], ["de"]])
    #expect(server.requests[0].cookie("own") == "1")
    #expect(server.requests[0].headers["Content-Type"] == "application/x-www-form-urlencoded")
    #expect(server.requests[0].body.map { String(decoding: $0, as: UTF8.self) } == "a=b%20c%2B%26")
  }

  @Test func `another origin gets nothing that tells who asks`() async throws {
    let server = ScriptedServer([.json(200, [:])])
    let journey = Scene.journey(server) { $0.headers = [("X-Own", "1")] }
    _ = try await journey.agent.send(.json("GET", "https://other.example.test/", version: "resource=1.0"))
    #expect(server.requests[0].headers.entries.map(\.name) == ["Accept-API-Version"])
  }
}
