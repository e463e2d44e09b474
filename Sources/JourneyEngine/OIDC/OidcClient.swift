import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The OAuth 2.0 client of one profile: turns its session into tokens and keeps them good.
///
/// One piece of work on tokens runs at a time, in this process and, where the storage is shared, in all others; who asks
/// meanwhile waits for it and gets what it brought.
package struct OidcClient: Sendable {
  let agent: UserAgent

  var state: OidcState { agent.oidc }

  /// The client of an agent, whose session, storage and connections it uses.
  package init(agent: UserAgent) { self.agent = agent }

  /// The settings; without those that every request needs it is an error.
  func settings() throws(OidcError) -> OidcConfig {
    let config = agent.config.configuration(of: OidcModule.config) ?? OidcConfig()
    try config.check()
    return config
  }

  var now: Date { agent.config.clock.now() }

  // MARK: Tokens

  /// Tokens whose access token is good: those at hand, renewed ones, or new ones from the session.
  ///
  /// - Parameters:
  ///   - consent: Whether the user agrees to the scopes, should the server ask.
  ///   - forceRefresh: Renews even good tokens.
  package func token(consent: Bool = false, forceRefresh: Bool = false) async throws(OidcError) -> Token {
    let config = try settings()
    try await agent.ready()
    let known = await agent.tokens(of: config)
    if !forceRefresh, let known, known.isGood(at: now, threshold: config.refreshThreshold) {
      await warnAboutKeptScope(known, config)
      return known.token
    }
    while true {
      let (work, isNew) = await state.join(consent: consent) {
        await result { () async throws(OidcError) -> StoredTokens in
          try await alone(config, known: known, consent: consent, forceRefresh: forceRefresh)
        }
      }
      switch await Self.outcome(of: work.task) {
      case .success(let stored): return stored.token
      case .failure(let error):
        let mayAgree = !isNew && consent && !work.consent && error.reason == .consentNeeded
        guard mayAgree else { throw error }
      }
    }
  }

  /// Waits for work, but not past the caller's own cancellation.
  private static func outcome(
    of task: Task<Result<StoredTokens, OidcError>, Never>
  ) async -> Result<StoredTokens, OidcError> {
    let (results, continuation) = AsyncStream<Result<StoredTokens, OidcError>>.makeStream()
    Task {
      continuation.yield(await task.value)
      continuation.finish()
    }
    for await result in results { return result }
    return .failure(OidcError(.cancelled, "The call was cancelled; a request for tokens may still be on its way."))
  }

  // MARK: Renewing

  /// Renews while no other process does; what another one has renewed meanwhile is taken over.
  private func alone(
    _ config: OidcConfig, known: StoredTokens?, consent: Bool, forceRefresh: Bool
  ) async throws(OidcError) -> StoredTokens {
    guard let storage = agent.config.storage else {
      return try await renew(config, consent: consent, forceRefresh: forceRefresh)
    }
    let outcome: Result<StoredTokens, OidcError>
    do {
      outcome = try await storage.exclusively {
        await result { () async throws(OidcError) -> StoredTokens in
          try await agent.refreshedState()
          if let found = await agent.tokens(of: config), found != known,
            found.isGood(at: now, threshold: config.refreshThreshold)
          {
            return found
          }
          try await agent.room()
          return try await renew(config, consent: consent, forceRefresh: forceRefresh)
        }
      }
    } catch {
      let told = error as? StorageError
      throw OidcError(told ?? StorageError(message: "the kept state cannot be locked: \(error)", path: storage.place))
    }
    return try outcome.get()
  }

  private func renew(_ config: OidcConfig, consent: Bool, forceRefresh: Bool) async throws(OidcError) -> StoredTokens {
    await dropForeignTokens(config)
    let before = await agent.tokens(of: config)
    guard let before, before.token.refreshToken != nil else {
      return try await fromSession(config, before: before, consent: consent)
    }
    do {
      return try await refresh(config, before: before)
    } catch {
      if error.reason == .invalidGrant { return try await fromSession(config, before: before, consent: consent) }
      guard error.isRetryable, !forceRefresh, before.isGood(at: now, threshold: 0) else { throw error }
      await agent.warn("The access token was not renewed: \(error.message) It is still good for a while.")
      return before
    }
  }

  /// New tokens from the session; where there were tokens before, without a word to the user (`prompt=none`).
  private func fromSession(
    _ config: OidcConfig, before: StoredTokens?, consent: Bool
  ) async throws(OidcError) -> StoredTokens {
    guard let session = await agent.sessionToken else {
      if before == nil { throw .noSession }
      throw OidcError(
        .noSession, "The tokens can no longer be renewed, and there is no session to take new ones from.",
        hint: "Sign in with 'start' or 'login' again.")
    }
    if before == nil, let code = try await resumed(config, session: session, consent: consent) {
      return try await exchange(code, config, session: session)
    }
    let prompt = before == nil ? nil : "none"
    let code = try await authorize(config, prompt: prompt, consent: consent)
    let tokens = try await exchange(code, config, session: session)
    if code.mayEndSession, await validated(session) == .dead {
      await agent.warn("The session has ended with this request, as 'prompt' or 'max_age' asked; the tokens stay.")
    }
    return tokens
  }

  /// Tokens of another session are dropped and, as far as possible, revoked; the user is told. Those of another client or
  /// provider stay until new ones take their place.
  private func dropForeignTokens(_ config: OidcConfig) async {
    guard let stored = await agent.tokens, agent.isOf(config, stored), await agent.tokens(of: config) == nil else {
      return
    }
    await agent.keepTokens(nil)
    do {
      try await revoke(stored, config)
      await agent.warn("The tokens of the session before were revoked: the session is another one now.")
    } catch {
      await agent.warn(
        "The tokens of the session before were dropped, but they may still be alive on the server: \(error.message)")
    }
  }
}

/// What a call gives, as a value.
func result<Value>(_ body: () async throws(OidcError) -> Value) async -> Result<Value, OidcError> {
  do {
    return .success(try await body())
  } catch {
    return .failure(error)
  }
}
