import HTTPClient
import JSON
import JourneyEngine
import Testing

/// A profile whose server changes.
@Suite struct ServerChangeTests {
  private static let other = "https://other.example.test/am"
  private let storage = MemoryStorage()

  private func journey(_ base: String = Scene.server, _ answers: [ScriptedServer.Reply] = []) -> (
    Journey, ScriptedServer
  ) {
    let (server, storage) = (ScriptedServer(answers), storage)
    let journey = Scene.journey(server) { config in
      config.storage = storage
      config.serverUrl = base
    }
    return (journey, server)
  }

  @Test func `each server has a state of its own, and none is lost`() async throws {
    _ = await journey(Scene.server, [.json(200, Scene.success("S1"))]).0.start()
    let (there, second) = journey(Self.other, [.json(200, Scene.step("other"))])
    _ = await there.start("Login")
    #expect(second.requests[0].headers["Cookie"] == nil)
    #expect(await there.agent.takeWarnings() == [])
    // The same server in another spelling is the same.
    let (back, third) = journey("https://AM.example.test:443/am/", [.json(200, Scene.step())])
    _ = await back.start()
    #expect(third.requests[0].cookie(Scene.cookieName) == "S1")
    #expect(try await journey(Self.other).0.keptStep()?.step.document["authId"] == "other")
    #expect(await storage.state()?["session"]?["tokenId"] == "S1")
    #expect(await storage.state(Self.other)?["journey"] != nil)
  }

  @Test func `what is kept of one server stays when another one comes`() async throws {
    var kept = KeptDocument()
    kept[Scene.server] = [
      "cookies": [], "session": ["tokenId": "S0", "realm": "/alpha"], "tokens": ["accessToken": "a"],
      "tokensSession": "S0",
    ]
    await storage.save(kept.json)
    _ = await journey(Self.other, [.json(200, Scene.success("S2"))]).0.start()
    #expect(await storage.state()?["session"]?["tokenId"] == "S0")
    let (journey, server) = journey(Scene.server, [.json(200, Scene.step())])
    _ = await journey.start()
    #expect(server.requests[0].cookie(Scene.cookieName) == "S0")
    #expect(await journey.agent.keptTokens == ["accessToken": "a"])
    #expect(await storage.state(Self.other)?["session"]?["tokenId"] == "S2")
  }

  @Test func `two processes at two servers do not undo each other`() async throws {
    let (one, _) = journey()
    let (other, _) = journey(Self.other)
    try await one.agent.load()
    try await other.agent.load()
    await one.agent.adopt(session: HeldSession(token: Secret("S1"), realm: nil, successURL: nil))
    await other.agent.adopt(session: HeldSession(token: Secret("S2"), realm: nil, successURL: nil))
    await one.agent.save()
    await other.agent.save()
    #expect(await storage.state()?["session"]?["tokenId"] == "S1")
    #expect(await storage.state(Self.other)?["session"]?["tokenId"] == "S2")
  }

  @Test func `of many servers the one written longest ago is forgotten`() {
    var document = KeptDocument()
    for number in 0..<KeptDocument.capacity { document["s\(number)"] = [:] }
    document["s0"] = ["again": true]
    document["new"] = [:]
    #expect(document["s0"] == ["again": true] && document["new"] == [:])
    #expect(document["s1"] == nil && document["s2"] == [:])
    #expect(KeptDocument(json: document.json) == document)
  }
}
