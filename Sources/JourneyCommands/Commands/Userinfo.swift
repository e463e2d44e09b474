import JSON
import JourneyEngine

extension CommandSpec {
  static let userinfo: CommandSpec = CommandSpec(
    name: "userinfo",
    summary: "Show what the provider says about the user",
    examples: ["userinfo"],
    resultSchema: Schema.anyObject,
    failures: [.noSession, .network, .tls, .timeout, .server, .unexpectedReply, .oauth, .config, .storage],
    effect: .reads,
    body: .inTurn { _, context async throws(Failure) in
      try await context.asUser(.userinfo) { user async throws(OidcError) in .object(try await user.userinfo().get()) }
    })
}
