import FoundationEssentials
import HTTPClient
import JOSE
import JSON
import JourneyEngine
import Testing

/// Discovery, user information, introspection, decoding and revocation.
@Suite struct ProviderCallTests {
  private let setup = OidcSetup()

  private func failure(_ body: () async throws(OidcError) -> Void) async -> OidcError? { await setup.failure(body) }

  @Test func `the discovery document is fetched once, at the canonical path`() async throws {
    await setup.signIn()
    _ = try await setup.client.token()
    _ = try await setup.client.introspect()
    let asked = setup.provider.sent("/openid-configuration").map(\.path)
    #expect(asked == ["/am/oauth2/realms/root/realms/alpha/.well-known/openid-configuration"])
  }

  @Test func `a discovery document of another place is asked only if that is trusted`() async {
    setup.configure { $0.discoveryEndpoint = "https://other.example.test/.well-known/openid-configuration" }
    await setup.signIn()
    let error = await failure { () async throws(OidcError) in _ = try await setup.client.token() }
    #expect(error?.kind == .config && error?.message.contains("https://other.example.test:443") == true)
    #expect(error?.message.contains("https://am.example.test:443") == true)
    #expect(setup.provider.sent("/openid-configuration").isEmpty)
  }

  @Test(arguments: [
    ("token_endpoint", OidcError.Kind.config), ("jwks_uri", .config), ("authorization_endpoint", .config),
  ])
  func `a document that leads away is refused before anything goes there`(_ member: String, _ kind: OidcError.Kind)
    async
  {
    setup.provider.change { $0.document[member] = "https://evil.example.test/x" }
    await setup.signIn()
    let error = await failure { () async throws(OidcError) in _ = try await setup.client.token() }
    #expect(error?.kind == kind && error?.message.contains("evil.example.test") == true)
    #expect(setup.provider.sent("/authorize").isEmpty && setup.provider.sent("/x").isEmpty)
  }

  @Test(
    arguments: [
      (ProviderDouble.Answer.json(404, ["error": "not_found"]), OidcError.Kind.config),
      (.json(404, ["code": 404, "message": "Realm not found"]), .config),
      (.json(500, ["code": 500, "message": "No mapping"]), .server),
      (.reply(200, [("Content-Type", "text/html")], "<html>"), .unexpectedReply), (.fault(.dns), .network),
    ] as [(ProviderDouble.Answer, OidcError.Kind)])
  func `without a discovery document nothing goes on`(_ answer: ProviderDouble.Answer, _ kind: OidcError.Kind) async {
    await setup.signIn()
    setup.provider.queue("/openid-configuration", answer)
    let error = await failure { () async throws(OidcError) in _ = try await setup.client.token() }
    #expect(error?.kind == kind, "\(String(describing: error))")
    #expect(setup.provider.sent("/authorize").isEmpty)
  }

  @Test func `an explicit default port is the same origin, and a trusted one is asked`() async throws {
    setup.provider.change {
      $0.document["token_endpoint"] = .string(
        ProviderDouble.oauth.replacing(".test/", with: ".test:443/") + "/access_token")
    }
    await setup.signIn()
    _ = try await setup.client.token()
    var config = setup.config { _ in }
    config.trustedOrigins = ["https://tokens.example.test"]
    setup.provider.change { $0.document["token_endpoint"] = "https://tokens.example.test/access_token" }
    let agent = UserAgent(config: config)
    await agent.adopt(session: HeldSession(token: ProviderDouble.session, realm: nil, successURL: nil))
    _ = try await OidcClient(agent: agent).token()
  }

  @Test(arguments: [
    "https://evil.example.test/am/oauth2/realms/root/realms/alpha", "am.example.test",
  ])
  func `a foreign issuer is refused with both values, before anything else is asked`(_ issuer: String) async {
    setup.provider.change { $0.document["issuer"] = .string(issuer) }
    await setup.signIn()
    let error = await failure { () async throws(OidcError) in _ = try await setup.client.token() }
    #expect(error?.kind == .config && error?.key == "discovery")
    #expect(
      error?.message.contains("'\(issuer)'") == true && error?.message.contains("'\(ProviderDouble.oauth)'") == true)
    #expect(setup.provider.sent("/authorize").isEmpty)
  }

  @Test func `an issuer with the port named is the same host, another path is told`() async throws {
    let named = ProviderDouble.oauth.replacing(".test/", with: ".test:443/")
    setup.provider.change { $0.document["issuer"] = .string(named) }
    await setup.signIn()
    setup.provider.queue(
      "/authorize",
      .make { provider, seen in
        guard case .reply(_, let headers, _) = provider.authorize(seen), let location = headers.first?.1 else {
          return .fault(.dropped)
        }
        return .redirect(location.replacing("example.test%2F", with: "example.test%3A443%2F"))
      })
    _ = try await setup.client.token()
    #expect(await setup.warnings() == [])
    let inside = ProviderDouble.oauth.replacing("https://am.example.test", with: "http://am.example.test:80")
    for other in [ProviderDouble.base + "/oauth2/alpha", inside] {
      setup.provider.change { $0.document["issuer"] = .string(other) }
      setup.configure { _ in }
      _ = try await setup.client.introspect("t")
      let warnings = await setup.warnings()
      #expect(warnings.contains { $0.contains("'\(other)'") && $0.contains("'\(ProviderDouble.oauth)'") })
    }
  }

  @Test(arguments: [("", "/am/oauth2"), ("/", "/am/oauth2"), ("a/b", "/am/oauth2/realms/root/realms/a/realms/b")])
  func `the issuer of a realm follows its rule`(_ realm: String, _ path: String) {
    let endpoints = AMEndpoints(serverUrl: "https://am.example.test:443/am/", realm: realm)
    #expect(endpoints.issuer == "https://am.example.test" + path)
  }

  // MARK: User information

  @Test func `user information is asked with the access token alone`() async throws {
    await setup.signIn()
    setup.provider.queue("/userinfo", .json(200, ["sub": "demo", "n": .number(JSON.Number(1))]))
    let claims = try await setup.client.userinfo()
    #expect(claims == ["sub": "demo", "n": 1])
    let seen = try #require(setup.provider.sent("/userinfo").first)
    #expect(seen.headers["Authorization"] == "Bearer at-2" && seen.headers["Cookie"] == nil)
    #expect(try await setup.client.userinfo(cached: true) == claims)
    #expect(setup.provider.sent("/userinfo").count == 1)
    _ = try await setup.client.userinfo()
    #expect(setup.provider.sent("/userinfo").count == 2)
  }

  @Test func `signed user information is its payload, once the signature holds`() async throws {
    await setup.signIn()
    let payload = Array(#"{"sub":"demo","name":"Demo"}"#.utf8)
    let good = try JWS.sign(header: ["alg": "RS256"], payload: payload, key: ProviderDouble.rsa)
    let bad = try JWS.sign(header: ["alg": "RS256"], payload: payload, key: ProviderDouble.other)
    let type = [("Content-Type", "application/jwt;charset=UTF-8")]
    setup.provider.queue("/userinfo", .reply(200, type, good), .reply(200, type, bad))
    #expect(try await setup.client.userinfo()["name"] == "Demo")
    let error = await failure { () async throws(OidcError) in _ = try await setup.client.userinfo() }
    #expect(error?.kind == .oauth && error?.error == "invalid_userinfo")
  }

  @Test func `a refused access token keeps the tokens and the server's words`() async throws {
    await setup.signIn()
    let token = try await setup.client.token()
    setup.provider.queue("/userinfo", .json(401, ["error": "invalid_token", "error_description": "expired"]))
    let error = await failure { () async throws(OidcError) in _ = try await setup.client.userinfo() }
    #expect(error?.kind == .oauth && error?.error == "invalid_token" && error?.errorDescription == "expired")
    #expect(try await setup.client.token() == token)
  }

  // MARK: Introspection, decoding, revocation

  @Test func `introspection asks about the access token, or another one`() async throws {
    setup.provider.change { $0.document["introspection_endpoint"] = nil }
    await setup.signIn()
    _ = try await setup.client.token()
    #expect(try await setup.client.introspect() == ["active": true])
    _ = try await setup.client.introspect("another")
    #expect(setup.provider.sent("/introspect").map { $0.form["token"] } == ["at-2", "another"])
    #expect(setup.provider.sent("/introspect").allSatisfy { $0.form["client_id"] == "cli" })
  }

  @Test func `decoding tells whether the signature is the provider's`() async throws {
    await setup.signIn()
    let foreign = try JWS.sign(header: ["alg": "RS256"], payload: Array("{}".utf8), key: ProviderDouble.other)
    #expect(try await setup.client.decode(foreign).isVerified == false)
    let encrypted = "eyJhbGciOiJSU0EtT0FFUCJ9.a.b.c.d"
    #expect(try await setup.client.decode(encrypted).claims == nil)
    let broken = await failure { () async throws(OidcError) in _ = try await setup.client.decode("nonsense") }
    #expect(broken?.kind == .badValue)
    let none = await failure { () async throws(OidcError) in _ = try await setup.client.decode() }
    #expect(none?.kind == .noSession)
  }

  @Test func `revoking sends the refresh token and forgets all`() async throws {
    await setup.signIn()
    let before = try await setup.client.token()
    setup.provider.queue("/token/revoke", .reply(500, [], "x"))
    let error = await failure { () async throws(OidcError) in _ = try await setup.client.revoke() }
    #expect(error?.kind == .server)
    #expect(await setup.agent.tokens != nil)
    #expect(try await setup.client.revoke())
    #expect(setup.provider.sent("/token/revoke").last?.form["token"] == before.refreshToken?.revealed)
    #expect(await setup.agent.tokens == nil)
    #expect(try await setup.client.revoke() == false)
    #expect(await setup.agent.sessionToken == ProviderDouble.session)
  }

  @Test func `missing settings are named before anything is sent`() async {
    setup.configure { $0.clientId = "" }
    await setup.signIn()
    let error = await failure { () async throws(OidcError) in _ = try await setup.client.token() }
    #expect(error?.kind == .config && error?.key == "clientId")
    #expect(setup.provider.sent("").isEmpty)
  }
}
