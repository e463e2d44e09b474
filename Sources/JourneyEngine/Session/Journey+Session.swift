extension Journey {
  /// The session that is held, nil where there is none. Nobody is asked whether it is still good.
  public func session() async -> Session? {
    try? await heldSession()
  }

  /// The signed-in user; nil where there is neither a session nor tokens.
  public func journeyUser() async -> User? {
    guard (try? await agent.ready()) != nil else { return nil }
    return await agent.holdsUser ? User(agent: agent) : nil
  }

  /// Revokes the tokens, ends the session and clears what is kept here, whatever happens.
  @discardableResult
  public func signOff() async -> SignOffResult {
    await SignOff(agent: agent).run()
  }

  /// As `session()`, but tells why what is kept cannot be read.
  package func heldSession() async throws(SessionError) -> Session? {
    try await agent.ready()
    return await agent.sessionToken.map { Session(agent: agent, token: $0) }
  }

  /// The user of this profile, signed in or not: its calls tell what is missing.
  package var user: User { User(agent: agent) }
}

extension SuccessNode {
  /// The user who has signed in; nil where the journey made no session.
  public var user: User? {
    guard established, let agent else { return nil }
    return User(agent: agent)
  }
}
