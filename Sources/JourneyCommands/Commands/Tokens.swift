import JSON

extension CommandSpec {
  static let tokens: CommandSpec = CommandSpec(
    name: "tokens",
    summary: "Show the tokens, got from the session where needed",
    details: """
      A client that is bound to a journey of its own gets them once that journey has ended well: the hint says how to start it. \
      Its server gives them only together with the consent, --consent.
      """,
    examples: ["tokens", "tokens --reveal", "tokens --refresh"],
    parameters: [
      .flag("reveal", "Do not mask them"),
      .flag("refresh", "Renew them even where they are good"),
      .flag("consent", "Agree to the scopes where the server asks"),
    ],
    resultSchema: Schema.reference("Tokens"),
    failures: [.noSession, .network, .tls, .timeout, .server, .unexpectedReply, .oauth, .config, .storage],
    body: .inTurn { arguments, context async throws(Failure) in
      try await context.tokens(
        refresh: arguments.flag("refresh"), consent: arguments.flag("consent"), reveal: arguments.flag("reveal"))
    })
}
