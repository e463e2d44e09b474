import HTTPClient
import JSON
import JourneyCommands
import Testing

@Suite(.timeLimit(.minutes(1))) struct RecordTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { "\(folder.path)/login.journey" }
  private func script() throws -> String { try #require(folder.read("login.journey")) }

  /// The commands of the script, without its head and empty lines.
  private func lines() throws -> [String] {
    try script().split(separator: "\n").map(String.init).filter { !$0.hasPrefix("# Recorded") }
  }

  @Test func `a login that was recorded runs again`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    bench.server.expect(Step.success)
    try await bench.run("record \(path)")
    try await bench.run("start Login")
    try await bench.run("set 'User Name' demo; set 1 Ch4ng31t-canary; next")
    #expect(try await bench.run("record off") == ["path": .string(path)])

    #expect(
      try lines() == [
        "# Needs in the environment: ANSWER_PASSWORD", "start Login", "expect kind == continue",
        "expect stage == UsernamePassword", "expect callbacks[0].type == NameCallback",
        "expect callbacks[1].type == PasswordCallback", "set 'User Name' demo", "set 1 --from env:ANSWER_PASSWORD",
        "next", "expect kind == success",
      ])
    #expect(folder.mode("login.journey") == 0o600)

    let again = try Bench(environment: ["ANSWER_PASSWORD": "Ch4ng31t-canary"])
    again.server.expect(Step.login)
    again.server.expect(Step.success)
    try await again.run("source \(path)")
    #expect(again.server.requests.map(\.body) == bench.server.requests.map(\.body))
    #expect(again.server.requests.count == 2)
  }

  @Test func `a login that ends otherwise fails the recorded script`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    bench.server.expect(Step.success)
    try await bench.run("record \(path); login Login --answer Name=demo --answer Password=Ch4ng31t; record off")
    #expect(
      try lines().suffix(4) == [
        "set Name demo", "set Password --from env:ANSWER_PASSWORD", "next", "expect kind == success",
      ])
    let again = try Bench(environment: ["ANSWER_PASSWORD": "Ch4ng31t"])
    again.server.expect(Step.document([Step.name]))
    #expect(await again.failure("source \(path)")?.code == .expectation)
  }

  @Test func `a refused login is a test too`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    bench.server.expect(401, Step.refused)
    try await bench.run("record \(path); start; set 0 demo; set 1 wrong-one")
    try await bench.run("- next; expect message == 'Login failure'; record off")
    #expect(
      try lines().suffix(4) == [
        "- next", "expect kind == error", "expect cause == rejected", "expect message == 'Login failure'",
      ])
  }

  @Test func `no secret is written, wherever it was typed and wherever it came from`() async throws {
    let bench = try Bench(environment: ["PW": "from-env-canary", "JUNK": "x"])
    bench.server.expect(Step.login)
    bench.server.expect(Step.document([Step.callback("PasswordCallback", "One Time Password", "IDToken1")]))
    bench.server.expect(Step.success)
    try await bench.run("record \(path)")
    // The password in the wrong field first: it is known as a secret afterwards.
    try await bench.run("start Login --query login_hint=hint-canary; set 0 wrong-field-canary; set 0 demo")
    try await bench.run("set 1 wrong-field-canary; set 1 ${env:PW}; next; set 0 123456; next")
    _ = await bench.failure("resume 'https://am.example.com/am/?suspendedId=suspended-canary'")
    _ = await bench.failure("set 0 failed-canary")
    try await bench.run("config header 'X-Key: header-canary'; config oidcParam login_hint=param-canary")
    _ = await bench.failure("call PUT json/x --data '{\"userpassword\":\"data-canary\"}'")
    _ = await bench.failure("call PUT json/x --data body-canary")
    try await bench.run("record off")
    let text = try script()
    for secret in ["canary", "123456", "AQIC5w", Step.authID] { #expect(!text.contains(secret), "\(text)") }
    #expect(text.contains("--query \"login_hint=${env:START_LOGIN_HINT}\""))
    #expect(text.contains("set 1 --from env:PW\n"))
    #expect(text.contains("set 0 --from env:ANSWER_ONE_TIME_PASSWORD\n"))
    #expect(text.contains("config header ${env:CONFIG_HEADER}\n"))
    // What was written as a name at first is taken back once it is known as a secret.
    #expect(text.contains("set 0 --from env:ANSWER_USER_NAME\nset 0 demo\n"))
    for line in text.split(separator: "\n") { _ = try ScriptParser.parse(line: String(line)) }
  }

  @Test func `a login that was tried by hand becomes a script by one command`() async throws {
    let bench = try Bench(rights: .terminal)
    bench.server.expect(Step.login)
    bench.server.expect(401, Step.refused)
    bench.server.expect(Step.login)
    bench.server.expect(Step.success)
    try await bench.run("start Login; set 0 demo; set 1 wrong-canary; - next")
    try await bench.run("config locale fr; let user demo; start Login; show")
    _ = await bench.failure("set 7 mistake")
    try await bench.run("set 0 ${user}; set 1 Ch4ng31t-canary; next; record \(path)")
    #expect(
      try lines() == [
        "# Needs in the environment: ANSWER_PASSWORD", "config locale fr", "start Login", "expect kind == continue",
        "expect stage == UsernamePassword", "expect callbacks[0].type == NameCallback",
        "expect callbacks[1].type == PasswordCallback", "set 0 demo", "set 1 --from env:ANSWER_PASSWORD", "next",
        "expect kind == success",
      ])
    #expect(bench.notices.text.contains("the journey so far is in it (5 commands)"))
    #expect(try script().hasPrefix("# Recorded by journey 1.2.3. Runs again by: journey --server "))

    let again = try Bench(environment: ["ANSWER_PASSWORD": "Ch4ng31t-canary"])
    again.server.expect(Step.login)
    again.server.expect(Step.success)
    try await again.run("source \(path)")
    #expect(again.server.requests.map(\.body) == bench.server.requests.suffix(2).map(\.body))
  }

  @Test func `a record within a journey has its begin, one that a start follows has that journey alone`() async throws {
    let bench = try Bench(rights: .terminal)
    for _ in 0..<2 { bench.server.expect(Step.login) }
    bench.server.expect(Step.success)
    try await bench.run("start First; set 0 demo; record \(path); start Second; set 0 demo; set 1 Ch4ng31t; record off")
    #expect(try lines().filter { $0.hasPrefix("start") || $0.hasPrefix("set") }.count == 3)
    #expect(try !script().contains("First"))
    try await bench.run("record \(path)-2; next; record off")
    let second = try #require(folder.read("login.journey-2"))
    #expect(second.contains("\nstart Second\n") && second.hasSuffix("\nnext\nexpect kind == success\n"))
  }

  @Test func `a record that ended at once leaves nothing for the next`() async throws {
    let bench = try Bench(rights: .terminal)
    for _ in 0..<2 { bench.server.expect(Step.login) }
    try await bench.run(
      "start First; record \(path); record off; start Second; record \(path)-2; set 0 demo; record off")
    #expect(try lines().filter { $0.hasPrefix("start") } == ["start First"])
    let second = try #require(folder.read("login.journey-2"))
    #expect(second.contains("\nstart Second\n") && second.hasSuffix("\nset 0 demo\n"))
  }

  @Test func `a text that is printed belongs to the journey, whichever way it comes`() async throws {
    let bench = try Bench(rights: .rpcWithSources)
    bench.server.expect(Step.login)
    _ = try await bench.call("start", ["journey": "Login"])
    _ = try await bench.call("echo", ["text": ["one"]])
    #expect(bench.workspace.lineNow("echo two") != nil)
    try await bench.run("echo three; record \(path)")
    #expect(try lines().suffix(3) == ["echo one", "echo two", "echo three"])
  }

  @Test func `each profile has a journey of its own`() async throws {
    let bench = try Bench(rights: .terminal)
    for _ in 0..<2 { bench.server.expect(Step.login) }
    try await bench.run("start One; profile second --new; start Two; set 0 b; profile default; set 0 a; record \(path)")
    #expect(try lines().filter { !$0.hasPrefix("expect") } == ["start One", "set 0 a"])
  }

  @Test func `a record that begins inside of a journey which is not known says so`() async throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_STATE_HOME": folder.path]
    let options: JSON.Object = ["server": "https://am.example.com/am", "store": "file"]
    let first = try Bench(options, environment: environment)
    first.server.expect(Step.login)
    try await first.run("start Login")
    let second = try Bench(options, environment: environment)
    let late = try await second.workspace.runLine("show; record \(path); record off")
    #expect(late[1].warnings.first?.contains("before 'start'") == true)
    let early = try await second.workspace.runLine("record \(path)-2; record off")
    #expect(early.count == 2)
  }

  @Test func `variables that later lines use and printed texts are recorded`() async throws {
    let bench = try Bench(environment: ["DEMO_PASSWORD": "from-env-canary"])
    bench.server.expect(Step.login)
    bench.server.expect(Step.success)
    try await bench.run("record \(path); let user demo; let unused typed-canary; let mine secret-canary")
    try await bench.run("let password ${env:DEMO_PASSWORD}; start; set 0 ${user}; set 1 ${mine}")
    #expect(try !script().contains("canary"))
    try await bench.run("set 1 ${password}; next; echo Hello ${user} ${env:DEMO_PASSWORD}; record off")
    let written = try lines().filter { !$0.hasPrefix("expect") }
    #expect(
      written == [
        "# Needs in the environment: MINE, DEMO_PASSWORD", "let user demo", "let mine ${env:MINE}",
        "let password ${env:DEMO_PASSWORD}", "start", "set 0 ${user}", "set 1 ${mine}", "set 1 ${password}", "next",
        "echo Hello ${user} ${password}",
      ], "\(written)")
  }

  @Test func `what a script captured is a variable of the record`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.document([Step.name], ["stage": "stage-one"]))
    bench.server.expect(Step.success)
    try await bench.run("record \(path); start; capture stage stage; set 0 ${stage}; next; record off")
    #expect(try lines().suffix(4) == ["capture stage stage", "set 0 ${stage}", "next", "expect kind == success"])
  }

  @Test func `what a command asked for is recorded as answers`() async throws {
    let bench = try Bench(rights: .terminal) { world in
      world.ask = { question in question.isSecret ? "asked-canary" : "it's me" }
    }
    bench.server.expect(Step.login)
    bench.server.expect(Step.success)
    try await bench.run("record \(path); start; fill; record off")
    #expect(
      try lines().suffix(4) == [
        #"set Name "it's me""#, "set Password --from env:ANSWER_PASSWORD", "next", "expect kind == success",
      ])
    #expect(try !script().contains("canary"))
  }

  @Test func `mistakes are left out, but for one that an expectation looks at`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    try await bench.run("record \(path); start")
    _ = await bench.failure("set 7 x")
    _ = await bench.failure("sett 1 x")
    #expect(await bench.failure("expect kind == success")?.code == .expectation)
    try await bench.run("- next; expect error.code == needs-input; record off")
    #expect(try lines().suffix(2) == ["- next", "expect error.code == needs-input"])
    #expect(try !script().contains("set"))
  }

  @Test func `an answer that looks like an option or holds anything comes back as it was`() async throws {
    let answers = ["--force", "it's", "a \"b\" \\ $c ${d}", "é日本\t\u{1}", "#x", "a;b", "", "-"]
    let (bench, again) = (try Bench(), try Bench())
    for server in [bench.server, again.server] {
      for _ in answers { server.expect(Step.document([Step.name])) }
      server.expect(Step.success)
    }
    try await bench.run("record \(path); start")
    for answer in answers {
      _ = try await bench.call("set", ["target": 0, "value": .string(answer)])
      try await bench.run("next")
    }
    try await bench.run("record off")
    try await again.run("source \(path)")
    #expect(again.server.requests.map(\.body) == bench.server.requests.map(\.body))
  }

  @Test func `another profile is switched to before its commands`() async throws {
    let bench = try Bench()
    bench.server.expect(Step.login)
    bench.server.expect(Step.login)
    try await bench.run("config realm /beta; record \(path); profile second --new; start; profile default")
    try await bench.run("start; record off")
    let commands = try lines().filter { !$0.hasPrefix("expect") }
    #expect(commands == ["config realm /beta", "profile second --new", "start", "profile default", "start"])
  }

  @Test func `a profile that is made is made again, before or behind the record`() async throws {
    let behind = try Bench()
    for _ in 0..<2 { behind.server.expect(Step.login) }
    try await behind.run("start One; record \(path); profile second --new; start Two; record off")
    #expect(
      try lines().filter { !$0.hasPrefix("expect") } == ["start One", "profile second --new", "start Two"])

    let before = try Bench()
    for _ in 0..<2 { before.server.expect(Step.login) }
    let other = "\(folder.path)/other.journey"
    try await before.run(
      "profile second --new; start One; record \(other); set 0 demo; profile default; start Two; record off")
    let again = try Bench()
    for _ in 0..<2 { again.server.expect(Step.login) }
    try await again.run("source \(other)")
    #expect(try await again.run("profile")["name"] == "default")
    #expect(try await again.run("profiles").array?.map { $0["name"] } == ["default", "second"])
    #expect(again.server.requests.map(\.url.description) == before.server.requests.map(\.url.description))
  }

  @Test func `a file that is there stays, one that cannot be written is said`() async throws {
    try folder.write("login.journey", "mine\n")
    let bench = try Bench()
    #expect(await bench.failure("record \(path)")?.code == .storage)
    #expect(try script() == "mine\n")
    #expect(await bench.failure("record /dev/full")?.code == .storage)
    #expect(await bench.failure("record \(path)/below")?.code == .storage)
    #expect(await bench.failure("record off")?.code == .usage)
    try await bench.run("record \(folder.path)/other.journey")
    #expect(await bench.failure("record \(folder.path)/third.journey")?.code == .usage)
  }

  @Test func `a path in the home folder is meant as in other shells, and no folder is made`() async throws {
    let bench = try Bench(environment: ["HOME": folder.path])
    #expect(try await bench.run("record ~/login.journey; record off") == ["path": .string(path)])
    #expect(folder.read("login.journey") != nil)
    try folder.write("other.journey", "let found yes\n")
    #expect(try await bench.run("source ~/other.journey; echo ${found}") == ["text": "yes"])
    let failure = await bench.failure("record \(folder.path)/none/x.journey")
    #expect(failure?.code == .storage && folder.names("none").isEmpty)
    #expect(!folder.names(".").contains("none"))
  }

  @Test func `a pipe records with the right to use files only`() async throws {
    for rights in [Rights.rpc, .mcp] {
      let bench = try Bench(rights: rights)
      let failure = await bench.failure("record", ["file": .string(path)])
      #expect(failure?.code == (rights == .mcp ? .unknownMethod : .usage))
      #expect(folder.read("login.journey") == nil)
    }
    let bench = try Bench(rights: .rpcWithSources)
    bench.server.expect(Step.login)
    #expect(try await bench.call("record", ["file": .string(path)]) == ["path": .string(path)])
    _ = try await bench.call("start", ["journey": "Log in"])
    _ = try await bench.call("record", ["off"])
    #expect(try lines().first == "start 'Log in'")
  }

  @Test func `waiting is one line, whatever it sent`() async throws {
    let bench = try Bench()
    for body in [Step.polling(1000), Step.polling(1000), Step.success] { bench.server.expect(body) }
    try await bench.run("record \(path); start; wait; record off")
    #expect(try lines().suffix(2) == ["wait", "expect kind == success"])
    #expect(try lines().filter { $0 == "next" }.isEmpty)
  }

  @Test func `looking again and again at a step that polls is one wait`() async throws {
    let bench = try Bench()
    for _ in 0..<4 { bench.server.expect(Step.polling(1000)) }
    bench.server.expect(Step.success)
    try await bench.run("record \(path); start; next; next --now; - wait 1; next; next; record off")
    #expect(
      try lines() == [
        "start", "expect kind == continue", "expect callbacks[0].type == PollingWaitCallback", "wait",
        "expect kind == success",
      ])
  }

  @Test func `a step that polls and was answered is sent as one`() async throws {
    let exit: JSON = [
      "type": "ConfirmationCallback",
      "output": [["name": "options", "value": ["Exit"]], ["name": "defaultOption", "value": 0]],
      "input": [["name": "IDToken2", "value": 100]],
    ]
    let polling = Step.polling(1000)["callbacks"]?[0] ?? .null
    let bench = try Bench()
    bench.server.expect(Step.document([polling, exit]))
    bench.server.expect(Step.success)
    try await bench.run("record \(path); start; set 1 Exit; next --now; record off")
    #expect(try lines().suffix(3) == ["set 1 Exit", "next --now", "expect kind == success"])
  }

  @Test func `an enrolment URI is in no record: inside a longer value the variable stands that has captured it`()
    async throws
  {
    let uri = "otpauth://totp/Sandbox:demo?secret=R2PYFZRISXA5L25NVSSYK2RQ6E&issuer=Sandbox"
    let hidden: JSON = [
      "type": "HiddenValueCallback",
      "output": [["name": "value", "value": .string(uri)], ["name": "id", "value": "mfaDeviceRegistration"]],
      "input": [["name": "IDToken1", "value": "mfaDeviceRegistration"]],
    ]
    let bench = try Bench()
    bench.server.expect(Step.document([hidden]))
    bench.server.expect(200, ["ok": true])
    bench.server.expect(200, ["ok": true])
    try await bench.run("record \(path); start; capture uri callbacks[0].outputs.value")
    try await bench.run(#"call POST /json/scan --data "{\"uri\":\"${uri}\"}""#)
    try await bench.run("call POST /json/scan --data '{\"uri\":\"\(uri)\"}'; record off")
    #expect(try !script().contains("otpauth"))
    #expect(
      try lines().filter { $0.hasPrefix("call") }.allSatisfy {
        $0 == #"call POST /json/scan --data "{\"uri\":\"${uri}\"}""#
      })
  }
}
