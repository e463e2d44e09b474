import Crypto
import JOSE
import JSON
import Testing

struct CompactFormTests {
  @Test(arguments: ["none", "None", "NONE", "nOnE", "", "HS1", "EdDSA", "ES256K", "rs256", "RS256 "])
  func `an algorithm that is not accepted is refused, signed or not`(_ name: String) throws {
    for signature in [[], [1]] as [[UInt8]] {
      let jws = try JWS(compact: compact("{\"alg\":\"\(name)\"}", signature: signature))
      #expect(jws.algorithm == name)
      #expect(throws: JOSEError.unsupportedAlgorithm(name)) { try jws.verify(with: try Vectors.keys()) }
      #expect(throws: JOSEError.unsupportedAlgorithm(name)) { try jws.verify(secret: [1]) }
    }
  }

  @Test(arguments: ["{}", #"{"alg":null}"#, #"{"alg":["RS256"]}"#, #"{"alg":256}"#])
  func `a header without an algorithm is refused`(_ header: String) throws {
    let jws = try JWS(compact: compact(header))
    #expect(throws: JOSEError.malformed("its header names no algorithm (alg)")) {
      try jws.verify(with: try Vectors.keys())
    }
  }

  @Test(arguments: [#"["b64"]"#, #"["exp"]"#, "[]", "null", #""b64""#])
  func `crit is refused, whatever it holds`(_ value: String) throws {
    let jws = try JWS(compact: compact(#"{"alg":"HS256","b64":false,"crit":\#(value)}"#))
    #expect(throws: JOSEError.critical) { try jws.verify(with: try Vectors.keys()) }
    #expect(throws: JOSEError.critical) { try jws.verify(secret: [1]) }
  }

  @Test func `crit is refused on a token that is signed well`() throws {
    let header = #"{"alg":"HS256","crit":["x"],"x":1}"#
    let input = compact(header, signature: []).dropLast()
    let secret = [UInt8]("secret".utf8)
    let code = Base64URL.encode(HashAlgorithm.sha256.hmac(key: secret, Array(input.utf8)))
    #expect(throws: JOSEError.critical) { try JWS(compact: "\(input).\(code)").verify(secret: secret) }
  }

  @Test func `a key id has to be a text`() throws {
    let jws = try JWS(compact: compact(#"{"alg":"RS256","kid":1}"#))
    #expect(throws: JOSEError.malformed("its 'kid' is not a text")) { try jws.verify(with: try Vectors.keys()) }
  }

  @Test(arguments: [
    ("", "it does not have three parts"),
    ("abc", "it does not have three parts"),
    ("e30.e30", "it does not have three parts"),
    ("e30.e30.e30.e30", "it does not have three parts"),
    ("e30.e30.e30.e30.e30", "it is encrypted (JWE)"),
    ("{\"protected\":\"e30\"}", "it does not have three parts"),
    ("..", "its header is not a JSON object"),
    ("e3.e30.AA", "its header is not base64url"),
    ("e30=.e30.AA", "its header is not base64url"),
    (" e30.e30.AA", "its header is not base64url"),
    ("e30.e30.AA\n", "its signature is not base64url"),
    ("e30.e30.AA==", "its signature is not base64url"),
    ("e30.e30.AB", "its signature is not base64url"),
    ("e30.e+0.AA", "its payload is not base64url"),
    ("e30.e.AA", "its payload is not base64url"),
    (compact("[]"), "its header is not a JSON object"),
    (compact("\"alg\""), "its header is not a JSON object"),
    (compact("{\"alg\":\"RS256\""), "its header is not a JSON object"),
    (compact("{\"alg\":\"none\",\"alg\":\"RS256\"}"), "a name occurs twice in its header"),
    (compact("{\"alg\":\"none\",\"\\u0061lg\":\"RS256\"}"), "a name occurs twice in its header"),
  ])
  func `what is no compact token says which part is wrong`(_ text: String, _ reason: String) {
    #expect(throws: JOSEError.malformed(reason)) { try JWS(compact: text) }
  }

  @Test func `a token is taken apart without being verified`() throws {
    let jws = try JWS(compact: compact(#"{"alg":"RS256","kid":"a"}"#, #"{"sub":"demo"}"#, signature: [1, 2]))
    #expect(jws.header == ["alg": "RS256", "kid": "a"])
    #expect(jws.keyID == "a")
    #expect(jws.signature == [1, 2])
    #expect(jws.signingInput == "eyJhbGciOiJSUzI1NiIsImtpZCI6ImEifQ.eyJzdWIiOiJkZW1vIn0")
    #expect(try jws.claims() == ["sub": "demo"])
  }

  @Test func `claims have to be an object`() throws {
    for payload in ["", "text", "[]", "1"] {
      let jws = try JWS(compact: compact("{}", payload))
      #expect(throws: JOSEError.malformed("its payload is not a JSON object")) { try jws.claims() }
    }
  }

  @Test func `an error is one sentence, without token and key`() {
    let errors: [JOSEError] = [
      .malformed("it is encrypted (JWE)"), .unsupportedAlgorithm("none"), .critical,
      .noMatchingKey(kid: "k1", algorithm: "RS256"), .noMatchingKey(kid: nil, algorithm: "RS256"), .badSignature,
      .badKey("it names no curve (crv)"), .library("out of memory"),
    ]
    #expect(Set(errors.map(\.description)).count == errors.count)
    #expect("\(errors[3])" == "there is no key 'k1' for RS256 to check the signature with")
  }
}
