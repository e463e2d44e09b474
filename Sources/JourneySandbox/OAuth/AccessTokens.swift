import JSON

/// Access tokens that are JWTs, for the switch `jwtAccessTokens`, with the claims of servers that keep no tokens. What they grant is looked up all the
/// same, so that they end as the others do.
enum AccessTokens {
  static func make(_ call: Call, grant: Grant, scopes: [String]) async throws(OAuthError) -> String {
    let services = call.services
    let life = services.settings.accessTokenSeconds
    let claims: JSON.Object = [
      "sub": .string(grant.subject), "cts": "OAUTH2_STATELESS_GRANT",
      "auth_level": .number(JSON.Number(grant.authLevel)), "auditTrackingId": .string(services.tokens.uuid() + "-0"),
      "subname": .string(grant.subject), "iss": .string(OAuthEndpoints(call).issuer), "tokenName": "access_token",
      "token_type": "Bearer", "authGrantId": .string(grant.id), "client_id": .string(grant.clientID),
      "aud": .string(grant.clientID), "nbf": .number(JSON.Number(call.now.seconds)),
      "scope": .array(scopes.map(JSON.string)), "auth_time": .number(JSON.Number(grant.authTime.seconds)),
      "realm": .string(call.realm.path), "exp": .number(JSON.Number(call.now.seconds + life)),
      "iat": .number(JSON.Number(call.now.seconds)), "expires_in": .number(JSON.Number(life)),
      "jti": .string(services.tokens.uuid()),
    ]
    do {
      return try await call.realm.provider.keys.sign(claims)
    } catch {
      throw OAuthError("server_error", "The access token cannot be signed: \(error)")
    }
  }
}
