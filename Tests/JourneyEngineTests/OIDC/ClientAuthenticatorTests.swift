import Crypto
import FoundationEssentials
import JOSE
import JSON
import JourneyEngine
import Testing

@Suite struct ClientAuthenticatorTests {
  private static let audience = "https://am.example.test:443/am/oauth2/access_token"
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func proofs(_ configure: (inout OidcConfig) -> Void) throws -> [ClientAuthenticator.Proof] {
    var config = OidcConfig()
    config.clientId = "journey cli"
    configure(&config)
    return try ClientAuthenticator(config).proofs(audience: Self.audience, now: Self.now, random: SystemRandom())
  }

  private func basic(_ text: String) -> String { "Basic " + Base64.encode(Array(text.utf8)) }

  @Test func `a public client sends its id alone`() throws {
    let proof = try #require(try proofs { _ in }.first)
    #expect(proof == ClientAuthenticator.Proof(authorization: nil, form: [("client_id", "journey cli")]))
  }

  @Test func `client_secret_post puts both into the form`() throws {
    let proof = try #require(
      try proofs {
        $0.clientAuth = .post
        $0.clientSecret = Secret("p&w=1+ %")
      }.first)
    #expect(proof.authorization == nil)
    #expect(proof.form.map(\.1) == ["journey cli", "p&w=1+ %"])
  }

  @Test func `Basic is form-encoded first, then raw, with nothing in the form`() throws {
    let all = try proofs { $0.clientSecret = Secret("p&w=1+ %é") }
    #expect(
      all.map(\.authorization) == [
        basic("journey%20cli:p%26w%3D1%2B%20%25%C3%A9"), basic("journey cli:p&w=1+ %é"),
      ])
    #expect(all.allSatisfy { $0.form.isEmpty })
  }

  @Test func `unreserved characters are never encoded, so there is one try`() throws {
    let all = try proofs {
      $0.clientId = "journey-cli_1.x~"
      $0.clientSecret = Secret("Az09-._~")
    }
    #expect(all.map(\.authorization) == [basic("journey-cli_1.x~:Az09-._~")])
  }

  @Test func `an assertion names the token endpoint exactly, lives shortly and is never the same`() throws {
    let key = try JWK.generate(.p256, kid: "key/1=", alg: .ES256)
    let configure = { (config: inout OidcConfig) in config.clientKey = Secret(JSON.object(key.json).text()) }
    let first = try #require(try proofs(configure).first)
    let second = try #require(try proofs(configure).first)
    let form = Dictionary(first.form, uniquingKeysWith: { first, _ in first })
    #expect(form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
    let jws = try JWS(compact: try #require(form["client_assertion"]))
    try jws.verify(with: JWKSet(keys: [key.publicKey]))
    #expect(jws.keyID == "key/1=")
    let claims = try jws.claims()
    #expect(claims["iss"] == "journey cli" && claims["sub"] == "journey cli")
    #expect(claims["aud"]?.string == Self.audience)
    #expect(claims["exp"]?.integer == 1_800_000_060)
    #expect(first.form.last?.1 != second.form.last?.1)
  }

  @Test(arguments: [
    "", "{}", "-----BEGIN PUBLIC KEY-----\nAA==\n-----END PUBLIC KEY-----",
    "-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----",
    "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA==\n-----END ENCRYPTED PRIVATE KEY-----", #"{"keys":[]}"#, "{",
  ])
  func `a key that cannot be used is a config error`(_ text: String) {
    let error = #expect(throws: OidcError.self) { try ClientKey(text: text) }
    #expect(error?.kind == .config && error?.key == "clientKey")
  }

  @Test(arguments: KeyFixtures.all.indices)
  func `a key file of each form signs what its public half verifies`(_ index: Int) throws {
    let fixture = KeyFixtures.all[index]
    let key = try ClientKey(text: "Bag Attributes\n" + fixture.text.replacing("\n", with: "\r\n"))
    #expect(key.algorithm.rawValue == fixture.algorithm, "\(fixture.name)")
    let header: JSON.Object = ["alg": .string(fixture.algorithm)]
    let compact = try JWS.sign(header: header, payload: Array("{}".utf8), key: key.key)
    try JWS(compact: compact).verify(with: JWKSet(keys: [key.key.publicKey]))
  }
}
