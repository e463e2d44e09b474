public import JSON

/// A signed-in user: their tokens and what the server says about them.
public struct User: Sendable {
  let client: OidcClient

  package init(agent: UserAgent) {
    client = OidcClient(agent: agent)
  }

  /// Tokens whose access token is good; renewed or taken from the session where needed.
  public func token() async -> Result<Token, OidcError> {
    await result { () async throws(OidcError) -> Token in try await token(consent: false, forceRefresh: false) }
  }

  /// Renewed tokens, even if those at hand are good.
  public func refresh() async -> Result<Token, OidcError> {
    await result { () async throws(OidcError) -> Token in try await token(consent: false, forceRefresh: true) }
  }

  /// Revokes the tokens and forgets them; false where there are none, or the server did not confirm it.
  @discardableResult
  public func revoke() async -> Bool {
    (try? await revokeTokens()) ?? false
  }

  /// The claims about the user; with `cache` those of an earlier call will do while the access token is the same.
  public func userinfo(cache: Bool = false) async -> Result<JSON.Object, OidcError> {
    await result { () async throws(OidcError) -> JSON.Object in try await client.userinfo(cached: cache) }
  }

  /// Revokes the tokens, ends the session and clears what is kept here, whatever happens.
  public func logout() async -> SignOffResult {
    await SignOff(agent: client.agent).run()
  }

  /// Tokens, with the choices that a person has.
  ///
  /// - Parameters:
  ///   - consent: Whether the user agrees to the scopes, should the server ask.
  ///   - forceRefresh: Renews even good tokens.
  package func token(consent: Bool, forceRefresh: Bool) async throws(OidcError) -> Token {
    try await client.token(consent: consent, forceRefresh: forceRefresh)
  }

  /// As `revoke`, but tells why it failed.
  package func revokeTokens() async throws(OidcError) -> Bool {
    try await client.revoke()
  }

  /// What the server says about a token; without one about the access token at hand.
  package func introspect(_ token: String? = nil) async throws(OidcError) -> JSON.Object {
    try await client.introspect(token)
  }

  /// A JSON Web Token taken apart; without one the ID token at hand.
  package func decode(_ jwt: String? = nil) async throws(OidcError) -> DecodedToken {
    try await client.decode(jwt)
  }
}
