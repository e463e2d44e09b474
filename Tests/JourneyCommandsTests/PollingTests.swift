import HTTPClient
import JSON
import JourneyCommands
import Synchronization
import Testing

@Suite struct PollingTests {
  @Test func `next waits as long as the server asks, and says so`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.polling(2500))
    bench.server.expect(Step.success)
    try await bench.run("start")
    let told = Mutex<[JSON]>([])
    let watcher = Watcher(progress: { value in told.withLock { $0.append(value) } })
    _ = try await bench.workspace.runLine("next", watcher: watcher)
    #expect(bench.clock.uptime() == .milliseconds(2500))
    #expect(told.withLock { $0 }.map { $0["remainingMilliseconds"] } == [2500, 1500, 500])
    #expect(told.withLock { $0 }.allSatisfy { $0["kind"] == "wait" })
  }

  @Test func `time that has passed counts`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.polling(8000))
    bench.server.expect(Step.success)
    try await bench.run("start")
    try await bench.clock.sleep(for: .seconds(6))
    try await bench.run("next")
    #expect(bench.clock.uptime() == .seconds(8))
  }

  @Test func `now skips the wait`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.polling(8000))
    bench.server.expect(Step.success)
    try await bench.run("start; next --now")
    #expect(bench.clock.uptime() == .zero)
  }

  @Test func `wait polls to the end with one request each time`() async throws {
    let bench = try Bench()
    for _ in 0..<3 { bench.server.expect(Step.polling(1000)) }
    bench.server.expect(Step.success)
    #expect(try await bench.run("start; wait")["kind"] == "success")
    #expect(bench.server.requests.count == 4)
  }

  /// A step that polls below the code of an enrolment.
  private static func enrolling(_ secret: String) -> JSON {
    let hidden: JSON = [
      "type": "HiddenValueCallback",
      "output": [
        ["name": "value", "value": .string("otpauth://totp/A:demo?secret=\(secret)")],
        ["name": "id", "value": "mfaDeviceRegistration"],
      ], "input": [["name": "IDToken1", "value": "mfaDeviceRegistration"]],
    ]
    return Step.document([hidden, Step.polling(1000)["callbacks"]?[0] ?? .null])
  }

  @Test func `a code that the step before had already is told apart from a new one`() async throws {
    let bench = try Bench()
    for secret in ["FIRST234", "FIRST234", "SECOND23", "THIRD234", "THIRD234"] {
      bench.server.expect(Self.enrolling(secret))
    }
    func news(_ line: String) async throws -> [Bool] {
      try await bench.workspace.runLine(line).map { output in
        let uris = output.value?["callbacks"]?[0]?["uri"]?.string.map { [$0] } ?? []
        return !output.shownURIs.isSuperset(of: uris)
      }
    }
    #expect(try await news("start; next; next") == [true, false, true])
    // What came while it waited nobody has seen.
    #expect(try await news("- wait 3") == [true])
    #expect(try await news("show") == [true])
  }

  @Test func `wait stops at a step that asks for something`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.polling(1000))
    bench.server.expect(Step.login)
    #expect(try await bench.run("start; wait")["missing"] == [0, 1])
  }

  @Test func `past the timeout wait shows the step and stops with 5`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.polling(4000))
    bench.server.expect(Step.polling(4000))
    let outputs = try await bench.workspace.runLine("start; wait 6")
    #expect(outputs.last?.stops == 5)
    #expect(outputs.last?.value?["kind"] == "continue")
    #expect(bench.server.requests.count == 2)
    #expect(bench.clock.uptime() == .seconds(6))
  }
}
