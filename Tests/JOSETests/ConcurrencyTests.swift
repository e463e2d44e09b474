import JOSE
import JSON
import Testing

struct ConcurrencyTests {
  @Test func `signing, verifying and refusing go side by side`() async throws {
    let keys = try Vectors.keys()
    let elliptic = try Vectors.signingKey(.ES256)
    let good = try JWS(compact: try Vectors.token(.RS256))
    let stranger = try Vectors.key(try Vectors.load("python")["strangers"]?[1])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for turn in 0..<20 {
            let payload = Array("\(task) \(turn)".utf8)
            let header: JSON.Object = ["alg": "ES256", "kid": "p256"]
            let mine = try JWS(compact: try JWS.sign(header: header, payload: payload, key: elliptic))
            try mine.verify(with: keys)
            #expect(mine.payload == payload)
            try good.verify(with: keys)
            let other = try JWS(compact: try JWS.sign(header: header, payload: payload, key: stranger))
            #expect(throws: JOSEError.badSignature) { try other.verify(with: keys) }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
