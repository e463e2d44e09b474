import HTTPClient
import JSON
import JourneyCommands
import Testing

@Suite struct StorageTests {
  private func bench(_ folder: TemporaryFolder) throws -> Bench {
    try Bench(
      ["server": "https://am.example.com/am", "realm": "alpha", "store": "file"],
      environment: ["XDG_STATE_HOME": folder.path + "/state", "XDG_CONFIG_HOME": folder.path + "/config"])
  }

  private static let file = "state/journey/profiles/default.json"

  @Test func `start, set and next can be processes of their own`() async throws {
    let folder = try TemporaryFolder()
    let first = try bench(folder)
    first.server.expect(Step.login)
    try await first.run("start Login")
    try await (try bench(folder)).run("set 0 demo")
    let second = try bench(folder)
    try await second.run("set 1 pw")
    #expect(try await (try bench(folder)).run("show")["missing"] == [])
    let third = try bench(folder)
    third.server.expect(Step.success)
    #expect(try await third.run("next")["kind"] == "success")
    #expect(third.server.body(0)?["callbacks"]?[0]?["input"]?[0]?["value"] == "demo")
    #expect(third.server.body(0)?["callbacks"]?[1]?["input"]?[0]?["value"] == "pw")
    #expect(folder.read(Self.file)?.contains("\"pw\"") == false)
    let fourth = try bench(folder)
    fourth.server.expect(Step.login)
    try await fourth.run("start")
    #expect(fourth.server.requests[0].headers["Cookie"]?.contains("AQIC5w") == true)
  }

  @Test(arguments: ["memory", "file"])
  func `a profile that comes back to a server finds session, step and answers there`(_ store: String) async throws {
    let folder = try TemporaryFolder()
    let bench = try Bench(
      ["store": .string(store)],
      environment: ["XDG_STATE_HOME": folder.path + "/state", "XDG_CONFIG_HOME": folder.path + "/config"])
    bench.server.expect(Step.success)
    bench.server.expect(Step.login)
    bench.server.expect(Step.login)
    try await bench.run("config server https://a.example.com/am; start; start Login; set 0 kept")
    try await bench.run("config server https://b.example.com/am")
    #expect(await bench.failure("session")?.code == .noSession)
    #expect(await bench.failure("next")?.code == .notStarted)
    try await bench.run("start Login; set 0 other")
    #expect(bench.server.requests[2].headers["Cookie"]?.contains("AQIC5w") != true)
    let step = try await bench.run("config server https://a.example.com/am; show")
    #expect(step["callbacks"]?[0]?["inputs"]?[0]?["value"] == "kept")
    #expect(try await bench.run("profiles")[0]?["loggedIn"] == true)
    let other = try await bench.run("config server https://b.example.com/am; show")
    #expect(other["callbacks"]?[0]?["inputs"]?[0]?["value"] == "other")
    #expect(try await bench.run("profiles")[0]?["loggedIn"] == false)
  }

  @Test func `what is kept is for the user alone, and its place is told`() async throws {
    let folder = try TemporaryFolder()
    let bench = try bench(folder)
    bench.server.expect(Step.success)
    try await bench.run("start")
    #expect(folder.mode(Self.file) == 0o600)
    #expect(folder.mode("state/journey/profiles") == 0o700)
    #expect(folder.names("state/journey/profiles").allSatisfy { !$0.hasSuffix(".new") })
    #expect(bench.notices.text.contains(folder.path + "/" + Self.file))
  }

  @Test(arguments: ["", "{", "{\"version\":1", "\u{0}\u{0}"])
  func `a damaged file is set aside and told`(_ text: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.file, text)
    let bench = try bench(folder)
    bench.server.expect(Step.success)
    #expect(try await bench.run("start")["kind"] == "success")
    #expect(folder.read(Self.file + ".damaged-1") == text)
    #expect(bench.notices.text.contains("damaged"))
  }

  @Test func `a place that cannot be written is an error before anything is sent`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("state/journey", "a file in the way")
    let bench = try bench(folder)
    let failure = await bench.failure("start")
    #expect(failure?.code == .storage)
    #expect(failure?.exitStatus == 7)
    #expect(failure?.data["path"]?.string?.hasPrefix(folder.path) == true)
    #expect(bench.server.requests.isEmpty)
  }
}
