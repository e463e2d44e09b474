import JSON

extension CommandSpec {
  static let trace: CommandSpec = CommandSpec(
    name: "trace",
    summary: "Print each exchange with the server, secrets masked",
    details: "'curl' prints the requests as masked curl commands. The lines go to stderr, never among results.",
    examples: ["trace on", "trace curl", "trace off"],
    parameters: [
      ParameterSpec("mode", .choice(Tracer.Mode.allCases.map(\.rawValue)), required: true, "Mode: on, off or curl")
    ],
    resultSchema: Schema.object(["trace": ["enum": ["on", "off", "curl"]]]),
    staysHere: true,
    status: { "trace is \($0.tracer.mode.rawValue)." },
    body: .inTurn { arguments, context async throws(Failure) in
      let mode = Tracer.Mode(rawValue: arguments.required("mode")) ?? .off
      context.workspace.tracer.mode = mode
      return Output(["trace": .string(mode.rawValue)], .trace)
    })
}
