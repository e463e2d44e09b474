import FoundationEssentials
import HTTPClient
import JSON
import JourneyEngine
import Testing

@Suite struct SignOffTests {
  private let setup = OidcSetup()

  private func signOff() async -> SignOffResult {
    await SignOff(agent: setup.agent).run()
  }

  @Test func `tokens are revoked, then the session ends, and nothing is left`() async throws {
    await setup.signIn()
    let token = try await setup.client.token()
    #expect(await signOff() == SignOffResult(loggedOut: true, failed: [], revoked: true))
    let order = setup.provider.sent("").map(\.path).suffix(2).map { $0.split(separator: "/").last }
    #expect(order == ["revoke", "sessions"])
    #expect(setup.provider.sent("/token/revoke").first?.form["token"] == token.refreshToken?.revealed)
    #expect(setup.provider.sent("/endSession").isEmpty)
    #expect(await setup.agent.sessionToken == nil)
    #expect(await setup.agent.tokens == nil)
  }

  @Test func `each part is tried whatever became of the others, and what failed is told`() async throws {
    await setup.signIn()
    _ = try await setup.client.token()
    setup.provider.queue("/token/revoke", .reply(500, [], "x"))
    setup.provider.queue("/sessions", .fault(.timeout))
    let result = await signOff()
    #expect(!result.loggedOut && result.failed.count == 2 && result.revoked == false)
    #expect(result.failed[0].contains("tokens may still be alive") && result.failed[1].contains("session may still"))
    #expect(await setup.agent.sessionToken == nil)
    #expect(await setup.agent.tokens == nil)
  }

  @Test func `a session that is gone already is logged out`() async {
    await setup.signIn()
    setup.provider.change { $0.sessions = [] }
    #expect(await signOff() == SignOffResult(loggedOut: true))
  }

  @Test func `a server that knows no version leaves the session alive, and says so`() async {
    await setup.signIn()
    setup.provider.change { $0.knownVersions = [] }
    let result = await signOff()
    #expect(!result.loggedOut && result.failed.first?.contains("404") == true)
  }

  private static let page = ProviderDouble.Answer.reply(200, [("Content-Type", "text/html")], "<html>login</html>")

  @Test(arguments: [page, .json(200, [:]), .json(200, ["result": .null]), .reply(200, [], "")])
  func `an answer that does not say so confirms no log-out`(_ answer: ProviderDouble.Answer) async {
    await setup.signIn()
    setup.provider.queue("/sessions", answer)
    let result = await signOff()
    #expect(!result.loggedOut && result.failed.count == 1)
    #expect(await setup.agent.sessionToken == nil)
  }

  @Test func `a log-out that is answered with 204 is confirmed`() async {
    await setup.signIn()
    setup.provider.queue("/sessions", .reply(204, [], ""))
    #expect(await signOff() == SignOffResult(loggedOut: true))
  }

  @Test func `a page confirms neither a revocation nor the end at the provider`() async throws {
    await setup.signIn()
    _ = try await setup.client.token()
    await setup.agent.dropSession()
    setup.provider.queue("/token/revoke", Self.page)
    setup.provider.queue("/endSession", Self.page)
    let result = await signOff()
    #expect(!result.loggedOut && result.revoked == false && result.failed.count == 2)
  }

  @Test func `a log-out forgets the cookies, whatever the server says`() async throws {
    for status in [200, 500] {
      let server = ScriptedServer([
        .json(
          200, Scene.success(),
          headers: [
            ("Set-Cookie", "session-jwt=for-ten-days; Path=/; Max-Age=864000"), ("Set-Cookie", "amlbcookie=01; Path=/"),
          ]
        ), .json(status, ["result": "Successfully logged out"]), .json(200, Scene.step()),
      ])
      let storage = MemoryStorage()
      let journey = Scene.journey(server) { $0.storage = storage }
      _ = await journey.start()
      await journey.signOff()
      _ = await journey.start()
      #expect(server.requests[1].cookie("session-jwt") == "for-ten-days")
      #expect(server.requests[2].headers["Cookie"] == nil)
      #expect(await storage.load()?.text().contains("for-ten-days") == false)
    }
  }

  @Test func `without a session the first ID token ends the one behind it`() async throws {
    await setup.signIn()
    let first = try await setup.client.token().idToken
    let second = try await setup.client.token(forceRefresh: true).idToken
    #expect(first != second)
    await setup.agent.dropSession()
    #expect(await signOff().loggedOut)
    let seen = try #require(setup.provider.sent("/endSession").first)
    #expect(seen.method == "GET" && seen.query["id_token_hint"] == first?.revealed)
    #expect(setup.provider.sent("/sessions").isEmpty)
  }

  @Test func `with nothing to end nothing is asked`() async {
    #expect(await signOff() == SignOffResult(loggedOut: false))
    #expect(setup.provider.sent("").isEmpty)
  }
}
