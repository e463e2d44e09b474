import HTTPClient
import JSON
import JourneyCommands
import Synchronization
import Testing

/// The local server inside the program: what opens its control endpoints is for them alone.
@Suite struct OwnSandboxTests {
  private static let token = "control-token-of-this-run"

  private func bench(
    _ options: JSON.Object = ["sandbox": true], proxies: @escaping @Sendable (String?) -> Void = { _ in }
  ) async throws -> Bench {
    let bench = try Bench(options) { world in
      let makeTransport = world.makeTransport
      world.makeTransport = { configuration in
        proxies(configuration.proxy)
        return makeTransport(configuration)
      }
      world.startSandbox = { () throws(Failure) in
        World.SandboxSettings(
          server: "http://127.0.0.1:4711/am", journeys: ["Login"], control: ("X-Sandbox-Token", Self.token))
      }
    }
    try await bench.workspace.prepare()
    return bench
  }

  @Test func `the token goes to the control endpoints and nowhere else`() async throws {
    let bench = try await bench()
    bench.server.expect(Step.login)
    try await bench.run("start Login")
    for path in ["/sandbox/outbox", "/am/json/users/demo", "sandbox/outbox", "/sandboxes"] {
      bench.server.expect([:])
      try await bench.run("call GET '\(path)'")
    }
    let given = bench.server.requests.map { $0.headers["X-Sandbox-Token"] }
    #expect(given == [nil, Self.token, nil, nil, nil])
  }

  @Test func `another server gets no token, and a header of the user's own goes before it`() async throws {
    let bench = try await bench()
    try await bench.run("config server https://am.example.com/am")
    bench.server.expect([:])
    try await bench.run("call GET /sandbox/outbox")
    #expect(bench.server.requests.last?.headers["X-Sandbox-Token"] == nil)
    let other = try await self.bench(["sandbox": true, "header": ["x-sandbox-token: mine"]])
    other.server.expect([:])
    try await other.run("call GET /sandbox/outbox")
    #expect(other.server.requests.last?.headers["X-Sandbox-Token"] == "mine")
  }

  @Test func `no proxy of the environment stands before it, one that is asked for does`() async throws {
    let proxies = Mutex<[String?]>([])
    let own = try await bench { proxy in proxies.withLock { $0.append(proxy) } }
    own.server.expect(Step.login)
    try await own.run("start Login")
    let asked = try await bench(["sandbox": true, "proxy": "http://127.0.0.1:8080"]) { proxy in
      proxies.withLock { $0.append(proxy) }
    }
    asked.server.expect(Step.login)
    try await asked.run("start Login")
    #expect(proxies.withLock { $0 } == ["", "http://127.0.0.1:8080"])
  }
}
