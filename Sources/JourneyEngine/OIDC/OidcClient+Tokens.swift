import HTTPClient
import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OidcClient {
  /// Exchanges a code. It is sent once: an outcome that is not known cannot be asked for again (am-protocol 7.7).
  func exchange(
    _ code: AuthorizationCode, _ config: OidcConfig, session: Secret
  ) async throws(OidcError) -> StoredTokens {
    let provider = try await discovered(config)
    let reply = try await sendAsClient(
      provider.tokenEndpoint,
      form: [
        ("grant_type", "authorization_code"), ("code", code.code), ("redirect_uri", config.redirectUri),
        ("code_verifier", code.binding.verifier),
      ], config, audience: provider.tokenEndpoint)
    let answer = try Self.tokenAnswer(reply, "The exchange of the code")
    let claims: JSON.Object?
    do {
      claims = try await checkedClaims(
        of: answer, reply: reply, config, provider, nonce: code.binding.nonce, maxAge: code.binding.maxAge)
    } catch {
      await giveBack(answer, config)
      throw error
    }
    await warnAboutScope(answer, asked: config.scopeText)
    await warnAboutACR(claims, asked: code.binding.acrValues)
    if answer.idToken == nil, (answer.scope ?? config.scopeText).split(separator: " ").contains("openid") {
      await agent.warn("The server sent no ID token although 'openid' was asked for.")
    }
    let tokens = StoredTokens(
      answer: answer, claims: claims, before: nil, received: now, session: session,
      clientID: config.clientId, provider: agent.provider(of: config))
    return try await kept(tokens, after: nil, config)
  }

  /// Spends the refresh token (am-protocol 7.7). Whatever goes wrong but `invalid_grant` leaves the tokens as they are.
  func refresh(_ config: OidcConfig, before: StoredTokens) async throws(OidcError) -> StoredTokens {
    guard let refreshToken = before.token.refreshToken else {
      throw OidcError(.noSession, "There is no refresh token any more.")
    }
    let provider = try await discovered(config)
    let reply = try await sendAsClient(
      provider.tokenEndpoint, form: [("grant_type", "refresh_token"), ("refresh_token", refreshToken.revealed)], config,
      audience: provider.tokenEndpoint)
    var answer: TokenAnswer
    do {
      answer = try Self.tokenAnswer(reply, "The refresh of the tokens")
    } catch {
      if error.reason == .invalidGrant { await agent.keepTokens(before.withoutRefreshToken) }
      throw error
    }
    var claims: JSON.Object?
    do {
      claims = try await checkedClaims(
        of: answer, reply: reply, config, provider, nonce: nil, first: before.token.claims)
    } catch {
      guard error.reason != .idToken else {
        // With rotation the refresh token that was spent is dead, and the new one came with an ID token that does not hold.
        if answer.refreshToken != nil { await agent.keepTokens(before.withoutRefreshToken) }
        throw error
      }
      // Nothing speaks against it, it could only not be looked at: the new refresh token is the only one that is good.
      answer.idToken = nil
      await agent.warn("The new ID token could not be checked and is left out: \(error.message)")
    }
    await warnAboutScope(answer, asked: "\(config.scopeText) \(before.token.scope ?? "")")
    let tokens = StoredTokens(
      answer: answer, claims: claims, before: before, received: now, session: before.session,
      clientID: config.clientId, provider: agent.provider(of: config))
    return try await kept(tokens, after: before, config)
  }

  /// Keeps new tokens; those that nobody waits for any more, because the user has logged out meanwhile, are given back.
  private func kept(
    _ tokens: StoredTokens, after before: StoredTokens?, _ config: OidcConfig
  ) async throws(OidcError) -> StoredTokens {
    let replaced = await agent.tokens
    if await agent.keepTokens(tokens, after: before) {
      if let replaced, !agent.isOf(config, replaced) {
        await agent.warn(
          "The tokens of the client '\(replaced.clientID)' were replaced: client or provider is another one now.")
      }
      return tokens
    }
    _ = await result { () async throws(OidcError) -> Void in try await revoke(tokens, config) }
    throw OidcError(.noSession, "The session has ended while the tokens were on their way; they were given back.")
  }

  /// Revokes the tokens of an answer that is not taken, as far as that is possible.
  private func giveBack(_ answer: TokenAnswer, _ config: OidcConfig) async {
    let tokens = StoredTokens(
      answer: answer, claims: nil, before: nil, received: now, session: nil, clientID: config.clientId)
    _ = await result { () async throws(OidcError) -> Void in try await revoke(tokens, config) }
  }

  private static func tokenAnswer(_ reply: Reply, _ what: String) throws(OidcError) -> TokenAnswer {
    guard reply.isGood else { throw reply.failure(what) }
    guard let document = reply.json, let answer = TokenAnswer(document) else {
      var error = reply.failure(what)
      if reply.json != nil { error.message = "\(what) was answered with JSON that holds no access token." }
      throw error
    }
    return answer
  }

  // MARK: What a person should know

  private func warnAboutScope(_ answer: TokenAnswer, asked: String) async {
    let missing = answer.missingScopes(asked: asked)
    guard !missing.isEmpty else { return }
    await agent.warn("The server granted less than was asked for: without \(Self.quoted(missing)).")
  }

  /// Says where tokens that are given again are for less than the settings ask for now.
  func warnAboutKeptScope(_ stored: StoredTokens, _ config: OidcConfig) async {
    guard let scope = stored.token.scope else { return }
    let missing = TokenAnswer.scopes(config.scopeText, missingIn: scope)
    guard !missing.isEmpty else { return }
    await agent.warn(
      "The tokens at hand are not for the scope \(Self.quoted(missing)): 'revoke' them to get others that may be.")
  }

  private static func quoted(_ scopes: [String]) -> String { scopes.map { "'\($0)'" }.joined(separator: ", ") }

  private func warnAboutACR(_ claims: JSON.Object?, asked: String?) async {
    guard let asked, let claims else { return }
    let met = claims["acr"]?.string
    guard !asked.split(separator: " ").contains(where: { $0 == met ?? "" }) else { return }
    await agent.warn(
      "The ID token does not confirm acr_values '\(asked)': its acr is \(met.map { "'\($0)'" } ?? "missing").")
  }
}
