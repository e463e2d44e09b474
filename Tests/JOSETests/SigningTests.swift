import Crypto
import JOSE
import JSON
import Testing

struct SigningTests {
  @Test(arguments: JWSAlgorithm.allCases)
  func `what is signed verifies, header and payload as they were`(_ algorithm: JWSAlgorithm) throws {
    let key = try Vectors.signingKey(algorithm)
    let header: JSON.Object = [
      "typ": "JWT", "kid": JSON.string(key.kid ?? ""), "alg": .string(algorithm.rawValue), "n": 1.50,
    ]
    for payload in [[], [0], [UInt8](repeating: 0xFF, count: 70_000)] as [[UInt8]] {
      let jws = try JWS(compact: try JWS.sign(header: header, payload: payload, key: key))
      #expect(jws.header == header)
      #expect(jws.payload == payload)
      try jws.verify(with: try Vectors.keys())
    }
  }

  @Test func `an HMAC secret may be shorter than the hash`() throws {
    let token = try JWS.sign(header: ["alg": "HS512"], payload: [], secret: Array("short".utf8))
    try JWS(compact: token).verify(secret: Array("short".utf8))
  }

  @Test func `an empty secret neither signs nor verifies`() throws {
    #expect(throws: JOSEError.badKey("the secret is empty")) {
      try JWS.sign(header: ["alg": "HS256"], payload: [], secret: [])
    }
    let forged = HashAlgorithm.sha256.hmac(key: [], Array("eyJhbGciOiJIUzI1NiJ9.e30".utf8))
    let jws = try JWS(compact: "eyJhbGciOiJIUzI1NiJ9.e30." + Base64URL.encode(forged))
    #expect(throws: JOSEError.badKey("the secret is empty")) { try jws.verify(secret: []) }
  }

  @Test func `a header needs an algorithm that signs, and no crit`() throws {
    let key = try Vectors.signingKey(.RS256)
    #expect(throws: JOSEError.malformed("its header names no algorithm (alg)")) {
      try JWS.sign(header: [:], payload: [], key: key)
    }
    #expect(throws: JOSEError.unsupportedAlgorithm("none")) {
      try JWS.sign(header: ["alg": "none"], payload: [], key: key)
    }
    #expect(throws: JOSEError.critical) {
      try JWS.sign(header: ["alg": "RS256", "crit": ["b64"]], payload: [], key: key)
    }
    #expect(throws: JOSEError.unsupportedAlgorithm("RS256")) {
      try JWS.sign(header: ["alg": "RS256"], payload: [], secret: [1])
    }
  }

  @Test func `a key signs only what it is for`() throws {
    let key = try Vectors.signingKey(.RS256)
    func expectRefusal(_ key: JWK, _ algorithm: JWSAlgorithm) {
      let error = #expect(throws: JOSEError.self) {
        try JWS.sign(header: ["alg": .string(algorithm.rawValue)], payload: [], key: key)
      }
      guard case .badKey = error else {
        Issue.record("\(String(describing: error)) instead of a bad key")
        return
      }
    }
    expectRefusal(key, .ES256)
    expectRefusal(key, .HS256)
    expectRefusal(key.publicKey, .RS256)
    expectRefusal(try Vectors.signingKey(.ES384), .ES256)
    expectRefusal(try key.with("alg", "RS512"), .RS256)
    expectRefusal(try key.with("use", "enc"), .RS256)
    expectRefusal(try key.with("key_ops", ["verify"]), .RS256)
  }
}
