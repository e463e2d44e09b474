import HTTPClient
import JSON
import JourneyEngine
import Testing

@testable import JourneyCommands

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

  @Test func `how a journey ended can be shown by a later process, until the session is given up`() async throws {
    let folder = try TemporaryFolder()
    let first = try bench(folder)
    first.server.expect(Step.login)
    first.server.expect(200, ["tokenId": "AQIC5w-the-session-token.*AAJTSQ.*", "successUrl": "/console", "more": 1])
    try await first.run("start Login; set 0 demo; set 1 pw")
    let success = try await first.run("next")
    #expect(success["kind"] == "success")
    let later = try bench(folder)
    #expect(try await later.run("show") == success)
    #expect(await later.failure("next")?.message.contains("ended well") == true)
    #expect(folder.read(Self.file)?.ranges(of: "AQIC5w").count == 1)

    let other = try bench(folder)
    other.server.expect(Step.login)
    try await other.run("start Login")
    #expect(try await (try bench(folder)).run("show")["kind"] == "continue")
  }

  @Test func `nothing of a journey is left behind a logout`() async throws {
    let folder = try TemporaryFolder()
    let first = try bench(folder)
    first.server.expect(Step.success)
    first.server.expect(200, ["result": "Successfully logged out"])
    try await first.run("start Login; logout")
    #expect(await (try bench(folder)).failure("show")?.code == .notStarted)
  }

  @Test func `how a journey was refused can be shown by a later process, without what the server repeats`() async throws
  {
    let folder = try TemporaryFolder()
    let first = try bench(folder)
    first.server.expect(Step.login)
    first.server.expect(
      401, ["code": 401, "reason": "Unauthorized", "message": "no: pass-canary-1", "detail": ["a": 1]])
    try await first.run("start Login; set 0 demo; set 1 pass-canary-1")
    let refused = try await first.run("- next")
    #expect(refused["kind"] == "error")
    #expect(try await (try bench(folder)).run("show") == refused)
    #expect(folder.read(Self.file)?.contains("canary") == false)
  }

  @Test func `a later process knows how long a server wanted to be left alone`() async throws {
    let folder = try TemporaryFolder()
    let first = try bench(folder)
    first.server.expect(Step.login)
    let headers = [(name: "Content-Type", value: "application/json"), (name: "Retry-After", value: "30")]
    first.server.expect(
      reply: ScriptedServer.Reply(status: 429, body: ["code": 429, "message": "slow"], headers: headers))
    try await first.run("start Login; set 0 demo; set 1 pw")
    let refused = try await first.run("- next")
    #expect(refused["retryAfterSeconds"] == 30)
    #expect(try await (try bench(folder)).run("show") == refused)
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

  @Test func `answers that processes set side by side are all kept, and taken back ones are gone`() async throws {
    let folder = try TemporaryFolder()
    let first = try bench(folder)
    first.server.expect(Step.login)
    try await first.run("start Login")
    let (one, other) = (try bench(folder), try bench(folder))
    for bench in [one, other] { try await bench.run("show") }
    try await one.run("set 0 demo")
    try await other.run("set 1 pw")
    #expect(try await other.run("show")["callbacks"]?[0]?["answered"] == true)
    #expect(try await (try bench(folder)).run("show")["missing"] == [])
    try await other.run("unset 1")
    #expect(try await (try bench(folder)).run("show")["missing"] == [1])
  }

  @Test func `a step that another process has sent is not sent again, and what that one left is found`() async throws {
    let folder = try TemporaryFolder()
    let first = try bench(folder)
    first.server.expect(Step.login)
    try await first.run("start Login; set 0 demo; set 1 pw")
    let (one, other) = (try bench(folder), try bench(folder))
    for bench in [one, other] { try await bench.run("show") }
    let next = Step.document([Step.password], ["authId": "another"])
    one.server.expect(next)
    #expect(try await one.run("next")["step"] == 2)
    #expect(await other.failure("next")?.code == .notStarted)
    #expect(other.server.requests.isEmpty)
    #expect(try await other.run("show")["step"] == 2)
  }

  @Test func `a step whose process died after it went out is not sent again; before that it is`() async throws {
    let folder = try TemporaryFolder()
    let first = try bench(folder)
    first.server.expect(Step.login)
    try await first.run("start Login; set 0 demo; set 1 pw")
    let kept = try #require(folder.read(Self.file))
    let refused = try bench(folder)
    #expect(try await refused.workspace.runLine("next").last?.value?["kind"] == "failure")
    let dead = try bench(folder)
    dead.server.expect(reply: .init(error: .dropped))
    _ = try await dead.workspace.runLine("next")
    #expect(dead.server.requests.count == 1)
    // What one that was killed would have left.
    try folder.write(Self.file, kept)
    let next = try bench(folder)
    #expect(await next.failure("next")?.code == .notStarted)
    #expect(next.server.requests.isEmpty)
    #expect(await next.failure("show")?.code == .notStarted)
  }

  @Test func `the journal of steps does not grow without end, and knows the last ones`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.file, "{}")
    let storage = FileStorage(path: folder.path + "/" + Self.file, notice: { _ in })
    for number in 0..<600 {
      let turn = try #require(try await storage.turn(for: "step-\(1000 + number)"))
      #expect(!turn.wasSent)
      try turn.begin()
      await turn.end(reopens: false)
    }
    #expect(try #require(folder.read(Self.file + ".sent")).utf8.count <= 257 * 10)
    for (number, wasSent) in [(599, true), (500, true), (0, false)] {
      let turn = try #require(try await storage.turn(for: "step-\(1000 + number)"))
      #expect(turn.wasSent == wasSent, "\(number)")
      await turn.end(reopens: true)
    }
    let turn = try #require(try await storage.turn(for: "step-9999"))
    await turn.end(reopens: false)
    #expect(try await storage.turn(for: "step-9999")?.wasSent == false)
  }

  @Test func `a lock that is not let go is told with its file, and waiting for it ends`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/" + Self.file
    let holder = try await FileLock.take(path + ".lock")
    let notices = Lines()
    let storage = FileStorage(path: path, patience: .milliseconds(200)) { notices.append($0) }
    let error = await #expect(throws: StorageError.self) { try await storage.exclusively {} }
    #expect(error?.path == path + ".lock" && error?.message.contains(path + ".lock") == true)
    #expect(notices.all.count == 1 && notices.text.contains(path + ".lock"))
    holder.release()
    try await storage.exclusively {}
  }

  @Test func `a lock that nobody holds any more is free`() async throws {
    let folder = try TemporaryFolder()
    _ = try await FileLock.take(folder.path + "/lock")
    try await FileLock.take(folder.path + "/lock", limit: .milliseconds(100)).release()
  }

  @Test func `a lock that was given back twice closes nobody else's file`() async throws {
    let folder = try TemporaryFolder()
    let lock = try await FileLock.take(folder.path + "/one")
    lock.release()
    let other = try await FileLock.take(folder.path + "/two")
    lock.release()
    await #expect(throws: Failure.self) {
      try await FileLock.take(folder.path + "/two", limit: .milliseconds(100))
    }
    other.release()
  }

  @Test func `the place is told when something is kept there for the first time, and not before`() async throws {
    let folder = try TemporaryFolder()
    let bench = try bench(folder)
    #expect(await bench.failure("session")?.code == .noSession)
    #expect(bench.notices.all.isEmpty)
    bench.server.expect(Step.success)
    try await bench.run("start")
    #expect(bench.notices.text.contains("are kept in"))
    let next = try self.bench(folder)
    next.server.expect(Step.login)
    try await next.run("start")
    #expect(next.notices.all.isEmpty)
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

  @Test func `a session of the store that satisfies a journey is told, in a later process too`() async throws {
    let folder = try TemporaryFolder()
    let first = try bench(folder)
    first.server.expect(Step.success)
    try await first.run("start Login")
    #expect(!first.notices.text.contains("satisfied the journey"))
    let second = try bench(folder)
    second.server.expect(Step.success)
    try await second.run("start Login")
    #expect(second.notices.text.contains("satisfied the journey"))
  }
}
