import JSON
import JourneyEngine

extension CommandSpec {
  static let start: CommandSpec = CommandSpec(
    name: "start",
    summary: "Start a journey",
    details: """
      Without a name the journey of the setting 'journey' is started, else the realm's default one. The session at hand goes \
      along, so that a journey can step it up.
      """,
    examples: ["start Login", "start Login --force-auth", "start Login --query locale=fr"],
    parameters: [
      ParameterSpec("journey", .text, "Name of the journey", completion: .journeys),
      .flag("forceAuth", "Run the journey even where the session would satisfy it"),
      .flag("noSession", "End without a session"),
      .option(
        "query", .pairs, "More query parameters; goto and gotoOnFail go on every request", placeholder: "NAME=VALUE"),
      .option(
        "advice", .pairs, "Advice of a policy decision that the journey has to satisfy", placeholder: "NAME=VALUE"),
      .option("adviceText", .text, "The same as a gateway delivers it: XML, JSON, Base64 or a header's value"),
    ],
    resultSchema: Schema.reference("Node"),
    failures: [.config, .storage],
    body: .inTurn { arguments, context async throws(Failure) in
      try await context.start(journey: arguments.text("journey"), try StartParameters.options(arguments))
    })
}

/// The options of `start`.
enum StartParameters {
  static func options(_ arguments: Arguments) throws(Failure) -> StartOptions {
    var options = StartOptions()
    options.forceAuth = arguments.flag("forceAuth")
    options.noSession = arguments.flag("noSession")
    options.query = try texts(arguments, "query")
    options.advice = try texts(arguments, "advice")
    options.adviceText = arguments.text("adviceText")
    return options
  }

  private static func texts(_ arguments: Arguments, _ name: String) throws(Failure) -> [(String, String)] {
    var pairs: [(String, String)] = []
    for pair in arguments.pairs(name) {
      let values = pair.value.array ?? [pair.value]
      for value in values {
        switch value {
        case .string, .number, .bool: pairs.append((pair.name, value.rawText))
        default: throw Failure(.usage, "\(name): the value of \(pair.name) is a text.")
        }
      }
    }
    return pairs
  }
}

extension CommandContext {
  /// Starts a journey, by default the one of the settings.
  func start(journey: String?, _ options: StartOptions) async throws(Failure) -> Output {
    let engine = try await engine()
    let hasAdvice = !options.advice.isEmpty || options.adviceText != nil
    let name = journey ?? (hasAdvice ? nil : profile.settings.text("journey"))
    let session: Secret?
    let node: any Node
    do throws(Refusal) {
      // The session may still lie in the store.
      try await engine.journey.agent.prepare()
      session = await engine.journey.agent.sessionToken
      node = try await engine.journey.begin(name, options)
    } catch {
      throw Failure(error)
    }
    let output = try await take(node, by: engine)
    if !workspace.rights.isPipe, let session, (node as? SuccessNode)?.session?.token == session {
      workspace.notify(
        .note("the session at hand satisfied the journey, which asked for nothing; --force-auth runs it"))
    }
    recordStart(journey: name, options, output)
    return output
  }
}
