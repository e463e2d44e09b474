import JSON
import Testing

@testable import JourneySandbox

private let success = ExportMaker.success
private let failure = ExportMaker.failure

/// Nodes that set cookies and look at them.
struct CookieNodeTests {
  @Test func `a persistent cookie ends when it is not used, and lives on when it is`() async throws {
    let keep = ExportMaker.login(
      "Keep",
      then: [
        .init("cookie", "SetPersistentCookieNode", ["idleTimeout": 1, "maxLife": 3], [("outcome", success)])
      ], first: "cookie")
    let use = ExportMaker.journey(
      "Use",
      [.init("cookie", "PersistentCookieDecisionNode", ["idleTimeout": 1], [("true", success), ("false", failure)])])
    let trees = (keep["trees"]?.object ?? [:]).merging(use["trees"]?.object ?? [:])
    let desk = try Desk(journey: ["trees": .object(trees)])
    func cookie(_ reply: Reply) throws -> String {
      String(
        try #require(reply.headers("Set-Cookie").first { $0.hasPrefix("session-jwt=") }?.split(separator: ";").first))
    }
    let first = try cookie(try await desk.signIn("Keep"))
    desk.clock.advance(seconds: 3500)
    let used = await desk.start("Use", headers: [("Cookie", first)])
    #expect(used.status == 200)
    desk.clock.advance(seconds: 3500)
    #expect(await desk.start("Use", headers: [("Cookie", first)]).status == 401)
    let again = await desk.start("Use", headers: [("Cookie", try cookie(used))])
    #expect(again.status == 200)
    desk.clock.advance(seconds: 3500)
    let last = await desk.start("Use", headers: [("Cookie", try cookie(again))])
    desk.clock.advance(seconds: 600)
    #expect(await desk.start("Use", headers: [("Cookie", try cookie(last))]).status == 401)
    #expect(await desk.start("Use", headers: [("Cookie", first + "x")]).status == 401)
  }

  @Test func `a persistent cookie can be bound to the address that it was set for, and has the attributes of its node`()
    async throws
  {
    let keep = ExportMaker.login(
      "Keep",
      then: [
        .init(
          "cookie", "SetPersistentCookieNode",
          ["useSecureCookie": true, "useHttpOnlyCookie": false, "sameSite": "LAX"],
          [("outcome", success)])
      ], first: "cookie")
    var trees = keep["trees"]?.object ?? [:]
    for (name, isBound) in [("Bound", true), ("Free", false)] {
      let node = ExportMaker.Node(
        "cookie", "PersistentCookieDecisionNode", ["enforceClientIp": .bool(isBound)],
        [("true", success), ("false", failure)])
      trees = trees.merging(ExportMaker.journey(name, [node])["trees"]?.object ?? [:])
    }
    var desk = try Desk(journey: ["trees": .object(trees)])
    let line = try #require(
      try await desk.signIn("Keep").headers("Set-Cookie").first { $0.hasPrefix("session-jwt=") })
    #expect(line.hasSuffix("; Path=/; Secure; SameSite=Lax; Max-Age=18000"))
    let cookie: HeaderList = [("Cookie", String(line.prefix { $0 != ";" }))]
    #expect(await desk.start("Bound", headers: cookie).status == 200)
    desk.peer = "127.0.0.2"
    #expect(await desk.start("Bound", headers: cookie).status == 401)
    #expect(await desk.start("Free", headers: cookie).status == 200)
  }
}
