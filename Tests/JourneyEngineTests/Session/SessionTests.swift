import FoundationEssentials
import HTTPClient
import JSON
import JourneyEngine
import Synchronization
import Testing

@Suite struct SessionTests {
  private let setup = OidcSetup()

  private func session() async -> Session {
    await setup.signIn()
    return Session(agent: setup.agent, token: ProviderDouble.session)
  }

  @Test func `information about a session names user, realm and times`() async throws {
    let info = try await session().info()
    #expect(info.username == "demo" && info.realm == "/alpha" && info.universalID == "id=demo,ou=user")
    #expect(info.expiresAt == ProviderDouble.start.addingTimeInterval(7200))
    #expect(info.idleExpiresAt == ProviderDouble.start.addingTimeInterval(1800))
    #expect(info.properties["AMCtxId"] == "a-1")
    let seen = try #require(setup.provider.sent("/sessions").first)
    #expect(seen.method == "POST" && seen.query == ["_action": "getSessionInfo"])
    #expect(seen.headers["Accept-API-Version"] == "resource=4.0, protocol=1.0")
    #expect(seen.headers["Content-Type"] == "application/json" && seen.body == #"{"tokenId":"session-1.*AAJ.*"}"#)
    #expect(seen.headers["iPlanetDirectoryPro"] == ProviderDouble.session.revealed)
  }

  @Test(arguments: ["2027-01-15T08:00:00Z", "2027-01-15T08:00:00.250Z"])
  func `times are read with and without fractions`(_ text: String) {
    let info = SessionInfo(["maxSessionExpirationTime": .string(text), "username": 7])
    #expect(info.expiresAt.map { abs($0.timeIntervalSince(ProviderDouble.start)) < 1 } == true && info.username == nil)
    #expect(SessionInfo(["maxSessionExpirationTime": "soon"]).expiresAt == nil)
  }

  @Test func `a version that the server does not know is no end of the session`() async throws {
    let session = await session()
    setup.provider.change { $0.knownVersions = ["1.0", "1.1", "1.2", "2.0"] }
    #expect(try await session.info().username == "demo")
    #expect(try await session.validate())
    try await session.logout()
    let versions = setup.provider.sent("/sessions").map { $0.headers["Accept-API-Version"]?.dropFirst(9).prefix(3) }
    #expect(versions == ["4.0", "2.0", "4.0", "1.2", "4.0", "2.0"])
    #expect(setup.provider.state.withLock { $0.sessions.isEmpty })
  }

  @Test func `validating does not count as use`() async throws {
    #expect(try await session().validate())
    #expect(setup.provider.sent("/sessions").first?.query == ["_action": "validate", "refresh": "false"])
  }

  @Test func `a dead session is told as such`() async throws {
    let session = await session()
    setup.provider.change { $0.sessions = [] }
    #expect(try await session.validate() == false)
    let error = await setup.failure { () async throws(OidcError) in _ = try await session.info() }
    #expect(error?.kind == .noSession)
    try await session.logout()
  }

  @Test(
    arguments: [
      (ProviderDouble.Answer.reply(503, [], "x"), OidcError.Kind.server), (.fault(.connect), .network),
      (.reply(200, [], "<html>"), .unexpectedReply),
      (.json(403, ["code": 403, "message": "Forbidden"]), .unexpectedReply),
    ] as [(ProviderDouble.Answer, OidcError.Kind)])
  func `a fault says nothing about the session`(_ answer: ProviderDouble.Answer, _ kind: OidcError.Kind) async {
    let session = await session()
    setup.provider.queue("/sessions", answer, answer)
    var error = await setup.failure { () async throws(OidcError) in _ = try await session.info() }
    #expect(error?.kind == kind)
    error = await setup.failure { () async throws(OidcError) in _ = try await session.validate() }
    #expect(error?.kind == kind)
    #expect(await setup.agent.sessionToken == ProviderDouble.session)
  }

  @Test func `the token never stands in a URL`() async throws {
    let session = await session()
    _ = try await session.info()
    _ = try await session.validate()
    try await session.logout()
    for seen in setup.provider.sent("") { #expect(!seen.query.values.contains { $0.contains("session-1") }) }
  }
}
