import JSON
import JourneyEngine

extension CommandSpec {
  static let devices: CommandSpec = CommandSpec(
    name: "devices",
    summary: "List the devices that the user has registered",
    examples: ["devices", "devices oath"],
    parameters: [
      ParameterSpec(
        "kind", .text, "Kind of devices: \(DeviceKind.known.joined(separator: ", ")); all when left out",
        completion: .words(DeviceKind.known)),
      .flag("reveal", "Show shared secrets, recovery codes and keys"),
    ],
    resultSchema: Schema.array(of: Schema.anyObject),
    failures: [.badValue, .noSession, .network, .tls, .timeout, .server, .unexpectedReply, .config, .storage],
    effect: .reads,
    body: .inTurn { arguments, context async throws(Failure) in
      let engine = try await context.engine()
      let rows: [JSON]
      do throws(OidcError) {
        rows = try await engine.journey.agent.devices(arguments.text("kind"))
      } catch {
        throw Failure(error)
      }
      let shown: JSON =
        arguments.flag("reveal") ? .array(rows) : Masking.masked(.array(rows), isSecret: SecretNames.isDeviceMember)
      return try await context.finished(Output(shown, .devices), by: engine)
    })
}
