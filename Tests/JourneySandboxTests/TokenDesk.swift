import Crypto
import JSON
import Testing

@testable import JourneySandbox

/// What tests of tokens ask of a sandbox, as the client `journey`.
struct TokenDesk {
  let desk: Desk

  private static let authorization =
    "/oauth2/authorize?client_id=journey&redirect_uri=org.example.journey%3A%2Fcallback&response_type=code&scope=openid%20email"
  /// RFC 7636, appendix B.
  static let pkce =
    "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

  /// An authorisation request with a challenge.
  static var request: String { authorization + pkce }

  private var settings: Services.Settings { desk.application.services.settings }

  /// The answer to an authorisation request with a fresh session, which goes as a cookie.
  func authorize(challenge: String = pkce) async throws -> Reply {
    await desk.send(
      "GET", TokenDesk.authorization + challenge,
      headers: [("Cookie", settings.cookieName + "=" + (try await desk.session()))])
  }

  /// The token document of a login; a challenge and a verifier only where they have to be.
  func tokens(challenge: String? = nil, verifier: String? = nil) async throws -> JSON {
    let challenge = challenge ?? (settings.laxPKCE ? "" : TokenDesk.pkce)
    let code = try #require(try await authorize(challenge: challenge).redirected["code"])
    var form = [
      ("grant_type", "authorization_code"), ("code", code), ("client_id", "journey"),
      ("redirect_uri", "org.example.journey:/callback"),
    ]
    if let verifier = verifier ?? (settings.laxPKCE ? nil : TokenDesk.verifier) {
      form.append(("code_verifier", verifier))
    }
    return try await desk.form("/oauth2/access_token", form).json()
  }

  func refresh(_ token: String) async -> Reply {
    await desk.form(
      "/oauth2/access_token",
      [("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", "journey")])
  }

  func userinfo(_ token: String) async -> Reply {
    await desk.send("GET", "/oauth2/userinfo", headers: [("Authorization", "Bearer " + token)])
  }
}

extension Desk {
  /// The claims of a JWT, unverified.
  static func claims(_ token: JSON?) throws -> JSON {
    let parts = (token?.string ?? "").split(separator: ".")
    try #require(parts.count == 3)
    return try JSON(parsing: try #require(Base64URL.decode(String(parts[1]))))
  }
}
