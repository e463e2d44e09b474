import HTTPClient
import JSON
import JourneyEngine
import Testing

@Suite struct KeptStateTests {
  private func journey(_ server: ScriptedServer, _ storage: any JourneyStorage, base: String = Scene.server) -> Journey
  {
    Scene.journey(server) { config in
      config.cookie = nil
      config.storage = storage
      config.serverUrl = base
    }
  }

  @Test func `a journey goes on in another process`() async throws {
    let storage = MemoryStorage()
    let first = ScriptedServer([
      .json(200, Scene.success("S1"), headers: [("Set-Cookie", "lb=1; Path=/; Max-Age=600")]),
      .json(200, ["cookieName": "abc"]), .json(200, Scene.step("kept")),
    ])
    let before = journey(first, storage)
    _ = await before.start()
    _ = await before.start("Login") { options in
      options.noSession = true
      options.query = [("goto", "/x"), ("once", "1")]
    }
    first.finish()

    let second = ScriptedServer([.json(200, Scene.step("next"))])
    let after = journey(second, MemoryStorage(try JSON(parsing: try #require(await storage.load()).text())))
    let step = try #require(try await after.keptStep())
    #expect(step.number == 1 && step.journey == "Login" && step.realm == "/alpha")
    let next = try Scene.step(await step.next())
    #expect(next.number == 2)
    let request = second.requests[0]
    #expect(request.json?["authId"] == "kept")
    #expect(request.query == ["noSession": "true", "goto": "/x"])
    #expect(request.cookie("abc") == "S1" && request.cookie("lb") == "1")
    #expect(request.headers["abc"] == "S1")
    second.finish()
  }

  @Test func `a redirect is resumed in another process, once`() async throws {
    let step: JSON = ["authId": "r", "callbacks": [["type": "RedirectCallback", "output": []]]]
    let storage = MemoryStorage()
    _ = await journey(ScriptedServer([.json(200, step)]), storage).start("Social")
    let server = ScriptedServer([.json(200, Scene.success("S1"))])
    #expect(await journey(server, storage).resume("?code=c&state=s") is SuccessNode)
    #expect(server.requests[0].json == step)
    await #expect(throws: Refusal.noPendingStep) {
      try await journey(ScriptedServer(), storage).comeBack("?code=c&state=s")
    }
    server.finish()
  }

  @Test func `an ended journey is forgotten, its session kept`() async throws {
    let storage = MemoryStorage()
    let server = ScriptedServer([.json(200, Scene.step()), .json(200, Scene.success("S1"))])
    let step = try Scene.step(await journey(server, storage).start())
    _ = await step.next()
    let kept = try #require(await storage.state())
    #expect(kept["journey"] == nil)
    #expect(kept["session"]?["tokenId"] == "S1")
  }

  @Test func `a step that stays open is kept`() async throws {
    let storage = MemoryStorage()
    let server = ScriptedServer([.json(200, Scene.step("a")), .json(400, ["code": 400, "message": "x"])])
    let step = try Scene.step(await journey(server, storage).start())
    _ = await step.next()
    #expect(await storage.state()?["journey"]?["document"]?["authId"] == "a")
  }

  @Test(arguments: [
    JSON.null, [], "x", [:], ["version": 2, "server": "x", "cookies": []], ["version": 1, "servers": [:]],
    ["version": 2, "servers": []], ["version": 2, "servers": ["x": 1]], ["version": 99, "servers": [:]],
    ["version": 2, "servers": [Scene.server: ["cookies": [["name": "a"]]]]],
    ["version": 2, "servers": [Scene.server: ["cookies": [], "session": [:]]]],
    ["version": 2, "servers": [Scene.server: ["cookies": [], "journey": ["realm": "/"]]]],
    ["version": 2, "servers": [Scene.server: ["cookies": [], "authorization": ["clientId": "x"]]]],
  ])
  func `a damaged document is named and left alone`(_ document: JSON) async throws {
    let storage = MemoryStorage(document)
    let journey = journey(ScriptedServer(), storage)
    await #expect(throws: Refusal.self) { try await journey.begin(nil, StartOptions()) }
    #expect((await journey.start() as? FailureNode)?.cause == .refused)
    #expect(await storage.load() == document)
  }

  @Test func `a document of a later version is no damage`() async {
    let journey = journey(ScriptedServer(), MemoryStorage(["version": 3, "servers": [:]]))
    let error = await #expect(throws: Refusal.self) { try await journey.begin(nil, StartOptions()) }
    #expect(error?.description.contains("of a later version of this program (3)") == true)
  }

  private struct Broken: JourneyStorage {
    var readable = false
    var place: String? { "/home/x/state" }
    func load() async throws -> JSON? { if readable { nil } else { throw StorageError(message: "no", path: place) } }
    func save(_ document: JSON) async throws { throw StorageError(message: "disk full", path: place) }
    func delete() async throws {}
  }

  @Test func `a storage that cannot be read stops the start`() async {
    let journey = journey(ScriptedServer(), Broken())
    await #expect(throws: Refusal.storage(StorageError(message: "no", path: "/home/x/state"))) {
      try await journey.begin(nil, StartOptions())
    }
  }

  @Test func `a state that cannot be kept is said, and the answer still counts`() async throws {
    let server = ScriptedServer([.json(200, Scene.step())])
    let journey = journey(server, Broken(readable: true))
    _ = try Scene.step(await journey.start())
    #expect(await journey.agent.takeStorageError() == StorageError(message: "disk full", path: "/home/x/state"))
    #expect(await journey.agent.takeWarnings() == ["disk full"])
  }

  @Test func `tokens are kept with the session that they came from`() async throws {
    let storage = MemoryStorage()
    let before = journey(ScriptedServer([.json(200, Scene.success("S1"))]), storage)
    _ = await before.start()
    await before.agent.keep(tokens: ["access_token": "a", "n": 1.50])
    await before.agent.save()
    let after = journey(ScriptedServer(), storage)
    try await after.agent.prepare()
    #expect(await after.agent.keptTokens == ["access_token": "a", "n": 1.50])
    #expect(await after.agent.tokensSession == Secret("S1"))
  }
}
