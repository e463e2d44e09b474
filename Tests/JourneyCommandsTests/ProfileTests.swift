import HTTPClient
import JSON
import JourneyCommands
import Synchronization
import Testing

@Suite struct ProfileTests {
  private func environment(_ folder: TemporaryFolder) -> [String: String] {
    ["XDG_CONFIG_HOME": folder.path + "/config", "XDG_STATE_HOME": folder.path + "/state"]
  }

  @Test func `save changes only the lines that changed`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "config/journey/profiles/work",
      "# Our tenant\nconfig server https://old/am  # moved in May\n\nconfig realm 'alpha'\n@config scope \"openid\\nemail\"\n"
    )
    let bench = try Bench(["profile": "work"], environment: environment(folder))
    let result = try await bench.run("config server https://new/am; config locale \"it's fr\"; save")
    #expect(result["path"]?.string == folder.path + "/config/journey/profiles/work")
    #expect(
      folder.read("config/journey/profiles/work")
        == "# Our tenant\nconfig server https://new/am\n\nconfig realm 'alpha'\n@config scope \"openid\\nemail\"\n"
        + "config locale \"it's fr\"\n")
    #expect(folder.mode("config/journey/profiles/work") == 0o600)
    #expect(folder.mode("config/journey/profiles") != nil)
  }

  @Test func `save leaves lines that it does not change byte by byte, whatever their ends`() async throws {
    let folder = try TemporaryFolder()
    let file = "config/journey/profiles/work"
    try folder.write(
      file, "# ours\r\nconfig scope \\\r\n  'openid email' # both\r\n\r\nconfig realm /alpha\r\nconfig timeout 7")
    let bench = try Bench(["profile": "work"], environment: environment(folder))
    #expect(try await bench.run("config scope")["scope"]?["value"] == ["openid", "email"])
    try await bench.run("config realm /beta; config locale fr; save")
    #expect(
      folder.read(file)
        == "# ours\r\nconfig scope \\\r\n  'openid email' # both\r\n\r\nconfig realm /beta\r\nconfig timeout 7\nconfig locale fr\n"
    )
    try await bench.run("config scope openid; save")
    #expect(folder.read(file)?.hasPrefix("# ours\r\nconfig scope openid\r\n\r\nconfig realm /beta\r\n") == true)
  }

  @Test(arguments: [
    ("config realm \u{FF}\n", "1:14: The line is not UTF-8."),
    (
      "# c\nconfig server http://h/am\nstart L\n",
      "3:1: A profile file holds lines 'config KEY VALUE', one setting each, and comments."
    ),
    ("\n config bogus 1\n", "2:9: There is no setting \"bogus\"."),
    (
      "config realm x; config timeout 7",
      "1:17: A profile file holds lines 'config KEY VALUE', one setting each, and comments."
    ),
    ("config timeout \\\n  never\n", "2:3: "), ("config realm 'x\n", "1:14: The quote ' is not closed."),
    ("config realm \\", "1:1: The last line ends in a backslash, and nothing follows."),
    ("config realm ${env:GONE}", "1:14: The environment has no variable GONE."),
    ("config realm a${x}", "1:14: A profile file has no variables (x)."),
  ])
  func `a mistake in a profile file is told with file, line and column`(_ text: String, _ message: String) async throws
  {
    let folder = try TemporaryFolder()
    // Latin-1, so that one of them is no UTF-8.
    try folder.write("config/journey/profiles/bad", bytes: text.unicodeScalars.map { UInt8($0.value) })
    let path = folder.path + "/config/journey/profiles/bad"
    let bench = try Bench(environment: environment(folder))
    let failure = await bench.failure("profile bad")
    #expect(failure?.code == .config)
    #expect(failure?.message.hasPrefix("\(path):\(message)") == true, "\(failure?.message ?? "none")")
    let listed = try await bench.workspace.runLine("profiles").last
    #expect(listed?.value?[0]?["name"] == "bad" && listed?.warnings == [failure?.message ?? ""])
  }

  @Test func `what is saved is there again`() async throws {
    let folder = try TemporaryFolder()
    let options: JSON.Object = [
      "server": "https://a/am", "realm": "/beta", "clientId": "my client", "scope": ["openid", "a+b"], "insecure": true,
      "proxy": "http://proxy:3128", "timeout": 2.5, "header": ["X-A: 1", "X-B: \"q\" $x\\"],
      "oidcParam": ["prompt=login"],
    ]
    let first = try Bench(options, environment: environment(folder))
    try await first.run("save 'My Tenant'")
    #expect(folder.mode("config/journey/profiles") == 0o700)
    let second = try Bench(["profile": "My Tenant"], environment: environment(folder))
    let config = try await second.run("config")
    for member in options.members {
      #expect(config[member.name] == ["value": member.value, "origin": "profile"], "\(member.name)")
    }
  }

  @Test func `an unknown profile lists near ones and is never a host`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("config/journey/profiles/staging", "config server https://s/am\n")
    do {
      _ = try Bench(["profile": "stagin"], environment: environment(folder))
      Issue.record("it was taken")
    } catch let failure as Failure {
      #expect(failure.code == .config)
      #expect(failure.data["candidates"] == ["staging"])
    }
    let bench = try Bench(environment: environment(folder))
    #expect(await bench.failure("profile stagign")?.data["candidates"] == ["staging"])
    #expect(await bench.failure("start", ["profile": "example.com"])?.code == .config)
  }

  @Test func `save deletes no profile whose name looks like a file being written`() async throws {
    let folder = try TemporaryFolder()
    let names = ["prod.7.7.new", "prod.eu.new", "prod.new"]
    for name in names { try folder.write("config/journey/profiles/\(name)", "config realm /alpha\n") }
    let bench = try Bench(environment: environment(folder))
    try await bench.run("save prod")
    #expect(folder.names("config/journey/profiles").filter { !$0.hasPrefix(".") } == ["prod"] + names)
  }

  @Test func `what a killed save has left is no profile, and goes with the next one`() async throws {
    let folder = try TemporaryFolder()
    let profiles = "config/journey/profiles"
    let others = [".prod.eu.7.8.new", ".prod.7.8.9.new"]
    for name in others + [".prod.77.123.new"] { try folder.write("\(profiles)/\(name)", "config rea") }
    let bench = try Bench(environment: environment(folder))
    #expect(bench.workspace.profileNames == ["default"])
    try await bench.run("save prod")
    #expect(folder.names(profiles).filter { $0.hasSuffix(".new") } == others.sorted())
    #expect(bench.workspace.profileNames == ["default", "prod"])
  }

  @Test func `forget leaves no record of the steps that went out`() async throws {
    let folder = try TemporaryFolder()
    let bench = try Bench(
      ["server": "https://am.example.com/am", "store": "file"], environment: environment(folder))
    bench.server.expect(Step.login)
    bench.server.expect(Step.success)
    try await bench.run("start; set 0 demo; set 1 pw; next")
    #expect(folder.read("state/journey/profiles/default.json.sent")?.isEmpty == false)
    try await bench.run("forget")
    #expect(folder.read("state/journey/profiles/default.json.sent") == nil)
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["memory", "file"])
  func `a workspace that nobody holds is freed, and closing it closes its transports`(_ store: String) async throws {
    let folder = try TemporaryFolder()
    weak var workspace: Workspace?
    do {
      let bench = try Bench(
        ["server": "https://am.example.com/am", "store": .string(store)], environment: environment(folder))
      workspace = bench.workspace
      bench.server.expect(Step.login)
      try await bench.run("start; set 0 demo")
      await bench.workspace.close()
      #expect(bench.server.isClosed)
    }
    // The last task may still be on its way out.
    while workspace != nil { await Task.yield() }
  }

  @Test func `forget gives the path of what it deleted, and fails where there was nothing`() async throws {
    let folder = try TemporaryFolder()
    let bench = try Bench(environment: environment(folder))
    #expect(await bench.failure("forget")?.code == .config)
    #expect(await bench.failure("forget nothere")?.code == .config)
    try await bench.run("profile made --new; profile default")
    #expect(try await bench.run("forget made") == ["path": .null])
    #expect(await bench.failure("forget made")?.code == .config)
    try folder.write("state/journey/profiles/default.json", "{}")
    #expect(try await bench.run("forget") == ["path": .string(folder.path + "/state/journey/profiles/default.json")])
    try await bench.run("save")
    #expect(try await bench.run("forget") == ["path": .string(folder.path + "/config/journey/profiles/default")])
    bench.server.expect(Step.login)
    try await bench.run("start")
    #expect(try await bench.run("forget") == ["path": .null])
    #expect(await bench.failure("show")?.code == .notStarted)
  }

  @Test(arguments: ["../x", "a/b", ".hidden", "", "a\nb"])
  func `a name cannot lead out of the folder`(_ name: String) async throws {
    #expect(await (try Bench()).failure("profile", ["name": .string(name), "new": true])?.code == .config)
    #expect(await (try Bench()).failure("save", ["name": .string(name)])?.code == .config)
  }

  @Test func `a new profile has the settings and not the session`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.success)
    bench.server.expect(Step.login)
    try await bench.run("config locale fr; start; profile second --new; start")
    let request = bench.server.requests[1]
    #expect(request.headers["Accept-Language"] == "fr")
    #expect(request.headers["Cookie"]?.contains("AQIC5w") != true)
    #expect(await bench.failure("profile second --new")?.code == .config)
    let list = try await bench.run("profiles")
    #expect(list.array?.compactMap { $0["name"]?.string } == ["default", "second"])
    #expect(list.array?.map { $0["loggedIn"] } == [true, false])
    #expect(list[0]?["server"] == "https://am.example.com/am")
    #expect(list[0]?["realm"] == "/alpha")
  }

  @Test func `forget deletes the file and what is kept`() async throws {
    let folder = try TemporaryFolder()
    let bench = try Bench(["server": "https://a/am", "store": "file"], environment: environment(folder))
    bench.server.expect(Step.success)
    try await bench.run("save; start")
    #expect(folder.names("state/journey/profiles").contains("default.json"))
    try await bench.run("forget")
    #expect(folder.names("config/journey/profiles").filter { !$0.hasPrefix(".") } == [])
    #expect(!folder.names("state/journey/profiles").contains("default.json"))
    #expect(await bench.failure("forget nobody")?.code == .config)
  }

  @Test func `relative places count as not set`() {
    let places = Places(environment: ["XDG_CONFIG_HOME": "x", "XDG_STATE_HOME": "./y", "HOME": "/home/me"])
    #expect(places.config == "/home/me/.config/journey")
    #expect(places.state == "/home/me/.local/state/journey")
    #expect(Places(environment: [:]).config == nil)
  }
}
