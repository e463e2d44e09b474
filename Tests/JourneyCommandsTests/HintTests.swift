import JSON
import JourneyCommands
import Testing

/// What is said to somebody who is in a hurry and a little wrong.
@Suite struct HintTests {
  @Test func `a value of the wrong JSON type is told what it must be`() async throws {
    let failure = await (try Bench()).failure("login", ["answer": ["Name=demo"]])
    #expect(failure?.message == "answer must be an object.")
    #expect(failure?.hint == "For example {\"TARGET\": \"VALUE\"}.")
  }

  @Test func `a client that is not set is named whole, with what sets it`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.success)
    try await bench.run("start")
    let failure = await bench.failure("tokens")
    #expect(failure?.message == "The id of the OAuth 2.0 client is not set, and neither is its redirect URI.")
    #expect(failure?.hint?.contains("'config clientId ID'") == true)
    #expect(failure?.hint?.contains("--redirect-uri") == true)
  }

  @Test func `a setting goes by the name of its option too`() async throws {
    let bench = try Bench()
    #expect(try await bench.run("config client-id web") == ["clientId": ["value": "web", "origin": "command"]])
    #expect(await bench.failure("config no-rc")?.message == "no-rc is an option of a run, not of a profile.")
    #expect(
      WrittenSecrets.areIn(
        "code=x", for: try #require(CommandSpec.named("config")).parameters[1], setting: "oidc-param"))
  }

  @Test func `a realm that is not there is the setting to look at`() async throws {
    let bench = try Bench()
    bench.server.expect(404, ["code": 404, "reason": "Not Found", "message": "Realm not found"])
    let node = try await bench.run("start")
    #expect(node["hint"]?.string?.contains("--realm") == true)
    #expect(node["hint"]?.string?.contains("context path") == false)
  }

  @Test func `a command that needs a word says how things stand`() async throws {
    let folder = try TemporaryFolder()
    let bench = try Bench()
    #expect(await bench.failure("record")?.hint == "Nothing is recorded. Usage: record file")
    let path = "\(folder.path)/a.journey"
    try await bench.run("record \(path)")
    #expect(bench.notices.text.contains("'record off' ends it"))
    #expect(
      await bench.failure("record")?.hint == "\(path) is being recorded; 'record off' ends it. Usage: record file")
    #expect(await bench.failure("trace")?.hint?.hasPrefix("trace is off.") == true)
  }

  @Test func `the end of a record says how it runs and what it needs`() async throws {
    let folder = try TemporaryFolder()
    let bench = try Bench()
    for node in [Step.login, Step.success] { bench.server.expect(node) }
    let path = "\(folder.path)/a.journey"
    try await bench.run("record \(path); start; set 0 demo; set 1 Ch4ng31t; next; record off")
    let run = "journey --server https://am.example.com/am --realm alpha -f \(path)"
    #expect(bench.notices.text.hasSuffix("it runs again by: ANSWER_PASSWORD=… \(run)"))
  }

  @Test func `a person who looks for the version finds it`() throws {
    #expect(HelpText.unknown("version").hint?.contains("journey --version") == true)
    #expect(throws: Failure.self) { try LaunchOptions.parse(arguments: ["-v"], environment: [:]) }
  }

  @Test func `a command's page names what its result has, and what a word can be`() throws {
    let session = try HelpText.page(for: "session")
    #expect(
      session.contains("Result, for --json, --get, expect and capture:\n  established, realm, successUrl, username"))
    let start = try HelpText.page(for: "start")
    #expect(start.contains("  kind success: session.realm, session.successUrl, session.established, details"))
    #expect(start.contains("callbacks[0]"))
    let generate = try HelpText.page(for: "generate")
    #expect(generate.contains("  journey generate kind\n"))
    #expect(generate.contains("What to print: man, man-rpc, bash, zsh, fish, openrpc"))
    #expect(generate.contains("source <(journey generate bash)"))
  }

  @Test(
    arguments: [
      ("test", nil), ("sett", "set"), ("tset", "set"), ("sta", "start"), ("lgoin", "login"), ("xyz", nil),
      ("profil", "profile"),
    ] as [(String, String?)])
  func `what is near a word is the nearest, or nothing`(_ word: String, _ near: String?) {
    let hint = HelpText.unknown(word).hint ?? ""
    #expect(near.map { hint.hasPrefix("Did you mean \($0)") } ?? (hint == "'help' lists the commands."), "\(hint)")
  }
}
