/// The log-out: revoke the tokens, end the session, forget both and the cookies (am-protocol 6.2, 7.10).
///
/// Each part is tried whatever became of the one before, and local data is cleared whatever happens.
package struct SignOff: Sendable {
  let agent: UserAgent
  let client: OidcClient

  package init(agent: UserAgent) {
    self.agent = agent
    client = OidcClient(agent: agent)
  }

  package func run() async -> SignOffResult {
    var result = SignOffResult(loggedOut: false)
    do {
      try await agent.ready()
    } catch {
      result.failed.append(error.message)
      return result
    }
    let tokens = await agent.tokens
    if tokens != nil { await revoke(&result) }
    if let session = await agent.sessionToken {
      await attempt(&result) { () async throws(OidcError) in try await Session(agent: agent, token: session).logout() }
    } else if let first = tokens?.firstIDToken {
      await attempt(&result) { () async throws(OidcError) in try await client.endSession(first) }
    }
    await agent.dropSession()
    await agent.dropCookies()
    await agent.keepTokens(nil)
    return result
  }

  private func revoke(_ result: inout SignOffResult) async {
    do {
      result.revoked = try await client.revoke()
    } catch {
      result.revoked = false
      result.failed.append("The tokens may still be alive: \(error.message)")
    }
  }

  private func attempt(_ result: inout SignOffResult, _ end: () async throws(OidcError) -> Void) async {
    do {
      try await end()
      result.loggedOut = true
    } catch {
      result.failed.append("The session may still be alive: \(error.message)")
    }
  }
}
