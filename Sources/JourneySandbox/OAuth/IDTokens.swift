import Crypto
import JOSE
import JSON

/// ID tokens with the claims of modern servers, in their order (am-protocol 7.9).
enum IDTokens {
  static func keys(_ call: Call) async throws(OAuthError) -> JSON {
    do {
      return try await call.realm.provider.keys.published().json
    } catch {
      throw OAuthError("server_error", "The keys cannot be made: \(error)")
    }
  }

  /// - Parameters:
  ///   - accessToken: makes `at_hash`.
  ///   - code: makes `c_hash`; a refreshed token has none, and no `nonce`.
  static func make(_ call: Call, grant: Grant, accessToken: String?, code: String?, isRefreshed: Bool = false)
    async throws(OAuthError) -> String
  {
    let services = call.services
    let isFork = services.settings.isFork
    var claims = JSON.Object()
    if let accessToken { claims["at_hash"] = .string(half(accessToken)) }
    claims["sub"] = .string(grant.subject)
    claims["auditTrackingId"] = .string(services.tokens.uuid() + "-1")
    claims["subname"] = .string(grant.subject)
    claims["iss"] = .string(OAuthEndpoints(call).issuer)
    claims["tokenName"] = "id_token"
    if let nonce = grant.nonce, !isRefreshed { claims["nonce"] = .string(nonce) }
    if let sid = grant.sessionID {
      // One that is of no session: what would end it finds nothing.
      let isVain = isRefreshed && services.settings.refreshedIDTokensEndNothing
      claims["sid"] = .string(isVain ? services.tokens.uuid() : sid)
    }
    claims["aud"] = .string(grant.clientID)
    if let code { claims["c_hash"] = .string(half(code)) }
    if !isFork || grant.acr != "0" { claims["acr"] = .string(grant.acr) }
    claims["org.forgerock.openidconnect.ops"] = .string(grant.operation)
    claims["azp"] = .string(grant.clientID)
    // The fork's name for it, and its milliseconds after a refresh (am-protocol 7.9).
    claims[isFork ? "auth:time" : "auth_time"] = .number(
      JSON.Number(isFork && isRefreshed ? grant.authTime.milliseconds : grant.authTime.seconds))
    claims["realm"] = .string(call.realm.path)
    claims["exp"] = .number(JSON.Number(call.now.seconds + services.settings.idTokenSeconds))
    claims["tokenType"] = "JWTToken"
    claims["iat"] = .number(JSON.Number(call.now.seconds))
    do {
      return try await call.realm.provider.keys.sign(claims)
    } catch {
      throw OAuthError("server_error", "The ID token cannot be signed: \(error)")
    }
  }

  /// Left half of the SHA-256 of a token, in base64url (OIDC Core 3.1.3.6).
  private static func half(_ text: String) -> String {
    Base64URL.encode(Array(HashAlgorithm.sha256.hash(Array(text.utf8)).prefix(16)))
  }
}
