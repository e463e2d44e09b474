import JSON
import JourneyEngine

extension CommandSpec {
  static let decode: CommandSpec = CommandSpec(
    name: "decode",
    summary: "Take a JSON Web Token apart and check its signature",
    examples: ["decode"],
    parameters: [ParameterSpec("jwt", .secret, "Token; the ID token when left out")],
    resultSchema: Schema.object([
      "header": Schema.anyObject, "claims": Schema.optionalObject, "verified": Schema.boolean,
    ]),
    failures: [.badValue, .noSession, .network, .tls, .timeout, .server, .unexpectedReply, .oauth, .config, .storage],
    effect: .reads,
    body: .inTurn { arguments, context async throws(Failure) in
      let jwt = arguments.text("jwt")
      if let jwt { context.workspace.secrets.register(jwt) }
      return try await context.asUser(.decoded) { user async throws(OidcError) in
        let token = try await user.decode(jwt)
        return [
          "header": .object(token.header), "claims": token.claims.map(JSON.object) ?? .null,
          "verified": .bool(token.isVerified),
        ]
      }
    })
}
