import HTTPClient
import JOSE
package import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OidcClient {
  /// The claims about the user, as the server sends them; of a signed answer the payload, once its signature holds.
  ///
  /// - Parameter cached: Whether an earlier answer for the same access token will do.
  package func userinfo(cached: Bool = false) async throws(OidcError) -> JSON.Object {
    let access = try await token().accessToken
    if cached, let known = await state.userinfo(for: access) { return known }
    let config = try settings()
    let provider = try await discovered(config)
    let reply = try await send(
      "GET", provider.userinfoEndpoint, authorization: "Bearer \(access.revealed)",
      accept: "application/json, application/jwt")
    guard reply.status == 200 else {
      var error = reply.failure("The request for the user information")
      if error.error == "invalid_token" {
        error.hint = "The server no longer takes the access token: 'tokens --refresh'."
      }
      throw error
    }
    let claims = try await userClaims(reply, config, provider)
    let known = await agent.tokens?.token.claims?["sub"]?.string
    if let known, let subject = claims["sub"]?.string, known != subject {
      await agent.warn("The user information is about '\(subject)', but the ID token about '\(known)'.")
    }
    await state.keep(claims, for: access)
    return claims
  }

  private func userClaims(
    _ reply: Reply, _ config: OidcConfig, _ provider: Discovery
  ) async throws(OidcError) -> JSON.Object {
    if let claims = reply.json?.object { return claims }
    let text = String(decoding: reply.body, as: UTF8.self)
    let isJWT = reply.contentType?.lowercased().hasPrefix("application/jwt") ?? false
    guard isJWT else { throw reply.failure("The request for the user information") }
    do throws(OidcError) {
      let jws = try Self.parsed(text)
      try await verify(jws, config, provider)
      return try Self.claims(of: jws)
    } catch {
      guard error.reason == .idToken else { throw error }
      var error = error
      error.message = "The signed user information is refused: \(error.errorDescription ?? "it does not hold")."
      error.error = "invalid_userinfo"
      throw error
    }
  }

  /// What the server says about a token; without one about the access token at hand, even an expired one.
  package func introspect(_ token: String? = nil) async throws(OidcError) -> JSON.Object {
    let config = try settings()
    try await agent.ready()
    var asked = token
    if asked == nil { asked = await agent.tokens(of: config)?.token.accessToken.revealed }
    if asked == nil { asked = try await self.token().accessToken.revealed }
    let provider = try await discovered(config)
    let reply = try await sendAsClient(
      provider.introspectionEndpoint, form: [("token", asked ?? "")], config, audience: provider.tokenEndpoint)
    guard reply.isGood, let answer = reply.json?.object else { throw reply.failure("The introspection") }
    return answer
  }

  /// The header and claims of a JSON Web Token, and whether its signature is the provider's.
  ///
  /// Without a token the newest ID token. Of an encrypted one only the header can be read. A provider that cannot be
  /// asked makes the token unverified, not the call an error.
  package func decode(_ jwt: String? = nil) async throws(OidcError) -> DecodedToken {
    let config = try? settings()
    var compact = jwt
    if compact == nil, let config {
      try await agent.ready()
      compact = await agent.tokens(of: config)?.token.idToken?.revealed
    }
    guard let compact else {
      throw OidcError(.noSession, "There is no ID token.", hint: "Ask for tokens with the scope 'openid' first.")
    }
    if let header = DecodedToken.encryptedHeader(compact) {
      return DecodedToken(header: header, claims: nil, isVerified: false)
    }
    let jws: JWS
    let claims: JSON.Object
    do {
      jws = try JWS(compact: compact)
      claims = try jws.claims()
    } catch JOSEError.malformed(let what) {
      throw OidcError(.badValue, "That is no JSON Web Token: \(what).")
    } catch {
      throw OidcError(.badValue, "That is no JSON Web Token: \(error).")
    }
    var verified = false
    if let config, let provider = try? await discovered(config) {
      verified = (try? await verify(jws, config, provider)) != nil
    }
    return DecodedToken(header: jws.header, claims: claims, isVerified: verified)
  }

  // MARK: Revoking

  /// Revokes the tokens and forgets them; false where there are none.
  package func revoke() async throws(OidcError) -> Bool {
    try await agent.ready()
    guard let stored = await agent.tokens else { return false }
    let config = try settings()
    guard agent.isOf(config, stored) else {
      throw .config(
        "clientId", "The tokens are of the client '\(stored.clientID)', or of another realm.",
        hint: "Name client and realm as they were then.")
    }
    try await revoke(stored, config)
    if await agent.tokens == stored { await agent.keepTokens(nil) }
    return true
  }

  /// Revokes the refresh token, which ends all tokens of the grant, else the access token (am-protocol 7.8).
  func revoke(_ stored: StoredTokens, _ config: OidcConfig) async throws(OidcError) {
    let provider = try await discovered(config)
    let token = stored.token.refreshToken ?? stored.token.accessToken
    let reply = try await sendAsClient(
      provider.revocationEndpoint, form: [("token", token.revealed)], config, audience: provider.tokenEndpoint)
    guard reply.isConfirmation else { throw reply.failure("The revocation of the tokens") }
  }

  /// Ends the session behind the first ID token; the one of a refresh would end nothing (am-protocol 7.8).
  func endSession(_ idToken: Secret) async throws(OidcError) {
    let config = try settings()
    let provider = try await discovered(config)
    guard let endpoint = provider.endSessionEndpoint else {
      throw OidcError(.unexpectedReply, "The provider names no end of session.")
    }
    let reply = try await send(
      "GET", endpoint, query: [("id_token_hint", idToken.revealed), ("client_id", config.clientId)])
    guard reply.isConfirmation else { throw reply.failure("The end of the session at the provider") }
  }
}
