import HTTPClient
import JSON
import JourneyEngine
import Testing

/// A client that is bound to a journey of its own (am-protocol 7.4): refused, journey, consent, tokens.
@Suite struct PinnedClientTests {
  private let setup = OidcSetup()
  private static let transaction = "5f1c0c5e-9d3b-4a6b-8a73-1d0c1f1a2b3c"
  private static let advice =
    "<Advices><AttributeValuePair><Attribute name=\"TransactionConditionAdvice\"/>"
    + "<Value>\(transaction)</Value></AttributeValuePair></Advices>"

  /// The login redirect of such a client; `goto` is the authorize URL with what was asked, and a transaction.
  private static let bound = ProviderDouble.Answer.make { provider, seen in
    provider.change { $0.asked = seen.query }
    let pairs = seen.query.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + [("tx", "1")]
    let goto = Query.append(pairs, to: ProviderDouble.oauth + "/authorize")
    return .redirect(
      Query.append(
        [
          ("authIndexType", "composite_advice"), ("authIndexValue", advice), ("goto", goto), ("oauthObjectKey", "k"),
        ], to: ProviderDouble.base + "/UI/Login"))
  }

  private func token(consent: Bool = false) async -> OidcError? {
    await setup.failure { () async throws(OidcError) in _ = try await setup.client.token(consent: consent) }
  }

  private func journey(_ agent: UserAgent, _ session: String) async throws {
    setup.provider.change { $0.sessions.insert(session) }
    setup.provider.queue(
      "/authenticate", .json(200, Scene.step("bound")), .json(200, Scene.success(session)))
    var options = StartOptions()
    options.advice = [("TransactionConditionAdvice", Self.transaction)]
    let step = try #require(try await Journey(agent: agent).begin(nil, options) as? ContinueNode)
    #expect(try await Journey(agent: agent).keptStep() === step)
    #expect(await token()?.message.contains("still under way") == true)
    #expect(await step.next(defaults: true) is SuccessNode)
  }

  @Test func `the journey and the consent bring the tokens of the request that waits`() async throws {
    await setup.signIn()
    setup.provider.queue("/authorize", Self.bound)
    let refused = try #require(await token())
    #expect(refused.kind == .noSession && refused.reason == .journeyNeeded(advice: Self.advice))
    #expect(refused.hint?.contains("start --advice TransactionConditionAdvice=\(Self.transaction)") == true)
    #expect(await setup.agent.sessionToken == ProviderDouble.session)
    try await journey(setup.agent, "session-2.*AAJ.*")
    let authenticate = setup.provider.sent("/authenticate")
    #expect(authenticate.count == 2 && authenticate[0].query["authIndexType"] == "composite_advice")
    // The session at hand does not count there, and does not go along.
    for request in authenticate {
      #expect(request.headers["iPlanetDirectoryPro"] == nil && request.query["sessionUpgradeSSOTokenId"] == nil)
    }
    // The post is the consent: not without a word of the user.
    let asked = setup.provider.sent("/authorize").count
    let consent = try #require(await token())
    #expect(consent.reason == .consentNeeded && consent.hint?.contains("--consent") == true)
    #expect(setup.provider.sent("/authorize").count == asked)
    let token = try await setup.client.token(consent: true)
    #expect(token.claims?["sub"] == "demo")
    let post = try #require(setup.provider.sent("/authorize").last)
    #expect(post.method == "POST" && post.query["tx"] == "1" && post.query["oauthObjectKey"] == nil)
    #expect(post.form == ["decision": "allow", "csrf": "session-2.*AAJ.*"])
    #expect(post.headers["Cookie"]?.contains("iPlanetDirectoryPro=session-2") == true)
  }

  @Test func `each part may be a process of its own`() async throws {
    let storage = MemoryStorage()
    var config = setup.config { _ in }
    config.storage = storage
    let first = UserAgent(config: config)
    try await first.load()
    await setup.signIn(first)
    setup.provider.queue("/authorize", Self.bound)
    await #expect(throws: OidcError.self) { try await OidcClient(agent: first).token() }
    let second = UserAgent(config: config)
    setup.provider.change { $0.sessions.insert("session-2.*AAJ.*") }
    setup.provider.queue("/authenticate", .json(200, Scene.step("bound")))
    var options = StartOptions()
    options.adviceText = Self.advice
    _ = try await Journey(agent: second).begin(nil, options)
    let third = UserAgent(config: config)
    let step = try #require(try await Journey(agent: third).keptStep())
    setup.provider.queue("/authenticate", .json(200, Scene.success("session-2.*AAJ.*")))
    #expect(await step.next(defaults: true) is SuccessNode)
    #expect(setup.provider.sent("/authenticate").allSatisfy { $0.headers["Cookie"]?.contains("session-1") != true })
    let token = try await OidcClient(agent: UserAgent(config: config)).token(consent: true)
    #expect(token.claims?["nonce"] != nil)
  }

  @Test func `a fault keeps the request, a refusal ends it`() async throws {
    await setup.signIn()
    setup.provider.queue("/authorize", Self.bound)
    _ = await token()
    try await journey(setup.agent, "session-2.*AAJ.*")
    setup.provider.queue("/authorize", .reply(503, [], "away"))
    #expect(await token(consent: true)?.kind == .server)
    setup.provider.queue("/authorize", .redirect(ProviderDouble.redirect + "?error=access_denied"))
    #expect(await token(consent: true)?.error == "access_denied")
    // Then it begins anew.
    setup.provider.queue("/authorize", Self.bound)
    guard case .journeyNeeded? = await token()?.reason else {
      Issue.record("no new transaction")
      return
    }
  }

  @Test func `another journey does not count, and a request that leads away gets nothing`() async throws {
    await setup.signIn()
    let away = Query.append(
      [
        ("authIndexType", "composite_advice"), ("authIndexValue", Self.advice), ("goto", "https://evil.example.test/a"),
      ],
      to: "/am/UI/Login")
    setup.provider.queue("/authorize", .redirect(away), Self.bound, .redirect(away))
    _ = await token()
    setup.provider.queue("/authenticate", .json(200, Scene.success(ProviderDouble.session.revealed)))
    _ = await Journey(agent: setup.agent).start("Login")
    // A request of its own again, and not the one that waits.
    #expect(await token(consent: true)?.reason == .journeyNeeded(advice: Self.advice))
    #expect(setup.provider.sent("/authorize").allSatisfy { $0.method == "GET" })
    _ = await token()
    try await journey(setup.agent, "session-3.*AAJ.*")
    let error = await token(consent: true)
    #expect(error?.kind == .config && error?.message.contains("evil.example.test") == true)
    #expect(setup.provider.sent("/a").isEmpty)
  }
}
