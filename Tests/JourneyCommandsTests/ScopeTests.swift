import JSON
import JourneyCommands
import Testing

@Suite struct ScopeTests {
  private func bench(_ file: String = "") throws -> Bench {
    try Bench(rights: .rpcWithSources) { world in
      world.readFile = { _ in Array(file.utf8) }
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `source as a call runs its commands on the profile of the call`() async throws {
    let bench = try bench("config realm\nconfig journey Login\n")
    _ = try await bench.call("source", ["file": "x.journey"])
    #expect(try await bench.call("config", ["key": "journey"])["journey"]?["value"] == "Login")
  }

  @Test(.timeLimit(.minutes(1)))
  func `a line stays with the profile that was current when it was read`() async throws {
    let bench = try bench()
    let pending = try bench.workspace.enqueueLine("config journey Mine")
    _ = try await bench.call("profile", ["name": "b", "new": true])
    _ = try await pending.run()
    #expect(try await bench.call("config", ["key": "journey"])["journey"]?["value"] == .null)
    #expect(try await bench.call("config", ["key": "journey", "profile": "default"])["journey"]?["value"] == "Mine")
  }

  @Test(.timeLimit(.minutes(1)))
  func `a profile that a line switches to is that of the rest of the line`() async throws {
    let bench = try bench()
    _ = try await bench.workspace.enqueueLine("profile b --new; config journey Mine").run()
    #expect(try await bench.call("config", ["key": "journey", "profile": "b"])["journey"]?["value"] == "Mine")
    #expect(try await bench.call("config", ["key": "journey", "profile": "default"])["journey"]?["value"] == .null)
  }
}
