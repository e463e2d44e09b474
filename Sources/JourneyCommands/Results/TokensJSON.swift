import JSON
import JourneyEngine

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tokens as CONTRACT.md 4 has them.
enum TokensJSON {
  static func value(_ token: Token, reveal: Bool, now: Date) -> JSON {
    func shown(_ secret: Secret?) -> JSON {
      guard let secret else { return .null }
      return .string(reveal ? secret.revealed : secret.masked)
    }
    return [
      "accessToken": shown(token.accessToken), "refreshToken": shown(token.refreshToken),
      "idToken": shown(token.idToken),
      "tokenType": CallbackJSON.optional(token.tokenType), "scope": CallbackJSON.optional(token.scope),
      "expiresAt": CallbackJSON.optional(token.expiresAt.map { Time(wholeSeconds: $0).text }),
      "expiresIn": token.expiresIn(now: now).map { .number(JSON.Number($0)) } ?? .null,
      "claims": token.claims.map(JSON.object) ?? .null,
    ]
  }
}
