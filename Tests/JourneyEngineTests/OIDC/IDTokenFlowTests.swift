import Crypto
import FoundationEssentials
import HTTPClient
import JOSE
import JSON
import JourneyEngine
import Testing

/// ID tokens of every algorithm, and broken in every way, as they come from the token endpoint.
@Suite struct IDTokenFlowTests {
  private let setup = OidcSetup()

  private func tokens() async -> OidcError? {
    await setup.failure { () async throws(OidcError) in _ = try await setup.client.token() }
  }

  private static func key(_ algorithm: JWSAlgorithm) throws -> JWK {
    let name = algorithm.rawValue
    let text =
      name.hasPrefix("ES")
      ? ["256": KeyFixtures.p256PKCS8, "384": KeyFixtures.p384PKCS8][String(name.suffix(3))]
        ?? KeyFixtures.p521PKCS8 : KeyFixtures.rsaPKCS8
    var json = try ClientKey(text: text).key.json
    json["kid"] = .string("key/of+\(name)=")
    return try JWK(json: json)
  }

  @Test(arguments: JWSAlgorithm.allCases)
  func `a good signature of each algorithm is taken`(_ algorithm: JWSAlgorithm) async throws {
    let isShared = algorithm.rawValue.hasPrefix("HS")
    let secret = "a secret of more than thirty-two bytes, and of sixty-four for HS512"
    if isShared { setup.configure { $0.clientSecret = Secret(secret) } }
    let key = isShared ? nil : try Self.key(algorithm)
    setup.provider.change {
      $0.algorithm = algorithm
      $0.secret = secret
      if let key { ($0.signing, $0.keys) = (key, [ProviderDouble.other, key]) }
    }
    await setup.signIn()
    #expect(try await setup.client.token().claims?["sub"] == "demo")
    let decoded = try await setup.client.decode()
    #expect(decoded.isVerified && decoded.claims?["sub"] == "demo")
    #expect(decoded.header["alg"]?.string == algorithm.rawValue)
  }

  @Test func `a public client is told that it cannot verify HS256`() async throws {
    setup.provider.change { ($0.algorithm, $0.secret) = (.HS256, String(repeating: "s", count: 40)) }
    await setup.signIn()
    let error = try #require(await tokens())
    #expect(error.message.contains("HS256") && error.message.contains("public client"))
    #expect(error.hint?.contains("RS256") == true)
  }

  /// What is done to a good compact token.
  private static let breaks: [(String, @Sendable (ProviderDouble, String) -> String)] = [
    ("no JWT", { _, _ in "no.jwt.here" }), ("empty parts", { _, _ in ".." }),
    ("two parts", { _, good in String(good.dropLast(350)) }),
    ("no signature", { _, good in parts(good)[0] + "." + parts(good)[1] + "." }),
    (
      "signature of another",
      { provider, good in parts(good)[0] + "." + parts(good)[1] + "." + parts(provider.idToken(refresh: true))[2] }
    ),
    (
      "altered claims",
      { _, good in parts(good)[0] + "." + Base64URL.encode(Array(#"{"sub":"mallory"}"#.utf8)) + "." + parts(good)[2] }
    ),
    ("alg none", { _, good in Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + "." + parts(good)[1] + "." }),
    (
      "alg none, signed",
      { _, good in Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + "." + parts(good)[1] + "." + parts(good)[2] }
    ),
    ("encrypted", { _, good in good + ".a.b" }),
    (
      "HS256 with the public key",
      { _, good in
        Base64URL.encode(Array(#"{"alg":"HS256"}"#.utf8)) + "." + parts(good)[1] + "." + parts(good)[2]
      }
    ),
  ]

  private static func parts(_ compact: String) -> [String] { compact.split(separator: ".").map(String.init) }

  @Test(arguments: breaks.indices)
  func `a broken token is refused and nothing of the answer is kept`(_ index: Int) async throws {
    let (name, change) = Self.breaks[index]
    await setup.signIn()
    setup.provider.queue(
      "/access_token",
      .make { provider, _ in
        guard case .object(var object) = provider.answer(refresh: false) else { return .fault(.dropped) }
        object["id_token"] = .string(change(provider, object["id_token"]?.string ?? ""))
        return .json(200, .object(object))
      })
    let error = try #require(await tokens(), "\(name)")
    #expect(error.kind == .oauth && error.error == "invalid_id_token", "\(name): \(error)")
    #expect(await setup.agent.tokens == nil)
    _ = try await setup.client.token()
    #expect(setup.provider.sent("/authorize").count == 2)
  }

  private static let claims: [(String, JSON?, Bool)] = [
    ("iss", .string(ProviderDouble.oauth + "/"), false), ("iss", nil, false), ("aud", "someone", false),
    ("aud", ["cli", "another"], true), ("azp", "someone", false), ("nonce", "other", false), ("nonce", nil, false),
    ("exp", 1_799_990_000, false), ("iat", 1_800_000_600, false), ("iat", 1_800_000_010, true),
    ("nbf", 1_800_000_600, false), ("acr", "0", true), ("sub", nil, false), ("auth:time", 1_800_000_000_000, true),
  ]

  @Test(arguments: claims.indices)
  func `each claim counts, and extra ones do not`(_ index: Int) async {
    let (name, value, isGood) = Self.claims[index]
    setup.provider.change { $0.claims.updateValue(value, forKey: name) }
    await setup.signIn()
    let error = await tokens()
    #expect((error == nil) == isGood, "\(name): \(error?.message ?? "taken")")
    if !isGood {
      #expect(error?.message.contains(["iss", "aud", "azp", "nonce", "sub"].contains(name) ? "" : "clock") == true)
    }
  }

  @Test(arguments: [#","crit":["x"],"x":1"#, #","crit":null"#, #","crit":[]"#, #","x":1"#])
  func `what must be understood and is not makes a token bad, however well it is signed`(_ members: String) async {
    setup.configure { $0.clientSecret = Secret("secret") }
    await setup.signIn()
    setup.provider.queue(
      "/access_token",
      .make { provider, _ in
        guard case .object(var object) = provider.answer(refresh: false),
          let payload = try? JWS(compact: object["id_token"]?.string ?? "").payload
        else { return .fault(.dropped) }
        let input = Base64URL.encode(Array("{\"alg\":\"HS256\"\(members)}".utf8)) + "." + Base64URL.encode(payload)
        let signature = HashAlgorithm.sha256.hmac(key: Array("secret".utf8), Array(input.utf8))
        object["id_token"] = .string(input + "." + Base64URL.encode(signature))
        return .json(200, .object(object))
      })
    let error = await tokens()
    #expect((error == nil) == !members.contains("crit"), "\(error?.message ?? "taken")")
  }

  @Test func `keys are kept, and fetched anew once when a token does not fit them`() async throws {
    await setup.signIn()
    _ = try await setup.client.token()
    _ = try await setup.client.token(forceRefresh: true)
    #expect(setup.provider.sent("/jwk_uri").count == 1)
    setup.provider.change { ($0.signing, $0.keys, $0.algorithm) = (ProviderDouble.ec, [ProviderDouble.ec], .ES256) }
    _ = try await setup.client.token(forceRefresh: true)
    #expect(setup.provider.sent("/jwk_uri").count == 2)
    setup.provider.change { $0.keys = [ProviderDouble.other] }
    setup.provider.change { ($0.signing, $0.algorithm) = (ProviderDouble.rsa, .RS256) }
    let error = await setup.failure { () async throws(OidcError) in _ = try await setup.client.token(forceRefresh: true)
    }
    #expect(error?.reason == .idToken)
    #expect(setup.provider.sent("/jwk_uri").count == 3)
  }

  @Test func `after a refresh another subject is refused, and the tokens before stay`() async throws {
    await setup.signIn()
    let before = try await setup.client.token()
    setup.provider.change { $0.user = "mallory" }
    let error = await setup.failure { () async throws(OidcError) in _ = try await setup.client.token(forceRefresh: true)
    }
    #expect(error?.message.contains("mallory") == true)
    let kept = try await setup.client.token()
    #expect(kept.accessToken == before.accessToken && kept.claims?["sub"] == "demo")
    #expect(kept.refreshToken == nil)
  }

  @Test func `a clock that is wrong here is told with the difference that the server's date shows`() async throws {
    await setup.signIn()
    setup.provider.change { $0.claims["iat"] = 1_800_000_600 }
    setup.provider.queue(
      "/access_token",
      .make { provider, _ in
        .json(200, provider.answer(refresh: false), [("Date", "Fri, 15 Jan 2027 08:10:00 GMT")])
      })
    let error = try #require(await tokens())
    #expect(error.message.contains("10 min 0 s behind the server's"), "\(error)")
  }

  @Test func `a life time counts from when the answer came, whatever the server's clock says`() async throws {
    await setup.signIn()
    setup.provider.queue(
      "/access_token",
      .make { provider, _ in
        .json(200, provider.answer(refresh: false), [("Date", "Fri, 15 Jan 2027 07:50:00 GMT")])
      })
    let token = try await setup.client.token()
    #expect(token.expiresIn(now: ProviderDouble.start) == 3600)
    #expect(await setup.warnings() == ["This machine's clock is 10 min 0 s ahead of the server's."])
  }

  @Test func `without an ID token the tokens stay usable, with a warning`() async throws {
    await setup.signIn()
    setup.provider.queue("/access_token", .json(200, ["access_token": "a", "scope": "openid profile"]))
    #expect(try await setup.client.token().idToken == nil)
    #expect(await setup.warnings().contains { $0.contains("no ID token") })
  }

  @Test func `an acr that was asked for and is not met is a warning`() async throws {
    setup.configure { $0.acrValues = "Strong Stronger" }
    await setup.signIn()
    setup.provider.change { $0.claims["acr"] = "0" }
    _ = try await setup.client.token()
    #expect(await setup.warnings().contains { $0.contains("acr is '0'") })
  }
}
