import FoundationEssentials
import HTTPClient
import JSON
import JourneyEngine
import Testing

/// From the session to the tokens, and every answer of authorize on the way.
@Suite struct AuthorizeFlowTests {
  private let setup = OidcSetup()

  private func failure(_ answer: ProviderDouble.Answer) async -> OidcError? {
    setup.provider.queue("/authorize", answer)
    return await setup.failure { () async throws(OidcError) in _ = try await setup.client.token() }
  }

  @Test func `a session becomes tokens`() async throws {
    await setup.signIn()
    let token = try await setup.client.token()
    #expect(token.accessToken.revealed == "at-2")
    #expect(token.claims?["sub"] == "demo")
    #expect(token.expiresIn(now: ProviderDouble.start) == 3600)
    let ask = try #require(setup.provider.sent("/authorize").first)
    #expect(ask.method == "GET")
    #expect(ask.query["client_id"] == "cli" && ask.query["response_type"] == "code")
    #expect(ask.query["redirect_uri"] == ProviderDouble.redirect && ask.query["scope"] == "openid profile")
    #expect(ask.query["code_challenge_method"] == "S256" && ask.query["code_challenge"]?.count == 43)
    #expect((ask.query["state"] ?? "").count >= 16 && (ask.query["nonce"] ?? "").count >= 16)
    #expect(Set(ask.pairs).count == ask.pairs.count)
    #expect(ask.headers["iPlanetDirectoryPro"] == ProviderDouble.session.revealed)
    #expect(ask.headers["Cookie"]?.contains("iPlanetDirectoryPro=session-1.*AAJ.*") == true)
    let exchange = try #require(setup.provider.sent("/access_token").first)
    #expect(exchange.form["scope"] == nil && exchange.form["client_id"] == "cli")
    #expect(exchange.form["code"] == "c0de-1+/=" && exchange.form["redirect_uri"] == ProviderDouble.redirect)
    #expect(exchange.headers["iPlanetDirectoryPro"] == nil && exchange.headers["Cookie"] == nil)
  }

  @Test func `good tokens are given again without asking`() async throws {
    await setup.signIn()
    let first = try await setup.client.token()
    let again = try await setup.client.token()
    #expect(first == again)
    #expect(setup.provider.sent("/access_token").count == 1)
  }

  @Test func `each request has a state, nonce and challenge of its own`() async throws {
    await setup.signIn()
    setup.provider.queue("/authorize", .redirect(ProviderDouble.redirect + "?error=access_denied"))
    _ = try? await setup.client.token()
    _ = try await setup.client.token()
    let asks = setup.provider.sent("/authorize")
    for name in ["state", "nonce", "code_challenge"] {
      #expect(Set(asks.compactMap { $0.query[name] }).count == 2, "\(name)")
    }
  }

  @Test func `without a session nothing is asked`() async {
    let error = await setup.failure { () async throws(OidcError) in _ = try await setup.client.token() }
    #expect(error?.kind == .noSession)
    #expect(setup.provider.sent("").isEmpty)
  }

  @Test func `a refusal in the redirect keeps its words, and the session`() async throws {
    await setup.signIn()
    let location = ProviderDouble.redirect + "?error_description=Unknown%20scope&error=invalid_scope"
    let error = try #require(await failure(.redirect(location)))
    #expect(error.kind == .oauth && error.error == "invalid_scope" && error.errorDescription == "Unknown scope")
    #expect(setup.provider.sent("/access_token").isEmpty)
    _ = try await setup.client.token()
  }

  @Test(arguments: ["login_required", "interaction_required"])
  func `a new sign-in that is asked for is no session, and the session is looked at`(_ code: String) async throws {
    await setup.signIn()
    let error = try #require(await failure(.redirect(ProviderDouble.redirect + "?error=\(code)")))
    #expect(error.kind == .noSession && error.error == code && error.reason == .loginNeeded)
    #expect(setup.provider.sent("/sessions").first?.query["refresh"] == "false")
    #expect(await setup.agent.sessionToken == ProviderDouble.session)
  }

  @Test func `a login redirect with a dead session says that it has ended, and drops it`() async throws {
    await setup.signIn()
    setup.provider.change { $0.sessions = [] }
    let error = await setup.failure { () async throws(OidcError) in _ = try await setup.client.token() }
    #expect(error?.kind == .noSession && error?.message.contains("has ended") == true)
    #expect(await setup.agent.sessionToken == nil)
  }

  @Test func `a login redirect with a living session keeps it`() async throws {
    await setup.signIn()
    let error = try #require(await failure(.redirect("/am/UI/Login?realm=/&goto=x")))
    #expect(error.kind == .noSession && error.message.contains("alive"))
    #expect(await setup.agent.sessionToken == ProviderDouble.session)
  }

  @Test func `a client bound to a journey has a text of its own`() async throws {
    await setup.signIn()
    let location = "/am/UI/Login?authIndexType=composite_advice&authIndexValue=TransactionConditionAdvice&goto=x"
    let error = try #require(await failure(.redirect(location)))
    #expect(error.kind == .noSession && error.message.contains("bound to a journey"))
    #expect(error.reason == .journeyNeeded(advice: "TransactionConditionAdvice"))
    #expect(await setup.agent.sessionToken == ProviderDouble.session)
  }

  @Test func `faults of the server and the line keep everything`() async throws {
    await setup.signIn()
    #expect(await failure(.reply(503, [], "away"))?.kind == .server)
    #expect(await failure(.fault(.dropped))?.kind == .network)
    #expect(await failure(.fault(.timeout))?.kind == .timeout)
    #expect(await failure(.reply(429, [("Retry-After", "7")], ""))?.retryAfterSeconds == 7)
    #expect(await failure(.redirect("https://elsewhere.example.test/?code=c"))?.kind == .unexpectedReply)
    #expect(await failure(.redirect(ProviderDouble.redirect + "?code=c&state=x"))?.kind == .unexpectedReply)
    #expect(setup.provider.sent("/access_token").isEmpty)
    _ = try await setup.client.token()
  }

  // MARK: Consent

  private static let page = ProviderDouble.Answer.reply(
    200, [("Content-Type", "text/html")], "<script>pageData = { oauth2Data: {} }</script>")

  @Test func `consent is never given unasked`() async throws {
    await setup.signIn()
    let error = try #require(await failure(Self.page))
    #expect(
      error.reason == .consentNeeded && error.error == "consent_required" && error.hint?.contains("--consent") == true)
    #expect(setup.provider.sent("/authorize").allSatisfy { $0.method == "GET" })
  }

  @Test func `consent that is given is posted with the session as proof`() async throws {
    await setup.signIn()
    setup.provider.queue("/authorize", Self.page)
    _ = try await setup.client.token(consent: true)
    let post = try #require(setup.provider.sent("/authorize").last)
    #expect(post.method == "POST" && post.query.isEmpty)
    #expect(post.form["decision"] == "allow" && post.form["csrf"] == ProviderDouble.session.revealed)
    #expect(post.form["client_id"] == "cli" && post.form["code_challenge"]?.count == 43)
    #expect(post.headers["Cookie"]?.contains("iPlanetDirectoryPro=session-1") == true)
  }

  @Test func `consent that nobody asks for is not posted`() async throws {
    await setup.signIn()
    _ = try await setup.client.token(consent: true)
    #expect(setup.provider.sent("/authorize").map(\.method) == ["GET"])
  }

  // MARK: Parameters

  @Test func `extra parameters arrive once and exactly`() async throws {
    setup.configure {
      $0.additionalParameters = ["custom": "x y&z=+", "acr_values": "Login", "prompt": "none", "nonce": "mine"]
      $0.acrValues = "other"
      $0.setScopes(["openid", "a+b"])
    }
    await setup.signIn()
    setup.provider.change { $0.claims["acr"] = "Login" }
    _ = try await setup.client.token()
    let ask = try #require(setup.provider.sent("/authorize").first)
    #expect(ask.query["custom"] == "x y&z=+" && ask.query["acr_values"] == "Login" && ask.query["nonce"] == "mine")
    #expect(ask.query["scope"] == "openid a+b")
    #expect(Set(ask.pairs).count == ask.pairs.count)
  }

  @Test(arguments: [
    "state", "client_id", "redirect_uri", "code_challenge", "response_type", "scope", "csrf", "request",
  ])
  func `a protected parameter cannot be replaced`(_ name: String) async {
    setup.configure { $0.additionalParameters = [name: "mine"] }
    await setup.signIn()
    let error = await setup.failure { () async throws(OidcError) in _ = try await setup.client.token() }
    #expect(error?.kind == .config && error?.message.contains("'\(name)'") == true)
    #expect(setup.provider.sent("/authorize").isEmpty)
  }

  @Test func `prompt login that ended the session is found out`() async throws {
    setup.configure { $0.prompt = "login" }
    await setup.signIn()
    setup.provider.queue(
      "/authorize",
      .make { provider, _ in
        provider.change { $0.sessions = [] }
        return .redirect("/am/UI/Login?goto=x")
      })
    let error = await setup.failure { () async throws(OidcError) in _ = try await setup.client.token() }
    #expect(error?.kind == .noSession)
    #expect(await setup.agent.sessionToken == nil)
  }

  // MARK: Pushed requests

  @Test func `pushed parameters leave only client and URI for authorize`() async throws {
    setup.configure { $0.par = true }
    await setup.signIn()
    _ = try await setup.client.token()
    let push = try #require(setup.provider.sent("/par").first)
    #expect(push.form["client_id"] == "cli" && push.form["state"] != nil && push.form["redirect_uri"] != nil)
    let ask = try #require(setup.provider.sent("/authorize").first)
    #expect(Set(ask.query.keys) == ["client_id", "request_uri"])
  }

  @Test func `a server that takes pushed requests only gets them unasked`() async throws {
    setup.provider.change { $0.document["require_pushed_authorization_requests"] = true }
    await setup.signIn()
    _ = try await setup.client.token()
    #expect(setup.provider.sent("/par").count == 1)
  }

  @Test func `a push that fails ends there`() async throws {
    setup.configure { $0.par = true }
    await setup.signIn()
    setup.provider.queue(
      "/par", .json(400, ["error": "invalid_request", "error_description": "no"]), .json(201, ["expires_in": 60]))
    var error = await setup.failure { () async throws(OidcError) in _ = try await setup.client.token() }
    #expect(error?.kind == .oauth && error?.error == "invalid_request" && error?.errorDescription == "no")
    error = await setup.failure { () async throws(OidcError) in _ = try await setup.client.token() }
    #expect(error?.kind == .unexpectedReply)
    setup.provider.change { $0.document["pushed_authorization_request_endpoint"] = nil }
    setup.configure { $0.par = true }
    await setup.signIn()
    error = await setup.failure { () async throws(OidcError) in _ = try await setup.client.token() }
    #expect(error?.kind == .config && error?.key == "par")
    #expect(setup.provider.sent("/authorize").isEmpty)
  }
}
