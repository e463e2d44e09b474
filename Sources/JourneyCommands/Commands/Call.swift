import JSON
import JourneyEngine

extension CommandSpec {
  static let call: CommandSpec = CommandSpec(
    name: "call",
    summary: "Send a request to another path of the server",
    details: """
      The path begins at the origin (/am/json/…), or below the base URL without a slash in front. The session goes along, or the access \
      token. The control endpoints of a sandbox that was started with --sandbox are open to it: call GET /sandbox/outbox.
      """,
    examples: ["call GET /am/json/serverinfo/*", "call GET oauth2/userinfo --bearer"],
    parameters: [
      ParameterSpec("method", .text, required: true, "HTTP method"),
      ParameterSpec("path", .text, required: true, "Path, with its query").hiding(.path),
      .option("data", .text, "Body, sent as JSON").hiding(.body),
      .flag("bearer", "Use the access token in place of the session"),
    ],
    resultSchema: Schema.object(["status": Schema.integer, "headers": Schema.anyObject, "body": Schema.anything]),
    failures: [.badValue, .noSession, .network, .tls, .timeout, .server, .unexpectedReply, .oauth, .config, .storage],
    effect: .ends,
    body: .inTurn { arguments, context async throws(Failure) in
      let method = arguments.required("method").uppercased()
      guard !method.isEmpty, method.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
        throw Failure(
          .usage, "\"\(ServerText.line(method))\" is no HTTP method.", hint: "Usage: \(CommandSpec.call.usage)")
      }
      let path = arguments.required("path")
      let agent = try await context.engine().journey.agent
      return try await context.asUser(.call) { user async throws(OidcError) in
        let bearer =
          arguments.flag("bearer") ? try await user.token(consent: false, forceRefresh: false).accessToken : nil
        let answer = try await agent.call(
          method, path, data: arguments.text("data"), bearer: bearer,
          headers: context.workspace.controlHeaders(context.profile.settings, path: path))
        let headers = answer.headers.map { header in
          JSON.Object.Member(
            name: header.name, value: .array(header.values.map { .string(MaskedExchange.shown($0, of: header.name)) }))
        }
        return [
          "status": .number(JSON.Number(answer.status)), "headers": .object(JSON.Object(headers)), "body": answer.body,
        ]
      }
    })
}
