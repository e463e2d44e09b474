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

  @Test(arguments: ["call GET json/x", "call POST json/x --data '{}'"])
  func `what a path of the server answers repeats no secret`(_ line: String) async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    bench.server.expect(Step.success)
    let token = "AQIC5w-the-session-token.*AAJTSQ.*"
    bench.server.expect(200, ["mine": .string("a \(token) b"), "list": ["Ch4ng31t", 7], "name": "demo"])
    let result = try await bench.run("start Login; set 0 demo; set 1 Ch4ng31t; next; \(line)")
    #expect(result["body"] == ["mine": "a •••• b", "list": ["••••", 7], "name": "demo"])
    #expect(result["status"] == 200)
  }

  @Test(arguments: ["hunter", "Hunter", "HUNTER"])
  func `a word stays in a text of the server`(_ password: String) async throws {
    #expect(try await refused(password, "No \(password) here")["message"]?.string == "No \(password) here")
  }

  @Test(arguments: ["HunterTwo", "correcthorsebatterystaple", "hunter2", "дикарь"])
  func `what is no word does not`(_ password: String) async throws {
    #expect(try await refused(password, "No \(password) here")["message"]?.string == "No •••• here")
  }

  @Test func `the data of a failure repeats nothing`() async throws {
    let bench = try Bench(environment: ["PW": "topsecret-value1"])
    bench.server.expect(Step.login)
    try await bench.run("start")
    let failure = await bench.failure("set ${env:PW} x")
    #expect(failure.map { JSON.object($0.data).text().contains("topsecret") } == false)
  }
}
