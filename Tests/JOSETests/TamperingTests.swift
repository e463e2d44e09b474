import Crypto
import JOSE
import JSON
import Testing

struct TamperingTests {
  @Test(arguments: JWSAlgorithm.allCases)
  func `every change of a token is noticed`(_ algorithm: JWSAlgorithm) throws {
    let keys = try Vectors.keys()
    let token = try Vectors.token(algorithm)
    let parts = token.split(separator: ".").map(String.init)
    let signature = try JWS(compact: token).signature
    var signatures = [
      [], [0], Array(signature.dropLast()), Array(signature.dropFirst()), signature + [0], [0] + signature,
    ]
    signatures.append([UInt8](repeating: 0, count: signature.count))
    signatures.append(signature.reversed())
    for place in [0, signature.count / 2, signature.count - 1] {
      var changed = signature
      changed[place] ^= 1
      signatures.append(changed)
    }
    var changed = signatures.map { "\(parts[0]).\(parts[1]).\(Base64URL.encode($0))" }
    let claims = try JWS(compact: token).payload
    changed.append("\(parts[0]).\(Base64URL.encode(claims + [0x20])).\(parts[2])")
    changed.append("\(parts[0])..\(parts[2])")
    let header = JSON.object(try JWS(compact: token).header)
    changed.append("\(Base64URL.encode(header.bytes(.pretty))).\(parts[1]).\(parts[2])")
    for text in changed {
      #expect(throws: JOSEError.badSignature, "\(text)") { try JWS(compact: text).verify(with: keys) }
    }
  }

  @Test(arguments: JWSAlgorithm.allCases)
  func `a signature does not count for another algorithm`(_ algorithm: JWSAlgorithm) throws {
    let jws = try JWS(compact: try Vectors.token(algorithm))
    for other in JWSAlgorithm.allCases where other != algorithm {
      var header = jws.header
      header["alg"] = .string(other.rawValue)
      let text = JSON.object(header).text()
      let forged = try JWS(
        compact: compact(text, String(decoding: jws.payload, as: UTF8.self), signature: jws.signature))
      #expect(throws: JOSEError.self) { try forged.verify(with: try Vectors.keys()) }
    }
  }

  @Test(arguments: [JWSAlgorithm.RS256, .PS512, .ES256])
  func `a stranger's key of the same id does not match`(_ algorithm: JWSAlgorithm) throws {
    let strangers = try #require(try Vectors.load("python")["strangers"])
    let jws = try JWS(compact: try Vectors.token(algorithm))
    #expect(throws: JOSEError.badSignature) { try jws.verify(with: try JWKSet(json: ["keys": strangers])) }
  }

  @Test func `a key in the header is not trusted`() throws {
    let stranger = try Vectors.key(try Vectors.load("python")["strangers"]?[0])
    let header: JSON.Object = ["alg": "RS256", "kid": "rsa", "jwk": .object(stranger.publicKey.json)]
    let jws = try JWS(compact: try JWS.sign(header: header, payload: [], key: stranger))
    #expect(throws: JOSEError.badSignature) { try jws.verify(with: try Vectors.keys()) }
  }

  @Test func `a set hidden in a key is not looked into`() throws {
    let stranger = try Vectors.key(try Vectors.load("python")["strangers"]?[0])
    let token = try JWS.sign(header: ["alg": "RS256", "kid": "rsa"], payload: [], key: stranger)
    let key = try Vectors.signingKey(.RS256).publicKey.with("keys", [.object(stranger.publicKey.json)])
    #expect(throws: JOSEError.badSignature) { try JWS(compact: token).verify(with: JWKSet(keys: [key])) }
  }
}
