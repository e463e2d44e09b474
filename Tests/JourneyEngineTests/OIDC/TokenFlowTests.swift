import FoundationEssentials
import HTTPClient
import JSON
import JourneyEngine
import Testing

/// The token endpoint: exchange, refresh, and what survives which fault.
@Suite struct TokenFlowTests {
  private let setup = OidcSetup()
  private static let gone = ProviderDouble.Answer.json(
    400, ["error": "invalid_grant", "error_description": "grant is invalid"])

  private static let faults: [(String, ProviderDouble.Answer, OidcError.Kind)] = [
    ("connection refused", .fault(.connect), .network), ("dropped", .fault(.dropped), .network),
    ("timeout", .fault(.timeout), .timeout), ("tls", .fault(.tls), .tls),
    ("503", .reply(503, [("Content-Type", "text/html")], "<html>away</html>"), .server),
    ("500 JSON", .json(500, ["error": "server_error"]), .server),
    ("400 server_error", .json(400, ["error": "server_error", "error_description": "(500)"]), .server),
    ("429", .json(429, ["error": "slow_down"], [("Retry-After", "1")]), .server),
    ("200 HTML", .reply(200, [("Content-Type", "text/html")], "<html>login</html>"), .unexpectedReply),
    ("302", .redirect("/am/UI/Login"), .unexpectedReply), ("200 empty", .json(200, [:]), .unexpectedReply),
    ("invalid_client", .json(400, ["error": "invalid_client"]), .oauth),
    ("invalid_scope", .json(400, ["error": "invalid_scope"]), .oauth),
  ]

  @Test(arguments: faults.indices)
  func `a fault of the exchange costs one request and a new code`(_ index: Int) async throws {
    let (name, answer, kind) = Self.faults[index]
    await setup.signIn()
    setup.provider.queue("/access_token", answer)
    let error = await setup.failure { () async throws(OidcError) in _ = try await setup.client.token() }
    #expect(error?.kind == kind, "\(name)")
    #expect(setup.provider.sent("/access_token").count == 1)
    _ = try await setup.client.token()
    let codes = setup.provider.sent("/access_token").compactMap { $0.form["code"] }
    #expect(codes.count == 2 && Set(codes).count == 2)
  }

  @Test(arguments: faults.indices)
  func `a fault of a refresh leaves the tokens as they are`(_ index: Int) async throws {
    let (name, answer, kind) = Self.faults[index]
    await setup.signIn()
    let before = try await setup.client.token()
    setup.provider.queue("/access_token", answer)
    let error = await setup.failure { () async throws(OidcError) in _ = try await setup.client.token(forceRefresh: true)
    }
    #expect(error?.kind == kind, "\(name)")
    #expect(try await setup.client.token() == before)
    _ = try await setup.client.token(forceRefresh: true)
    #expect(setup.provider.sent("/access_token").last?.form["refresh_token"] == before.refreshToken?.revealed)
  }

  @Test func `a refresh token is kept until another one comes`() async throws {
    await setup.signIn()
    let first = try await setup.client.token().refreshToken?.revealed
    for _ in 0..<2 {
      setup.provider.queue("/access_token", .json(200, ["access_token": "short", "expires_in": "60"]))
      let token = try await setup.client.token(forceRefresh: true)
      #expect(token.refreshToken?.revealed == first && token.scope == "openid profile" && token.idToken != nil)
      #expect(token.expiresIn(now: ProviderDouble.start) == 60)
    }
    let last = try await setup.client.token(forceRefresh: true)
    let sent = setup.provider.sent("/access_token").dropFirst().map { $0.form["refresh_token"] }
    #expect(sent == [first, first, first])
    #expect(last.refreshToken?.revealed != first)
  }

  @Test func `an expired access token is renewed, and one near its end past the threshold`() async throws {
    setup.configure { $0.refreshThreshold = 60 }
    await setup.signIn()
    _ = try await setup.client.token()
    setup.provider.clock.advance(.seconds(3539))
    _ = try await setup.client.token()
    #expect(setup.provider.sent("/access_token").count == 1)
    setup.provider.clock.advance(.seconds(1))
    _ = try await setup.client.token()
    #expect(setup.provider.sent("/access_token").last?.form["grant_type"] == "refresh_token")
  }

  @Test func `a renewal that fails for now leaves a token in use that is still good`() async throws {
    setup.configure { $0.refreshThreshold = 60 }
    await setup.signIn()
    let before = try await setup.client.token()
    setup.provider.clock.advance(.seconds(3550))
    setup.provider.queue("/access_token", .fault(.connect))
    #expect(try await setup.client.token() == before)
    #expect(await setup.warnings().contains { $0.contains("not renewed") })
    setup.provider.clock.advance(.seconds(60))
    setup.provider.queue("/access_token", .fault(.connect))
    let error = await setup.failure { () async throws(OidcError) in _ = try await setup.client.token() }
    #expect(error?.kind == .network)
  }

  @Test func `invalid_grant falls back to the session without asking the user`() async throws {
    await setup.signIn()
    let before = try await setup.client.token()
    setup.provider.queue("/access_token", Self.gone)
    let after = try await setup.client.token(forceRefresh: true)
    #expect(after.accessToken != before.accessToken)
    let grants = setup.provider.sent("/access_token").map { $0.form["grant_type"] }
    #expect(grants == ["authorization_code", "refresh_token", "authorization_code"])
    #expect(setup.provider.sent("/authorize").map { $0.query["prompt"] } == [nil, "none"])
  }

  @Test func `a refused refresh token is never sent again`() async throws {
    await setup.signIn()
    let before = try await setup.client.token()
    setup.provider.queue("/access_token", Self.gone)
    setup.provider.queue("/authorize", .redirect("/am/UI/Login?goto=x"), .redirect("/am/UI/Login?goto=x"))
    for _ in 0..<2 {
      let error = await setup.failure { () async throws(OidcError) in
        _ = try await setup.client.token(forceRefresh: true)
      }
      #expect(error?.kind == .noSession)
    }
    let sent = setup.provider.sent("/access_token").filter { $0.form["refresh_token"] == before.refreshToken?.revealed }
    #expect(sent.count == 1)
    let kept = try await setup.client.token()
    #expect(kept.accessToken == before.accessToken && kept.refreshToken == nil)
  }

  @Test func `twenty who ask at once make one request and get the same tokens`() async throws {
    await setup.signIn()
    _ = try await setup.client.token()
    setup.provider.clock.advance(.seconds(4000))
    setup.provider.change { $0.delays = true }
    let client = setup.client
    let tokens = try await withThrowingTaskGroup(of: Token.self) { group in
      for _ in 0..<20 { group.addTask { try await client.token() } }
      while await setup.provider.gate.arrived == 0 { await Task.yield() }
      await setup.provider.gate.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(tokens.count == 20 && Set(tokens.map(\.accessToken.revealed)).count == 1)
    #expect(setup.provider.sent("/access_token").count == 2)
  }

  @Test func `who gives up waiting does not stop the request`() async throws {
    await setup.signIn()
    setup.provider.change { $0.delays = true }
    let client = setup.client
    let waiting = Task { try await client.token() }
    while await setup.provider.gate.arrived == 0 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: OidcError.self) { try await waiting.value }
    await setup.provider.gate.open()
    let token = try await client.token()
    #expect(token.accessToken.revealed == "at-2")
    #expect(setup.provider.sent("/access_token").count == 1)
  }

  @Test func `an answer without a life time has no known end`() async throws {
    await setup.signIn()
    setup.provider.queue(
      "/access_token",
      .make { provider, _ in
        guard case .object(var object) = provider.answer(refresh: false) else { return .fault(.dropped) }
        object["expires_in"] = nil
        object["unknown"] = 1
        return .json(200, .object(object))
      })
    let token = try await setup.client.token()
    #expect(token.expiresAt == nil && token.raw["unknown"] == 1)
    setup.provider.clock.advance(.seconds(100_000))
    #expect(try await setup.client.token() == token)
  }

  @Test func `less scope than asked is a warning`() async throws {
    setup.configure { $0.setScopes(["openid", "profile", "email"]) }
    await setup.signIn()
    let token = try await setup.client.token()
    #expect(token.scope == "openid profile")
    #expect(await setup.warnings().contains { $0.contains("'email'") })
  }

  @Test func `a refresh that brings less scope is a warning, and so are kept tokens of less`() async throws {
    setup.configure { $0.setScopes(["openid", "profile", "email"]) }
    await setup.signIn()
    _ = try await setup.client.token()
    _ = await setup.warnings()
    setup.configure { $0.setScopes(["openid", "profile"]) }
    await setup.signIn()
    _ = try await setup.client.token()
    #expect(await setup.warnings() == [])
    setup.provider.queue("/access_token", .json(200, ["access_token": "a", "scope": "openid", "expires_in": 60]))
    _ = try await setup.client.token(forceRefresh: true)
    #expect(await setup.warnings().contains { $0.contains("less than was asked") && $0.contains("'profile'") })
    _ = try await setup.client.token()
    #expect(await setup.warnings().contains { $0.contains("at hand are not for the scope 'profile'") })
  }

  @Test(arguments: [ProviderDouble.Answer.reply(503, [], "away"), .fault(.timeout), .reply(200, [], "<html>")])
  func `keys that cannot be had lose no refresh token`(_ answer: ProviderDouble.Answer) async throws {
    let storage = MemoryStorage()
    var config = setup.config { _ in }
    config.storage = storage
    let first = UserAgent(config: config)
    try await first.load()
    await setup.signIn(first)
    let before = try await OidcClient(agent: first).token()
    // A later process has no keys yet.
    let later = UserAgent(config: config)
    setup.provider.queue("/jwk_uri", answer)
    let renewed = try await OidcClient(agent: later).token(forceRefresh: true)
    #expect(renewed.refreshToken != before.refreshToken && renewed.accessToken != before.accessToken)
    #expect(renewed.idToken == before.idToken && renewed.claims == before.claims)
    #expect(await later.takeWarnings().contains { $0.contains("could not be checked") })
    _ = try await OidcClient(agent: UserAgent(config: config)).token(forceRefresh: true)
    #expect(setup.provider.sent("/access_token").last?.form["refresh_token"] == renewed.refreshToken?.revealed)
  }

  @Test func `tokens of an exchange that cannot be checked are given back`() async throws {
    await setup.signIn()
    setup.provider.queue("/jwk_uri", .reply(503, [], "away"))
    let error = await setup.failure { () async throws(OidcError) in _ = try await setup.client.token() }
    #expect(error?.kind == .server)
    #expect(setup.provider.sent("/token/revoke").map { $0.form["token"] } == ["rt-2"])
    _ = try await setup.client.token()
  }

  @Test(arguments: ["login", "consent"])
  func `after prompt=login the session is looked at, whatever came`(_ prompt: String) async throws {
    setup.configure { $0.prompt = prompt }
    await setup.signIn()
    setup.provider.queue(
      "/authorize",
      .make { provider, seen in
        let answer = provider.authorize(seen)
        provider.change { $0.sessions = [] }
        return answer
      })
    _ = try await setup.client.token()
    let asked = setup.provider.sent("/sessions").count
    #expect(asked == (prompt == "login" ? 1 : 0))
    #expect(await setup.agent.sessionToken == (prompt == "login" ? nil : ProviderDouble.session))
  }

  @Test func `nothing is spent where its answer could not be kept`() async throws {
    let storage = Roomless()
    var config = setup.config { _ in }
    config.storage = storage
    let agent = UserAgent(config: config)
    try await agent.load()
    await setup.signIn(agent)
    _ = try await OidcClient(agent: agent).token()
    await storage.fill()
    let error = await setup.failure { () async throws(OidcError) in
      _ = try await OidcClient(agent: agent).token(forceRefresh: true)
    }
    #expect(error?.kind == .storage && error?.message == "disk full")
    #expect(setup.provider.sent("/access_token").count == 1)
  }

  /// A storage that becomes full.
  private actor Roomless: JourneyStorage {
    private var document: JSON?
    private var isFull = false

    func fill() { isFull = true }
    func load() -> JSON? { document }
    func save(_ document: JSON) { self.document = document }
    func delete() { document = nil }
    func makeRoom() throws { if isFull { throw StorageError(message: "disk full", path: "/x") } }
  }

  @Test func `tokens of another session are revoked and never given out`() async throws {
    await setup.signIn()
    let before = try await setup.client.token()
    setup.provider.change {
      $0.user = "bob"
      $0.sessions.insert("session-2.*AAJ.*")
    }
    await setup.signIn(as: Secret("session-2.*AAJ.*"))
    let after = try await setup.client.token()
    #expect(after.accessToken != before.accessToken && after.claims?["sub"] == "bob")
    #expect(setup.provider.sent("/token/revoke").map { $0.form["token"] } == [before.refreshToken?.revealed])
    #expect(await setup.warnings().contains { $0.contains("session before") })
  }

  @Test func `tokens outlive their session`() async throws {
    await setup.signIn()
    let token = try await setup.client.token()
    await setup.agent.dropSession()
    #expect(try await setup.client.token() == token)
  }

  @Test func `tokens that a log-out has overtaken are given back`() async throws {
    await setup.signIn()
    setup.provider.change { $0.delays = true }
    let client = setup.client
    let waiting = Task { try await client.token() }
    while await setup.provider.gate.arrived == 0 { await Task.yield() }
    _ = await SignOff(agent: setup.agent).run()
    await setup.provider.gate.open()
    let error = await #expect(throws: OidcError.self) { try await waiting.value }
    #expect(error?.kind == .noSession)
    #expect(await setup.agent.tokens == nil)
    #expect(setup.provider.sent("/token/revoke").map { $0.form["token"] } == ["rt-2"])
  }

  @Test func `tokens of another realm are not spent here, and wait until they are replaced`() async throws {
    let storage = MemoryStorage()
    var config = setup.config { _ in }
    config.storage = storage
    let alpha = UserAgent(config: config)
    try await alpha.load()
    await setup.signIn(alpha)
    let token = try await OidcClient(agent: alpha).token()
    config.realm = "beta"
    let beta = UserAgent(config: config)
    setup.provider.queue("/authorize", .redirect("/am/UI/Login?realm=/beta&goto=x"))
    await #expect(throws: OidcError.self) { try await OidcClient(agent: beta).token() }
    #expect(setup.provider.sent("/access_token").count == 1 && setup.provider.sent("/token/revoke").isEmpty)
    config.realm = "alpha"
    #expect(try await OidcClient(agent: UserAgent(config: config)).token() == token)
    let other = UserAgent(config: setup.config { $0.clientId = "cli2" }.keeping(storage))
    setup.provider.change { $0.claims = ["aud": "cli2", "azp": "cli2"] }
    _ = try await OidcClient(agent: other).token()
    #expect(await other.takeWarnings().contains { $0.contains("'cli'") && $0.contains("replaced") })
  }

  // MARK: Other processes

  /// As many agents as there would be processes, over one storage.
  private func agents(_ count: Int, over storage: any JourneyStorage) -> [UserAgent] {
    var config = setup.config { _ in }
    config.storage = storage
    return (0..<count).map { _ in UserAgent(config: config) }
  }

  @Test func `one process renews, the others take over what it has got`() async throws {
    let agents = agents(20, over: SharedStorage())
    try await agents[0].load()
    await setup.signIn(agents[0])
    await agents[0].save()
    let first = try await OidcClient(agent: agents[0]).token()
    for agent in agents { _ = try await OidcClient(agent: agent).token() }
    setup.provider.clock.advance(.seconds(4000))
    let tokens = try await withThrowingTaskGroup(of: Token.self) { group in
      for agent in agents { group.addTask { try await OidcClient(agent: agent).token() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(tokens.count == 20 && Set(tokens.map(\.accessToken.revealed)).count == 1)
    #expect(tokens.first?.accessToken != first.accessToken)
    #expect(setup.provider.sent("/access_token").count == 2)
  }

  @Test func `a storage that fails keeps its words and its place`() async throws {
    let agent = agents(1, over: BrokenStorage())[0]
    let error = await setup.failure { () async throws(OidcError) in _ = try await OidcClient(agent: agent).token() }
    #expect(error?.kind == .storage && error?.message == "broken" && error?.path == "/state/x")
  }

  // MARK: Client authentication

  @Test func `Basic is tried raw after a 401, and the code is still good`() async throws {
    setup.configure { $0.clientSecret = Secret("p&w=1+ %") }
    await setup.signIn()
    setup.provider.queue("/access_token", .json(401, ["error": "invalid_client"]))
    _ = try await setup.client.token()
    let sent = setup.provider.sent("/access_token")
    #expect(sent.count == 2 && Set(sent.map { $0.headers["Authorization"] ?? "" }).count == 2)
    #expect(sent.allSatisfy { $0.form["client_id"] == nil && $0.form["client_secret"] == nil })
  }
}

extension JourneyConfig {
  fileprivate func keeping(_ storage: any JourneyStorage) -> JourneyConfig {
    var config = self
    config.storage = storage
    return config
  }
}
