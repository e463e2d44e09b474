import JSON
import JourneyEngine

/// Work on session and tokens, with the engine's errors as failures.
extension CommandContext {
  /// Runs `body` for the user of the profile; its error becomes a failure, what the engine has to say goes along.
  func asUser(
    _ kind: Output.Kind, _ body: (User) async throws(OidcError) -> JSON
  ) async throws(Failure) -> Output {
    let engine = try await engine()
    let result: Result<JSON, Failure>
    do throws(OidcError) {
      result = .success(try await body(engine.journey.user))
    } catch {
      result = .failure(Failure(error))
    }
    await registerSecrets(of: engine)
    return try await finished(Output(try result.get(), kind), by: engine)
  }

  /// Tokens as a result. On a terminal a person may agree to the scopes.
  func tokens(refresh: Bool, consent: Bool, reveal: Bool) async throws(Failure) -> Output {
    let engine = try await engine()
    let token = try await token(of: engine.journey.user, refresh: refresh, consent: consent)
    await registerSecrets(of: engine)
    let now = workspace.world.clock.now()
    return try await finished(Output(TokensJSON.value(token, reveal: reveal, now: now), .tokens), by: engine)
  }

  private func token(of user: User, refresh: Bool, consent: Bool) async throws(Failure) -> Token {
    do throws(OidcError) {
      return try await user.token(consent: consent, forceRefresh: refresh)
    } catch {
      guard error.reason == .consentNeeded, !consent, workspace.rights.face == .terminal, let ask = workspace.world.ask
      else {
        throw Failure(error)
      }
      let scopes = profile.settings.list("scope").joined(separator: " ")
      let question = World.Question.yesNo("\(error.message) Agree to the scopes \(scopes)?", preset: "no")
      guard try await ask(question) == "yes" else { throw Failure(error) }
    }
    return try await token(of: user, refresh: refresh, consent: true)
  }

  func registerSecrets(of engine: Profile.Engine) async {
    let agent = engine.journey.agent
    if let token = await agent.sessionToken { workspace.secrets.register(token.revealed, isIssued: true) }
    guard let stored = await agent.tokens else { return }
    let token = stored.token
    for secret in [token.accessToken, token.refreshToken, token.idToken, stored.firstIDToken] {
      if let secret { workspace.secrets.register(secret.revealed, isIssued: true) }
    }
  }
}
