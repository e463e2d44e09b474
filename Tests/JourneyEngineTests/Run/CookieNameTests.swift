import HTTPClient
import JSON
import JourneyEngine
import Testing

@Suite struct CookieNameTests {
  private func signedIn(_ server: ScriptedServer, cookie: String? = nil) async -> Journey {
    let journey = Scene.journey(server) { $0.cookie = cookie }
    _ = await journey.start()
    return journey
  }

  @Test func `serverinfo is asked once, when a session is to be sent`() async throws {
    let server = ScriptedServer([
      .json(200, Scene.success("S1")), .json(200, ["cookieName": "a1b2c3d4e5f6071", "realm": "/"]),
      .json(200, Scene.step()),
      .json(200, Scene.step()),
    ])
    let journey = await signedIn(server)
    _ = await journey.start()
    _ = await journey.start()
    let info = server.requests[1]
    #expect(info.method == "GET" && info.url.path == "/am/json/serverinfo/*")
    #expect(info.headers["Cookie"] == nil)
    #expect(server.requests[2].cookie("a1b2c3d4e5f6071") == "S1")
    #expect(server.requests[3].headers["a1b2c3d4e5f6071"] == "S1")
    #expect(await journey.agent.takeWarnings().isEmpty)
    server.finish()
  }

  @Test func `a journey that ends without session never asks`() async throws {
    let server = ScriptedServer([.json(200, Scene.step()), .json(401, Scene.loginFailure)])
    let journey = Scene.journey(server) { $0.cookie = nil }
    let step = try Scene.step(await journey.start())
    _ = await step.next()
    server.finish()
  }

  @Test func `the setting goes before serverinfo`() async throws {
    let server = ScriptedServer([.json(200, Scene.success("S1")), .json(200, Scene.step())])
    let journey = await signedIn(server, cookie: "mine")
    _ = await journey.start()
    #expect(server.requests[1].cookie("mine") == "S1")
    server.finish()
  }

  @Test(arguments: [
    ScriptedServer.Reply.json(400, ["code": 400, "message": "x"]), .json(403, ["code": 403]),
    .text(200, "<html>login</html>", type: "text/html"), .json(200, ["realm": "/"]), .json(200, ["cookieName": ""]),
    .json(200, ["cookieName": "a b; c"]), .json(200, ["cookieName": 5]), .text(200, "", type: nil),
  ])
  func `a poor serverinfo costs a warning and no more`(_ reply: ScriptedServer.Reply) async throws {
    let server = ScriptedServer([
      .json(200, Scene.success("S1")), reply, .json(200, Scene.step()), .json(200, Scene.step()),
    ])
    let journey = await signedIn(server)
    _ = await journey.start()
    _ = await journey.start()
    #expect(server.requests[2].cookie("iPlanetDirectoryPro") == "S1")
    #expect(server.requests[3].cookie("iPlanetDirectoryPro") == "S1")
    let warnings = await journey.agent.takeWarnings()
    #expect(warnings.count == 1 && warnings[0].contains("iPlanetDirectoryPro"))
    server.finish()
  }

  @Test func `a serverinfo that did not come is asked for again`() async throws {
    let server = ScriptedServer([
      .json(200, Scene.success("S1")), .fails(.connect), .json(200, Scene.step()), .json(200, ["cookieName": "abc"]),
      .json(200, Scene.step()),
    ])
    let journey = await signedIn(server)
    _ = await journey.start()
    _ = await journey.start()
    #expect(server.requests[2].cookie("iPlanetDirectoryPro") == "S1")
    #expect(server.requests[4].cookie("abc") == "S1")
    server.finish()
  }

  @Test func `once the name is known its cookie goes by the session alone`() async throws {
    let server = ScriptedServer([
      .json(200, Scene.success("S1"), headers: [("Set-Cookie", "abc=S1; Path=/"), ("Set-Cookie", "lb=1; Path=/")]),
      .json(200, ["cookieName": "abc"]), .json(200, Scene.step()),
    ])
    let journey = await signedIn(server)
    _ = await journey.start()
    #expect(server.requests[2].cookie("abc") == "S1")
    #expect(server.requests[2].cookies.count == 2)
    server.finish()
  }
}
