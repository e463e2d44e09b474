import HTTPClient
import JSON
import JourneyCommands
import Testing

@Suite struct SettingsTests {
  @Test func `every option of the contract is a setting, with its variable`() {
    let options = SettingSpec.all.map(\.option)
    #expect(
      options == [
        "--server", "--realm", "--cookie", "--journey", "--client-id", "--client-secret-from", "--scope",
        "--redirect-uri",
        "--discovery", "--client-auth", "--client-key", "--par", "--acr", "--oidc-param", "--profile", "--store",
        "--sandbox",
        "--json", "--get", "--no-input", "--no-color", "--quiet", "--insecure", "--cacert", "--cert", "--key",
        "--key-password-from", "--proxy", "--proxy-auth-from", "--timeout", "--header", "--header-from",
        "--trust-origin",
        "--locale", "--no-rc", "--debug",
      ])
    #expect(SettingSpec.named("clientSecretFrom")?.environmentName == "JOURNEY_CLIENT_SECRET_FROM")
    for spec in SettingSpec.all { #expect(!spec.summary.isEmpty && !spec.summary.hasSuffix(".")) }
  }

  @Test func `options end at the first word that is none`() throws {
    let (launch, rest) = try LaunchOptions.parse(
      arguments: ["--server", "https://a/am", "--realm=alpha", "--json", "login", "--tokens", "--json"],
      environment: [:])
    #expect(launch.options["server"] == "https://a/am")
    #expect(launch.options["realm"] == "alpha")
    #expect(launch.flag("json"))
    #expect(rest == ["login", "--tokens", "--json"])
  }

  @Test func `scopes are cut at blanks, and lists add up`() throws {
    let launch = try LaunchOptions.parse(
      arguments: ["--scope", "openid profile", "--scope", "email", "--header", "A: 1", "--header", "B: 2:3"],
      environment: [:]
    ).options
    #expect(launch.options["scope"] == ["openid", "profile", "email"])
    #expect(launch.options["header"] == ["A: 1", "B: 2:3"])
  }

  @Test(arguments: [
    ["--nope"], ["--server"], ["--timeout", "abc"], ["--timeout", "0"], ["--store", "disk"], ["--header", "none"],
    ["--client-secret-from", "plain"], ["--oidc-param", "x"], ["--insecure=maybe"],
  ])
  func `wrong options are refused`(_ arguments: [String]) {
    #expect(throws: Failure.self) { try LaunchOptions.parse(arguments: arguments, environment: [:]) }
  }

  @Test func `booleans and lists of the environment`() throws {
    for (text, expected) in [("1", true), ("true", true), ("yes", true), ("0", false), ("no", false), ("", false)] {
      let launch = try LaunchOptions.parse(arguments: [], environment: ["JOURNEY_JSON": text]).options
      #expect(launch.flag("json") == expected)
    }
    let launch = try LaunchOptions.parse(
      arguments: [], environment: ["JOURNEY_HEADER": "A: 1\nB: 2", "JOURNEY_REALM": ""]
    ).options
    #expect(launch.environment["header"] == ["A: 1", "B: 2"])
    #expect(launch.environment["realm"] == nil)
    #expect(throws: Failure.self) { try LaunchOptions.parse(arguments: [], environment: ["JOURNEY_JSON": "maybe"]) }
  }

  @Test func `option goes before environment before profile before default, and config tells which`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("config/journey/profiles/default", "config realm p\nconfig cookie p\nconfig locale p\n")
    let bench = try Bench(
      ["realm": "o", "server": "https://a/am"],
      environment: ["XDG_CONFIG_HOME": folder.path + "/config", "JOURNEY_REALM": "e", "JOURNEY_COOKIE": "e"])
    let config = try await bench.run("config timeout 5; config")
    #expect(config["realm"] == ["value": "o", "origin": "option"])
    #expect(config["cookie"] == ["value": "e", "origin": "environment"])
    #expect(config["locale"] == ["value": "p", "origin": "profile"])
    #expect(config["store"] == ["value": "memory", "origin": "default"])
    #expect(config["timeout"] == ["value": 5, "origin": "command"])
    #expect(config["acr"] == ["value": .null, "origin": "default"])
    #expect(config["json"] == nil)
  }

  @Test func `a change holds for the next request`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    bench.server.expect(Step.success)
    try await bench.run("start; set 0 a; set 1 b; config locale fr; next")
    #expect(bench.server.requests[0].headers["Accept-Language"] == nil)
    #expect(bench.server.requests[1].headers["Accept-Language"] == "fr")
    #expect(bench.server.body(1)?["callbacks"]?[0]?["input"]?[0]?["value"] == "a")
  }

  @Test func `a session outlives a change of settings`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.success)
    bench.server.expect(Step.login)
    try await bench.run("start; config timeout 7; start")
    let cookie = bench.server.requests[1].headers["Cookie"]
    #expect(cookie?.contains("AQIC5w-the-session-token") == true)
  }

  private static let link =
    "https://am.example.com/am/XUI/?realm=/alpha&authIndexType=service&authIndexValue=My%20Tree#login/"

  @Test(arguments: [
    link, "https://am.example.com/am/XUI/?realm=%2Falpha#login/&service=My+Tree",
    "https://am.example.com/am/XUI/#login/&realm=/alpha&service=My%20Tree",
    "https://am.example.com/am/UI/Login?realm=/alpha&service=My%20Tree",
  ])
  func `realm and journey of a link that is given as the server are used and told`(_ link: String) async throws {
    for (arguments, environment) in [(["--server", link], [:]), ([], ["JOURNEY_SERVER": link])] {
      let launch = try LaunchOptions.parse(arguments: arguments, environment: environment).options
      let told = Lines()
      let workspace = try Workspace(options: launch, world: World().telling(told), rights: .script)
      let shown = try await workspace.call("config").value
      #expect(shown?["server"]?["value"] == "https://am.example.com/am")
      #expect(shown?["realm"]?["value"] == "/alpha" && shown?["journey"]?["value"] == "My Tree")
      #expect(shown?["realm"]?["origin"] == (environment.isEmpty ? "option" : "environment"))
      #expect(told.text.contains("the realm /alpha and the journey My Tree came with the link"))
    }
  }

  @Test(arguments: [["--server", link, "--realm", "beta"], ["--realm=beta", "--server=\(link)"]])
  func `an option goes before what a link names, and it is told`(_ arguments: [String]) async throws {
    let launch = try LaunchOptions.parse(arguments: arguments, environment: ["JOURNEY_JOURNEY": "Other"]).options
    let told = Lines()
    let workspace = try Workspace(options: launch, world: World().telling(told), rights: .script)
    let shown = try await workspace.call("config").value
    #expect(shown?["realm"]?["value"] == "beta" && shown?["journey"]?["value"] == "My Tree")
    #expect(
      told.text == """
        the journey My Tree came with the link; the realm /alpha of the link is not used, since realm is set to beta; \
        'config' shows what is set
        """)
  }

  @Test(arguments: [["--server", "https://b.example/am"], ["--sandbox"]])
  func `a link names nothing for the server of another layer`(_ arguments: [String]) async throws {
    let launch = try LaunchOptions.parse(arguments: arguments, environment: ["JOURNEY_SERVER": Self.link]).options
    let told = Lines()
    var world = World().telling(told)
    world.startSandbox = { World.SandboxSettings(server: "http://127.0.0.1:1/am", journeys: []) }
    let workspace = try Workspace(options: launch, world: world, rights: .script)
    try await workspace.prepare()
    let shown = try await workspace.call("config").value
    #expect(shown?["server"]?["value"] != "https://am.example.com/am")
    #expect(shown?["realm"]?["origin"] == "default" && shown?["journey"]?["origin"] == "default")
    #expect(told.all.isEmpty)
  }

  @Test func `what a link named goes when another server is typed`() async throws {
    let bench = try Bench([:])
    try await bench.run("config server '\(Self.link)'; config server https://b.example/am")
    #expect(try await bench.run("config realm")["realm"]?["origin"] == "default")
    try await bench.run("config realm /mine; config server '\(Self.link)'")
    #expect(try await bench.run("config realm")["realm"]?["value"] == "/mine")
    #expect(bench.notices.text.contains("the realm /alpha of the link is not used, since realm is set to /mine"))
  }

  @Test(arguments: [
    ["config realm /mine", "config server '\(link)'"], ["config server '\(link)'", "config realm /mine"],
  ])
  func `in a profile a setting goes before the link in either order, and it is told`(_ lines: [String]) async throws {
    let folder = try TemporaryFolder()
    try folder.write("journey/profiles/linked", lines.map { $0 + "\n" }.joined())
    let bench = try Bench(["profile": "linked"], environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(try await bench.run("config realm")["realm"]?["value"] == "/mine")
    #expect(bench.notices.text.contains("the realm /alpha of the link is not used, since realm is set to /mine"))
    #expect(bench.notices.text.contains("the journey My Tree came with the link"))
    // What the file has as a link is not written out behind it.
    try await bench.run("config locale fr; save")
    #expect(folder.read("journey/profiles/linked")?.hasSuffix("\nconfig locale fr\n") == true)
    #expect(try await bench.run("save other; profile other; config journey")["journey"]?["value"] == "My Tree")
    #expect(folder.read("journey/profiles/other")?.contains("config journey 'My Tree'\n") == true)
  }

  @Test func `a link that is broken behind what it names is read all the same, one with control characters is refused`()
    async throws
  {
    let bench = try Bench([:])
    try await bench.run("config server 'https://am.example.com/am/XUI/?realm=/alpha&goto=%2&x={y}|#login/'")
    #expect(try await bench.run("config realm")["realm"]?["value"] == "/alpha")
    let text = "https://am.example.com/am/XUI/?realm=/al\u{1}pha"
    let failure = await bench.failure("config", ["key": "server", "value": .string(text)])
    #expect(failure?.code == .config && failure?.message.contains("control characters") == true)
  }

  @Test func `a link of a login page that is typed or stands in a profile sets the realm too`() async throws {
    let bench = try Bench()
    try await bench.run("config server '\(Self.link)'")
    #expect(try await bench.run("config realm")["realm"]?["value"] == "/alpha")
    #expect(bench.notices.text.contains("came with the link"))
    let folder = try TemporaryFolder()
    try folder.write("journey/profiles/linked", "config server '\(Self.link)'\n")
    let profile = try Bench(["profile": "linked"], environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(try await profile.run("config realm")["realm"] == ["value": "/alpha", "origin": "profile"])
  }

  @Test func `without a server the setting and the sandbox are named`() async throws {
    let failure = await (try Bench([:])).failure("start")
    #expect(failure?.code == .config)
    #expect(failure?.exitStatus == 7)
    #expect(failure?.data["key"] == "server")
    #expect(failure?.hint?.contains("--server") == true && failure?.hint?.contains("--sandbox") == true)
  }

  @Test(arguments: [
    ("https://am.example.com/am/", "https://am.example.com/am"),
    ("https://am.example.com:443/am", "https://am.example.com/am"),
    ("https://am.example.com/am/XUI/?goto=x#login/", "https://am.example.com/am"),
    ("https://am.example.com/am/XUI#login", "https://am.example.com/am"),
  ])
  func `the server is given in many forms`(_ text: String, _ base: String) async throws {
    let bench = try Bench([:])
    bench.server.expect(Step.login)
    try await bench.run("config server '\(text)'; start")
    #expect(bench.server.requests[0].url.description == base + "/json/realms/root/authenticate")
  }

  @Test(arguments: [
    ("discovery", "am.example.com/x"), ("discovery", "https://u:geheim@h/x"), ("trustOrigin", "https://h:0"),
    ("trustOrigin", "not a url"), ("server", "http://h/am?x=geheim y"),
  ])
  func `no address is taken that cannot be one`(_ key: String, _ text: String) async throws {
    let failure = await (try Bench()).failure("config", ["key": .string(key), "value": .string(text)])
    #expect(failure?.code == .config && failure?.data["key"]?.string == key)
    #expect(failure?.message.contains("u:geheim") == false)
  }

  @Test func `an empty server takes the setting away`() async throws {
    let bench = try Bench([:])
    #expect(await bench.failure("config server https://h/am; config server ''; start")?.data["key"] == "server")
  }

  @Test func `an unknown setting has near ones`() async throws {
    let failure = await (try Bench()).failure("config relam x")
    #expect(failure?.code == .config)
    #expect(failure?.data["candidates"] == ["realm"])
  }

  @Test func `what a person put into a header is masked in config`() async throws {
    let bench = try Bench(["header": ["Authorization: Basic c2VjcmV0", "X-A: b"], "proxy": "http://u:pw@proxy:1"])
    let config = try await bench.run("config")
    #expect(!config.text().contains("c2VjcmV0"))
    #expect(!config.text().contains("pw@"))
    #expect(config["header"]?["value"]?[1] == "X-A: b")
  }
}

extension World {
  /// The same with its notices kept.
  fileprivate func telling(_ lines: Lines) -> World {
    var world = self
    world.notice = { lines.append($0) }
    return world
  }
}
