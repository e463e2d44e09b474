import JSON
import JourneyEngine

extension CommandSpec {
  static let logout: CommandSpec = CommandSpec(
    name: "logout",
    summary: "End the session and revoke the tokens",
    details:
      "What is kept here is cleared whatever happens. Where something may still be alive on the server, a script stops with status 1.",
    examples: ["logout"],
    resultSchema: Schema.object(["loggedOut": Schema.boolean, "failed": Schema.array(of: Schema.text)]),
    failures: [.noSession, .config, .storage],
    effect: .ends,
    body: .inTurn { _, context async throws(Failure) in
      let engine = try await context.engine()
      let agent = engine.journey.agent
      do throws(OidcError) {
        _ = try await engine.journey.heldSession()
      } catch {
        throw Failure(error)
      }
      let hasSession = await agent.sessionToken != nil
      let hasTokens = await agent.keptTokens != nil
      await context.registerSecrets(of: engine)
      guard hasSession || hasTokens else {
        // There may be cookies of a persistent login all the same.
        if await agent.hasCookies { await engine.journey.signOff() }
        throw Failure(OidcError.noSession)
      }
      let result = await engine.journey.signOff()
      let value: JSON = [
        "loggedOut": .bool(result.loggedOut),
        "failed": .array(result.failed.map { .string(context.workspace.secrets.scrub(Text.sentence($0))) }),
      ]
      return try await context.finished(Output(value, .logout, stops: result.failed.isEmpty ? nil : 1), by: engine)
    })
}
