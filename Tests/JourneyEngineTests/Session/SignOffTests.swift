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
