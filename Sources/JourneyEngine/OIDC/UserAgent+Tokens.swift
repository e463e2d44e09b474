import HTTPClient
import JSON

/// What the OIDC and session modules need of the agent.
extension UserAgent {
  /// Makes sure that requests are possible and that the kept state has been read.
  func ready() async throws(OidcError) {
    do {
      try await prepare()
    } catch {
      throw OidcError(error)
    }
  }

  /// Sees to it that new tokens can be kept.
  func room() async throws(OidcError) {
    do {
      try await makeRoom()
    } catch {
      throw OidcError(error)
    }
  }

  /// Reads the kept state again: another process may have changed it.
  func refreshedState() async throws(OidcError) {
    do {
      try await reload()
    } catch {
      throw OidcError(error)
    }
  }

  /// The tokens that are kept, whoever's they are.
  package var tokens: StoredTokens? { keptTokens.flatMap { StoredTokens(stored: $0, session: tokensSession) } }

  /// Whether there is a session, or tokens.
  var holdsUser: Bool { sessionToken != nil || keptTokens != nil }

  /// The tokens that are kept, if they are this client's and come from the session at hand; without a session they stay
  /// usable, as tokens outlive it.
  func tokens(of config: OidcConfig) -> StoredTokens? {
    guard let stored = tokens, isOf(config, stored) else { return nil }
    guard let held = sessionToken, let origin = stored.session else { return stored }
    return held == origin ? stored : nil
  }

  /// Whether tokens are those of the client and the provider of the settings: another realm does not know them.
  nonisolated func isOf(_ config: OidcConfig, _ stored: StoredTokens) -> Bool {
    stored.clientID == config.clientId && stored.provider ?? provider(of: config) == provider(of: config)
  }

  /// The address of the discovery document: the one of the settings, else that of the realm.
  nonisolated func provider(of config: OidcConfig) -> String {
    config.discoveryEndpoint.isEmpty ? endpoints.oauth(Discovery.path) : config.discoveryEndpoint
  }

  /// The authorize request of this client that waits for its journey.
  func authorization(of config: OidcConfig) -> PendingAuthorization? {
    state.authorization.flatMap { $0.clientID == config.clientId && $0.provider == provider(of: config) ? $0 : nil }
  }

  /// Whether the journey of a request has begun and not ended.
  func isUnderWay(_ pending: PendingAuthorization) -> Bool { state.journey?.run.transaction == pending.transaction }

  /// Keeps a request that waits, or forgets it.
  func keep(authorization: PendingAuthorization?) async {
    state.authorization = authorization
    isChanged = true
    await save()
  }

  /// Puts tokens away, or forgets those that are there.
  func keepTokens(_ tokens: StoredTokens?) async {
    keep(tokens: tokens?.stored, session: tokens?.session)
    await save()
  }

  /// Puts new tokens away, unless what they come from is gone by now: the tokens before them, or else their session.
  /// A log-out may have overtaken the request that brought them, here or in another process.
  func keepTokens(_ tokens: StoredTokens, after before: StoredTokens?) async -> Bool {
    guard before == nil ? sessionToken == tokens.session : self.tokens == before else { return false }
    await keepTokens(tokens)
    return keptTokens == tokens.stored
  }

  /// Forgets a session that the server no longer knows, unless another one has come meanwhile.
  func forget(session: Secret) async {
    guard sessionToken == session else { return }
    dropSession()
    await save()
  }

  /// Sends a request; an answer of any kind is one.
  func reply(to request: AMRequest) async throws(OidcError) -> Reply {
    do {
      return Reply(try await send(request), now: config.clock.now())
    } catch {
      throw OidcError(error)
    }
  }

  /// Refuses an address outside the server's origin and those that are trusted, naming both.
  nonisolated func checkOrigin(of address: String, named what: String, key: String) throws(OidcError) {
    guard let url = HTTPURL(address) else { throw .config(key, "\(what) is no http or https URL: '\(address)'.") }
    guard trusted.cover(url) else {
      throw .config(
        "trustOrigin", "\(what) lies at \(url.origin), but the server is \(endpoints.origin ?? "not set").",
        hint: "If that is right, allow it with --trust-origin \(url.origin).")
    }
  }
}
