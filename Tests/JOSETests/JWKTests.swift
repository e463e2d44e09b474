import Crypto
import JOSE
import JSON
import Testing

struct JWKTests {
  @Test(arguments: [(JWK.KeyKind.rsa2048, JWSAlgorithm.RS256, "RSA"), (.rsa2048, .PS384, "RSA"), (.p256, .ES256, "EC")])
  func `a key that is made signs, and its public part verifies`(
    _ kind: JWK.KeyKind, _ algorithm: JWSAlgorithm, _ type: String
  ) throws {
    let key = try JWK.generate(kind, kid: "new", alg: algorithm)
    #expect(key.kty == type)
    #expect(key.kid == "new")
    #expect(key.alg == algorithm.rawValue)
    #expect(key.use == "sig")
    #expect(key.isPrivate)
    #expect(!key.publicKey.isPrivate)
    let header: JSON.Object = ["alg": .string(algorithm.rawValue), "kid": "new"]
    let token = try JWS.sign(header: header, payload: [1], key: key)
    let published = try JWKSet(json: try JSON(parsing: JWKSet(keys: [key]).json.text()))
    try JWS(compact: token).verify(with: published)
  }

  @Test func `a key without id and algorithm names neither`() throws {
    let key = try JWK.generate(.p256, kid: nil, alg: nil)
    #expect(key.json.members.map(\.name) == ["kty", "use", "crv", "x", "y", "d"])
    #expect(key.publicKey.json.members.map(\.name) == ["kty", "use", "crv", "x", "y"])
    #expect(try JWK.generate(.p256, kid: nil, alg: nil) != key)
  }

  @Test func `an algorithm has to fit the kind of key`() {
    #expect(throws: JOSEError.badKey("RS256 does not sign with this kind of key")) {
      try JWK.generate(.p256, kid: nil, alg: .RS256)
    }
    #expect(throws: JOSEError.badKey("ES384 does not sign with this kind of key")) {
      try JWK.generate(.p256, kid: nil, alg: .ES384)
    }
  }

  @Test func `a published set holds nothing private`() throws {
    let text = try Vectors.keys().json.text()
    for key in try Vectors.keys().keys {
      for name in ["d", "p", "q", "dp", "dq", "qi", "k"] {
        guard let value = key.json[name]?.string else { continue }
        #expect(!text.contains(value))
      }
    }
    #expect(try JWKSet(json: try JSON(parsing: text)).keys.map(\.kid) == ["rsa", "p256", "p384", "p521"])
  }

  @Test(
    arguments: [
      ([:], "it has no type (kty)"),
      (["kty": ""], "it has no type (kty)"),
      (["kty": 1], "it has no type (kty)"),
      (["kty": "RSA", "n": "AQAB"], "its 'e' is not base64url"),
      (["kty": "RSA", "n": "", "e": "AQAB"], "its 'n' is not base64url"),
      (["kty": "RSA", "n": 5, "e": "AQAB"], "its 'n' is not base64url"),
      (["kty": "RSA", "n": "A+B=", "e": "AQAB"], "its 'n' is not base64url"),
      (["kty": "EC", "crv": "P-256", "x": "AQAB"], "its 'y' is not base64url"),
      (["kty": "EC", "x": "AQAB", "y": "AQAB"], "it names no curve (crv)"),
      (["kty": "oct"], "its 'k' is not base64url"),
      (["kty": "oct", "k": "AQAB", "kid": 7], "its 'kid' is not a text"),
      (["kty": "oct", "k": "AQAB", "alg": .null], "its 'alg' is not a text"),
      (["kty": "oct", "k": "AQAB", "use": ["sig"]], "its 'use' is not a text"),
    ] as [(JSON.Object, String)])
  func `a key that cannot be read says why`(_ json: JSON.Object, _ reason: String) {
    #expect(throws: JOSEError.badKey(reason)) { try JWK(json: json) }
  }

  @Test func `a set skips what it cannot read, and keeps types that it does not know`() throws {
    let document: JSON = [
      "keys": [
        1, [:], ["kty": "RSA"], ["kty": "OKP", "crv": "Ed25519", "x": "AQAB"], ["kty": "oct", "k": "AQAB"], .null,
      ]
    ]
    #expect(try JWKSet(json: document).keys.map(\.kty) == ["OKP", "oct"])
    for text in ["{}", "[]", #"{"keys":{}}"#] {
      #expect(throws: JOSEError.malformed("the key set has no list 'keys'")) {
        try JWKSet(json: try JSON(parsing: text))
      }
    }
    #expect(try JWKSet(json: ["keys": []]).keys.isEmpty)
  }

  @Test func `unknown members of a key are kept`() throws {
    let key = try Vectors.signingKey(.RS256).publicKey.with("x5t", "abc")
    #expect(JWKSet(keys: [key]).json["keys"]?[0]?["x5t"] == "abc")
  }
}
