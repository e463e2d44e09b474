import JSON
import JourneyEngine

extension CommandSpec {
  static let introspect: CommandSpec = CommandSpec(
    name: "introspect",
    summary: "Show what the provider says about a token",
    examples: ["introspect"],
    parameters: [ParameterSpec("token", .secret, "Token; the access token when left out")],
    resultSchema: Schema.anyObject,
    failures: [.noSession, .network, .tls, .timeout, .server, .unexpectedReply, .oauth, .config, .storage],
    effect: .reads,
    body: .inTurn { arguments, context async throws(Failure) in
      let token = arguments.text("token")
      if let token { context.workspace.secrets.register(token) }
      return try await context.asUser(.introspection) { user async throws(OidcError) in
        .object(try await user.introspect(token))
      }
    })
}
