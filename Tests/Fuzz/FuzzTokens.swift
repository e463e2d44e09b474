import JOSE
import JSON
import JourneyEngine

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tokens, key sets and keys from outside: nothing that this key did not sign verifies.
enum FuzzTokens {
  static func run(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let token = try? JWS(compact: text) {
      if let claims = try? token.claims() {
        let check = IDTokenCheck(
          issuer: "https://am.example.com", clientID: "journey", now: .init(timeIntervalSince1970: 1_800_000_000),
          serverTime: nil, nonce: "n", first: nil, maxAge: 10)
        _ = try? check.check(claims)
        _ = check.clockNotice
      }
      require((try? token.verify(with: keys)) == nil, "a signature that nobody made")
    }
    if let json = try? JSON(parsing: bytes) {
      if let set = try? JWKSet(json: json), let token = signed { _ = try? token.verify(with: set) }
      _ = TokenAnswer(json)?.missingScopes(asked: "openid profile")
    }
    _ = try? ClientKey(text: text)
  }

  private static let key = try? JWK.generate(.p256, kid: "k", alg: .ES256)
  private static let keys = JWKSet(keys: (key.map { [$0.publicKey] }) ?? [])
  private static let signed = key.flatMap { key in
    (try? JWS.sign(header: ["alg": "ES256", "kid": "k"], payload: [0x7B, 0x7D], key: key)).flatMap {
      try? JWS(compact: $0)
    }
  }
}
