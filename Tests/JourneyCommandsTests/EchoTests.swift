import JSON
import JourneyCommands
import Testing

/// Secrets that a server repeats where something goes wrong.
@Suite struct EchoTests {
  private func refused(_ password: String, _ message: String) async throws -> JSON {
    let bench = try Bench()
    bench.server.expect(Step.login)
    bench.server.expect(401, ["code": 401, "message": .string(message), "detail": ["sent": .string(message)]])
    return try await bench.run("start Login; set 0 demo; set 1 '\(password)'; -next; show")
  }

  @Test func `an error node repeats no password`() async throws {
    let node = try await refused("Ch4ng31t", "Login failure: Ch4ng31t")
    #expect(node["message"] == "Login failure: ••••")
    #expect(node["detail"]?["sent"] == "Login failure: ••••")
  }

  @Test func `a text that was shortened in the middle of a password does not tell its beginning`() async throws {
    let node = try await refused("Ch4ng31t-long", "Login failure: Ch4ng31…")
    #expect(node["message"] == "Login failure: ••••…")
  }

  @Test func `a password that is a word leaves the texts of the server alone`() async throws {
    let message = "Your password has expired"
    #expect(try await refused("password", message)["message"]?.string == message)
  }

  @Test func `the data of a failure repeats nothing`() async throws {
    let bench = try Bench(environment: ["PW": "topsecret-value1"])
    bench.server.expect(Step.login)
    try await bench.run("start")
    let failure = await bench.failure("set ${env:PW} x")
    #expect(failure.map { JSON.object($0.data).text().contains("topsecret") } == false)
  }
}
