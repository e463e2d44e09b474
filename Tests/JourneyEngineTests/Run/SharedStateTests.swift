import JSON
import JourneyEngine
import Testing

/// Two agents, as in two processes, on one storage.
@Suite struct SharedStateTests {
  private let storage = MemoryStorage()

  private func journey(_ answers: [ScriptedServer.Reply] = []) -> Journey {
    let storage = storage
    return Scene.journey(ScriptedServer(answers)) { config in
      config.cookie = "abc"
      config.storage = storage
    }
  }

  private static func tokens(_ number: Int) -> JSON { ["refreshToken": .string("r\(number)")] }

  /// Two agents that have read a state with the session S1 and the tokens r1.
  private func pair(_ first: [ScriptedServer.Reply] = [], _ second: [ScriptedServer.Reply] = []) async throws
    -> (Journey, Journey)
  {
    let before = journey([.json(200, Scene.success("S1"))])
    _ = await before.start()
    await before.agent.keep(tokens: Self.tokens(1))
    await before.agent.save()
    let (one, other) = (journey(first), journey(second))
    try await one.agent.load()
    try await other.agent.load()
    return (one, other)
  }

  @Test func `an agent that read the old tokens does not put them back`() async throws {
    let (one, other) = try await pair([.json(200, Scene.step("a"))])
    await other.agent.keep(tokens: Self.tokens(2))
    await other.agent.save()
    _ = await one.start()
    let kept = try #require(await storage.state())
    #expect(kept["tokens"] == Self.tokens(2))
    #expect(kept["journey"]?["document"]?["authId"] == "a")
    #expect(await one.agent.keptTokens == Self.tokens(2))
  }

  @Test func `cookies of both stay`() async throws {
    let (one, other) = try await pair(
      [.json(200, Scene.step("a"), headers: [("Set-Cookie", "one=1; Path=/"), ("Set-Cookie", "both=1; Path=/")])],
      [.json(200, Scene.step("b"), headers: [("Set-Cookie", "other=1; Path=/"), ("Set-Cookie", "both=2; Path=/")])])
    _ = await one.start()
    _ = await other.start()
    let cookies = try #require(await storage.state()?["cookies"]?.array)
    let pairs = cookies.map { "\($0["name"]?.string ?? "")=\($0["value"]?.string ?? "")" }
    #expect(Set(pairs) == ["one=1", "other=1", "both=2"] && pairs.count == 3)
  }

  @Test func `a log-out stays, whatever the other one refreshes`() async throws {
    let (one, other) = try await pair()
    await other.agent.dropSession()
    await other.agent.keep(tokens: nil)
    await other.agent.save()
    await one.agent.keep(tokens: Self.tokens(2), session: Secret("S1"))
    await one.agent.save()
    let kept = try #require(await storage.state())
    #expect(kept["tokens"] == nil && kept["session"] == nil)
    #expect(await one.agent.keptTokens == nil)
    #expect(await one.agent.sessionToken == nil)
  }

  @Test func `first tokens of a session that has been left are not kept`() async throws {
    let (one, other) = try await pair()
    await one.agent.keep(tokens: nil)
    await one.agent.save()
    await other.agent.adopt(session: HeldSession(token: Secret("S2"), realm: nil, successURL: nil))
    await other.agent.save()
    await one.agent.keep(tokens: Self.tokens(2), session: Secret("S1"))
    await one.agent.save()
    #expect(await storage.state()?["tokens"] == nil)
    #expect(await one.agent.sessionToken == Secret("S2"))
  }

  @Test func `a session that has come meanwhile is not removed with the old one`() async throws {
    let (one, other) = try await pair()
    await other.agent.adopt(session: HeldSession(token: Secret("S2"), realm: nil, successURL: nil))
    await other.agent.save()
    await one.agent.dropSession()
    await one.agent.save()
    #expect(await storage.state()?["session"]?["tokenId"] == "S2")
  }

  @Test func `what is changed and not yet written survives a new reading`() async throws {
    let (one, other) = try await pair()
    await one.agent.adopt(session: HeldSession(token: Secret("S3"), realm: nil, successURL: nil))
    await other.agent.keep(tokens: Self.tokens(2))
    await other.agent.save()
    try await one.agent.reload()
    #expect(await one.agent.sessionToken == Secret("S3"))
    #expect(await one.agent.keptTokens == Self.tokens(2))
    await one.agent.save()
    #expect(await storage.state()?["session"]?["tokenId"] == "S3")
  }

  @Test func `many saves at once end with the last state`() async throws {
    let (one, _) = try await pair()
    await withTaskGroup { group in
      for number in 1...50 {
        group.addTask {
          await one.agent.adopt(session: HeldSession(token: Secret("S\(number)"), realm: nil, successURL: nil))
          await one.agent.save()
        }
      }
    }
    #expect(await storage.state()?["session"]?["tokenId"]?.string == one.agent.sessionToken?.revealed)
  }
}
