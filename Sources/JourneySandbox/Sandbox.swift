/// A local server that an AM client cannot tell from AM (am-protocol chapter 11).
package final class Sandbox: Sendable {
  /// The base URL with the context path, for example `http://127.0.0.1:8080/am`.
  package let baseURL: String
  /// What the control endpoints under `/sandbox` take as `Authorization: Bearer`.
  package let controlToken: String
  /// The journeys that can be started, sorted by name.
  package var journeyNames: [String] { [] }
  /// Lines for a person who starts the sandbox: the demo user, the client's settings, the control endpoints, stubs.
  package var startupNotes: [String] { [] }

  /// Loads the journeys, users and clients and starts to listen.
  package init(_ configuration: SandboxConfiguration) throws(SandboxError) {
    guard configuration.port >= 0, configuration.port < 65536 else {
      throw SandboxError("\(configuration.port) is no port")
    }
    baseURL = "http://\(configuration.host):\(configuration.port)/am"
    controlToken = ""
  }

  /// Ends all connections and gives the port back.
  package func stop() async {}
}
