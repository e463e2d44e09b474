import Crypto
import JOSE
import JSON
import Testing

struct VectorTests {
  @Test(arguments: 0..<3)
  func `the tokens of RFC 7515 appendix A verify`(_ index: Int) throws {
    let vector = try #require(try Vectors.load("rfc7515")["vectors"]?[index])
    let jws = try JWS(compact: try #require(vector["token"]?.string))
    let key = try Vectors.key(vector["key"])
    try jws.verify(with: JWKSet(keys: [key]))
    let text = "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}"
    #expect(jws.payload == Array(text.utf8))
    #expect(try jws.claims()["iss"] == "joe")
  }

  @Test func `appendix A.1 verifies with the secret itself`() throws {
    let vector = try #require(try Vectors.load("rfc7515")["vectors"]?[0])
    let jws = try JWS(compact: try #require(vector["token"]?.string))
    let secret = try #require(vector["key"]?["k"]?.string.flatMap(Base64URL.decode))
    try jws.verify(secret: secret)
    #expect(throws: JOSEError.badSignature) { try jws.verify(secret: secret + [0]) }
  }

  @Test(arguments: JWSAlgorithm.allCases)
  func `tokens that PyJWT made verify with the set of all keys`(_ algorithm: JWSAlgorithm) throws {
    let jws = try JWS(compact: try Vectors.token(algorithm))
    #expect(jws.algorithm == algorithm.rawValue)
    #expect(try jws.claims()["name"] == "Zoë 🔑")
    try jws.verify(with: try Vectors.keys())
  }

  @Test(arguments: JWSAlgorithm.allCases.filter { $0.keyType != "oct" })
  func `tokens that PyJWT made verify with the published keys`(_ algorithm: JWSAlgorithm) throws {
    let published = try JWKSet(json: try Vectors.keys().json)
    #expect(published.keys.count == 4)
    try JWS(compact: try Vectors.token(algorithm)).verify(with: published)
  }

  @Test(arguments: JWSAlgorithm.allCases.filter { $0.rawValue.hasPrefix("RS") || $0.keyType == "oct" })
  func `where the signature is fixed by its input, we sign as PyJWT does`(_ algorithm: JWSAlgorithm) throws {
    let token = try Vectors.token(algorithm)
    let jws = try JWS(compact: token)
    let key = try Vectors.signingKey(algorithm)
    #expect(try JWS.sign(header: jws.header, payload: jws.payload, key: key) == token)
  }
}
