import Crypto
import JOSE
import JSON
import Testing

struct KeyChoiceTests {
  /// A token of PyJWT's RSA key, with this key id in its header or with none.
  private func token(kid: JSON?) throws -> JWS {
    var header: JSON.Object = ["alg": "RS256"]
    header["kid"] = kid
    return try JWS(compact: try JWS.sign(header: header, payload: [], key: try Vectors.signingKey(.RS256)))
  }

  private func verify(_ jws: JWS, _ keys: JWK...) throws {
    try jws.verify(with: JWKSet(keys: keys))
  }

  @Test func `a key id that is named has to match, byte for byte`() throws {
    let key = try Vectors.signingKey(.RS256).publicKey
    try verify(try token(kid: "rsa"), key)
    for kid in ["RSA", "rsa ", "", "other"] {
      let jws = try token(kid: .string(kid))
      #expect(throws: JOSEError.noMatchingKey(kid: kid, algorithm: "RS256")) { try verify(jws, key) }
    }
    let composed = try token(kid: "\u{e9}")
    try verify(composed, try key.with("kid", "\u{e9}"))
    #expect(throws: JOSEError.self) { try verify(composed, try key.with("kid", "e\u{301}")) }
    #expect(throws: JOSEError.noMatchingKey(kid: "rsa", algorithm: "RS256")) {
      try verify(try token(kid: "rsa"), try key.with("kid", nil))
    }
  }

  @Test func `without a key id each key that fits is tried`() throws {
    let key = try Vectors.signingKey(.RS256).publicKey
    let stranger = try Vectors.key(try Vectors.load("python")["strangers"]?[0]).publicKey
    let elliptic = try Vectors.signingKey(.ES256).publicKey
    try verify(try token(kid: nil), elliptic, stranger, key)
    try verify(try token(kid: nil), try key.with("kid", nil))
    #expect(throws: JOSEError.badSignature) { try verify(try token(kid: nil), elliptic, stranger) }
    #expect(throws: JOSEError.noMatchingKey(kid: nil, algorithm: "RS256")) { try verify(try token(kid: nil), elliptic) }
    #expect(throws: JOSEError.noMatchingKey(kid: nil, algorithm: "RS256")) { try verify(try token(kid: nil)) }
  }

  @Test func `two keys may share an id`() throws {
    let stranger = try Vectors.key(try Vectors.load("python")["strangers"]?[0]).publicKey
    let key = try Vectors.signingKey(.RS256).publicKey
    try verify(try token(kid: "rsa"), stranger, key)
    try verify(try token(kid: "rsa"), try stranger.with("n", "AQAB"), key)
  }

  @Test(
    arguments: [("use", "enc"), ("alg", "RS512"), ("alg", "RSA-OAEP-256"), ("key_ops", ["encrypt"]), ("key_ops", [])]
      as [(String, JSON)])
  func `a key that is for something else is not asked`(_ name: String, _ value: JSON) throws {
    let key = try Vectors.signingKey(.RS256).publicKey
    #expect(throws: JOSEError.noMatchingKey(kid: "rsa", algorithm: "RS256")) {
      try verify(try token(kid: "rsa"), try key.with(name, value))
    }
    try verify(try token(kid: "rsa"), try key.with("use", nil).with("key_ops", ["verify"]).with("alg", "RS256"))
  }

  @Test func `a public RSA key is never a secret`() throws {
    let key = try Vectors.signingKey(.RS256).publicKey
    let secrets = [
      JSON.object(key.json).bytes(), Array((key.json["n"]?.string ?? "").utf8),
      Base64URL.decode(key.json["n"]?.string ?? "") ?? [],
    ]
    for secret in secrets {
      let jws = try JWS(compact: try JWS.sign(header: ["alg": "HS256", "kid": "rsa"], payload: [], secret: secret))
      #expect(throws: JOSEError.noMatchingKey(kid: "rsa", algorithm: "HS256")) { try verify(jws, key) }
      #expect(throws: JOSEError.noMatchingKey(kid: "rsa", algorithm: "HS256")) {
        try verify(jws, try key.with("k", .string(Base64URL.encode(secret))))
      }
    }
    #expect(throws: JOSEError.unsupportedAlgorithm("RS256")) { try token(kid: nil).verify(secret: secrets[0]) }
  }

  @Test func `a key of another type or curve is not asked`() throws {
    let elliptic = try JWS(compact: try Vectors.token(.ES256))
    let rsa = try Vectors.signingKey(.RS256).publicKey.with("kid", "p256")
    let larger = try Vectors.signingKey(.ES384).publicKey.with("kid", "p256").with("alg", nil)
    let octets: JWK = try JWK(json: ["kty": "oct", "kid": "p256", "k": "AQAB"])
    #expect(throws: JOSEError.noMatchingKey(kid: "p256", algorithm: "ES256")) {
      try verify(elliptic, rsa, larger, octets)
    }
  }

  @Test func `an RSA key under 2048 bits is refused, with the reason`() throws {
    let short = try #require(try Vectors.load("python")["short"])
    let jws = try JWS(compact: try #require(short["token"]?.string))
    #expect(throws: JOSEError.badKey("an RSA key needs 2048 bits, this one has 1024")) {
      try verify(jws, try Vectors.key(short["key"]))
    }
  }

  @Test func `a key that lies off its curve is refused`() throws {
    let key = try Vectors.signingKey(.ES256).publicKey.with(
      "x", .string(Base64URL.encode([UInt8](repeating: 1, count: 32))))
    #expect(throws: JOSEError.self) { try verify(try JWS(compact: try Vectors.token(.ES256)), key) }
  }
}
