import JSON
import JourneyEngine

extension CommandSpec {
  static let revoke: CommandSpec = CommandSpec(
    name: "revoke",
    summary: "Revoke the tokens and forget them",
    examples: ["revoke"],
    resultSchema: Schema.object(["revoked": Schema.boolean]),
    failures: [.noSession, .network, .tls, .timeout, .server, .unexpectedReply, .oauth, .config, .storage],
    effect: .ends,
    body: .inTurn { _, context async throws(Failure) in
      try await context.asUser(.revoked) { user async throws(OidcError) in
        ["revoked": .bool(try await user.revokeTokens())]
      }
    })
}
