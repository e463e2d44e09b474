import Foundation
import JSON
import PseudoTerminal
import Synchronization
import Testing

/// A whole flow and a failure of each kind in every face: nothing secret may be in any output, in any file but the state file, or
/// on a command line.
@Suite(.serialized, .timeLimit(.minutes(3)))
final class CanaryTests {
  private let home: Home
  private let server: ScriptedAM
  /// Has the files in which a user keeps secrets.
  private let other: Home

  init() throws {
    (home, other) = (try Home(), try Home())
    server = try ScriptedAM()
    try other.write("password", Canary.password + "\n")
  }

  /// What a user does, as lines of a script; the answers come from `source`.
  private static func flow(_ source: (String) -> String) -> [String] {
    [
      "start Login", "set 0 demo", "set 1 \(source("PW"))", "show", "show --raw", "next", "set 0 \(source("OTP"))",
      "next",
      "show --raw", "session", "session --validate", "tokens", "userinfo", "introspect", "decode", "tokens --refresh",
      "call GET json/realms/root/realms/alpha/users/demo", "call GET json/realms/root/realms/alpha/users/demo --bearer",
      "devices", "config", "profiles",
    ]
  }

  private static let journeys = ["Login", "Echo500", "Echo400", "EchoHTML", "EchoShort", "EchoBase64"]

  /// A failure of each kind of a journey.
  private static func failures(_ source: (String) -> String) -> [String] {
    Self.journeys.flatMap { journey in
      [
        "start \(journey)", "set 0 demo", "set 1 \(source("WRONG"))", "-next", "-show --raw",
        "-set 7 \(source("WRONG"))",
        "-set Nope \(source("WRONG"))", "-next",
      ]
    }
  }

  private static let ending = ["revoke", "tokens", "logout", "-tokens", "-session"]

  private func check(_ result: Program.Result, _ what: String) throws {
    try check(result.output + "\n" + result.errors, what)
  }

  private func check(_ text: String, _ what: String) throws {
    let secrets = Canary.all + server.state.withLock { $0.idTokens }
    #expect(Canary.found(in: text, of: secrets) == [], "\(what)")
    #expect(!text.contains("ong&p+ss"), "a part of a secret in \(what)")
    #expect(Canary.found(in: try home.everythingButState(), of: secrets) == [], "files after \(what)")
    let lines = server.state.withLock { $0.commandLines }.joined(separator: "\n")
    #expect(Canary.found(in: lines, of: secrets) == [], "command lines of \(what)")
  }

  @Test func `the canaries are found in every form, so that the tests below can fail`() {
    for secret in Canary.all {
      let percent = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      for text in [secret, percent, Data("user:\(secret)".utf8).base64EncodedString(), JSON.string(secret).text()] {
        #expect(!Canary.found(in: "before \(text) after", of: [secret]).isEmpty, "\(text)")
      }
    }
  }

  @Test(arguments: [["--debug"], ["--debug", "--json"], ["--json"], []], ["memory", "file"])
  func `a script tells nothing`(_ options: [String], _ store: String) async throws {
    let source = { (name: String) in name == "PW" ? "--from file:\(self.other.path)/password" : "--from env:\(name)" }
    let lines =
      ["record \(home.path)/record"] + (options.contains("--debug") ? [] : ["trace on"]) + Self.flow(source) + [
        "trace curl"
      ]
      + Self.failures(source) + Self.flow(source).prefix(8) + Self.ending
    let result = try await home.journey(
      server.options + options + ["--store", store], input: lines.joined(separator: "\n") + "\n")
    #expect(result.output.contains(options.contains("--json") ? "\"claims\"" : "Login"))
    #expect(result.status == 0, "\(result.errors.suffix(500))")
    try check(result, "script \(options) \(store)")
    #expect(server.refreshes == 1)
  }

  @Test func `passwords that are typed into a script are secrets too`() async throws {
    let quoted = { (name: String) in
      let text = name == "PW" ? Canary.password : name == "OTP" ? Canary.oneTimeCode : Canary.wrongPassword
      return "'\(text)'"
    }
    let lines =
      ["record \(home.path)/record", "trace on"] + Self.flow(quoted)
      + Self.failures(quoted).filter { !$0.hasPrefix("-set") } + ["logout"]
    let result = try await home.journey(server.options, input: lines.joined(separator: "\n") + "\n")
    #expect(result.status == 0, "\(result.errors.suffix(500))")
    try check(result, "quoted")
  }

  @Test(arguments: ["refuse", "plain-refuse", "echo", "elsewhere"], ["--json", "--quiet"])
  func `a request for tokens that goes wrong tells nothing`(_ mode: String, _ option: String) async throws {
    server.state.withLock { $0.lifetime = 1 }
    let source = { (name: String) in "--from env:\(name)" }
    let store = ["--store", "file", "--debug", option]
    let login = try await home.journey(
      server.options + store, input: (Self.flow(source).prefix(8) + ["tokens"]).joined(separator: "\n") + "\n")
    #expect(login.status == 0, "\(login.errors.suffix(500))")
    try check(login, "login before \(mode)")
    // A process that has only read the secrets: it must know them before it says anything.
    let broken = server.options + store + ["--header", "X-Mode: \(mode)"]
    for command in [
      ["tokens"], ["tokens", "--refresh"], ["userinfo"], ["introspect"], ["session"], ["revoke"], ["tokens"],
      ["logout"],
    ] {
      try check(try await home.journey(broken + command), "\(command) \(mode)")
    }
  }

  @Test(arguments: [[], ["--header", "X-Mode: hang", "--timeout", "1"]])
  func `a server that is gone, or does not answer, makes nothing tell`(_ broken: [String]) async throws {
    let source = { (name: String) in "--from env:\(name)" }
    let store = ["--store", "file", "--debug", "--json"]
    server.state.withLock { $0.lifetime = 1 }
    let login = try await home.journey(
      server.options + store, input: (Self.flow(source).prefix(8) + ["tokens"]).joined(separator: "\n") + "\n")
    #expect(login.status == 0, "\(login.errors.suffix(500))")
    if broken.isEmpty { await server.stop() }
    for command in ["tokens", "tokens --refresh", "userinfo", "session --validate", "start Login", "revoke", "logout"] {
      let words = command.split(separator: " ").map(String.init)
      try check(try await home.journey(server.options + store + broken + words), "\(command) \(broken)")
    }
  }

  @Test func `one command a process tells nothing, and keeps its state for the user alone`() async throws {
    let source = { (name: String) in "--from env:\(name)" }
    let lines = Self.flow(source) + Self.failures(source) + Self.flow(source).prefix(8) + Self.ending
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      let command = [words[0].hasPrefix("-") ? String(words[0].dropFirst()) : words[0]] + words.dropFirst()
      let result = try await home.journey(server.options + ["--store", "file", "--debug"] + command)
      try check(result, line)
      if !line.hasPrefix("-"), !["next", "show --raw"].contains(line) {
        #expect(result.status == 0, "\(line): \(result.errors.suffix(300))")
      }
    }
    #expect(home.mode(home.stateFile) == 0o600)
    #expect(home.mode(URL(filePath: home.stateFile).deletingLastPathComponent().path) == 0o700)
  }

  @Test(arguments: [true, false])
  func `json-rpc tells nothing`(_ byName: Bool) async throws {
    var messages: [JSON] = []
    func call(_ method: String, _ params: JSON) {
      messages.append(
        ["jsonrpc": "2.0", "id": .number(JSON.Number(messages.count)), "method": .string(method), "params": params])
    }
    func answer(_ target: Int, _ value: String) {
      let target = JSON.number(JSON.Number(target))
      call("set", byName ? ["target": target, "value": .string(value)] : [target, .string(value)])
    }
    func login(_ journey: String, _ password: String) {
      call("start", [.string(journey)])
      answer(0, "demo")
      answer(1, password)
      call("next", [:])
    }
    call("trace", ["on"])
    for journey in Self.journeys {
      login(journey, Canary.wrongPassword)
      call("show", ["raw": true])
    }
    login("Login", Canary.password)
    answer(0, Canary.oneTimeCode)
    call("next", [:])
    for method in ["session", "tokens", "userinfo", "introspect", "decode", "devices"] { call(method, [:]) }
    call("call", ["method": "GET", "path": "json/realms/root/realms/alpha/users/demo"])
    call("call", ["method": "GET", "path": "json/realms/root/realms/alpha/users/demo", "bearer": true])
    for method in ["revoke", "tokens", "logout", "tokens"] { call(method, [:]) }
    let input = messages.map { $0.text() + "\n" }.joined()
    let result = try await home.journey(
      pipeOptions + ["--store", "file", "rpc", "--drain", "--secret", "CLIENT=env:CLIENT"], input: input)
    let answers = result.output.split(separator: "\n").compactMap { try? JSON(parsing: String($0)) }
    #expect(answers.filter { $0["result"] != nil }.count >= messages.count - 3, "\(result.output.suffix(500))")
    #expect(answers.contains { $0["result"]?["accessToken"] != nil })
    try check(result, "rpc")
  }

  @Test func `the model context protocol tells nothing`() async throws {
    var messages: [JSON] = [
      [
        "jsonrpc": "2.0", "id": "init", "method": "initialize",
        "params": ["protocolVersion": "2025-06-18", "capabilities": [:], "clientInfo": ["name": "t", "version": "1"]],
      ]
    ]
    func tool(_ name: String, _ arguments: JSON.Object) {
      var arguments = arguments
      if name != "profile" { arguments["profile"] = "agent" }
      messages.append(
        [
          "jsonrpc": "2.0", "id": .number(JSON.Number(messages.count)), "method": "tools/call",
          "params": ["name": .string(name), "arguments": .object(arguments)],
        ])
    }
    func login(_ journey: String, _ secret: String) {
      tool("start", ["journey": .string(journey)])
      tool("set", ["target": 0, "value": "demo"])
      tool("set", ["target": 1, "from": .string("secret:\(secret)")])
      tool("next", [:])
    }
    tool("profile", ["name": "agent", "new": true])
    for journey in Self.journeys { login(journey, "WRONG") }
    login("Login", "PW")
    tool("set", ["target": 0, "from": "secret:OTP"])
    for name in ["next", "session", "tokens", "userinfo", "introspect", "decode", "devices"] { tool(name, [:]) }
    tool("call", ["method": "GET", "path": "json/realms/root/realms/alpha/users/demo"])
    for name in ["revoke", "tokens", "logout"] { tool(name, [:]) }
    try home.write("messages", messages.map { $0.text() + "\n" }.joined())
    let words = (pipeOptions + ["mcp"] + ["PW", "WRONG", "OTP", "CLIENT"].flatMap { ["--secret", "\($0)=env:\($0)"] })
      .map { "'\($0)'" }.joined(separator: " ")
    // The end of input would end the calls: it comes when the last one is answered.
    let script = """
      : >out
      { cat messages; for i in $(seq 200); do grep -q loggedOut out && break; sleep 0.1; done; } | "$JOURNEY" \(words) >out
      cat out
      """
    let result = try await home.shell(script)
    #expect(result.output.contains("loggedOut"), "\(result.output.suffix(500)) \(result.errors.suffix(300))")
    #expect(result.output.contains("accessToken"))
    try check(result, "mcp")
  }

  /// A pipe face takes sources that were bound at start.
  private var pipeOptions: [String] {
    server.options.map { $0 == "env:CLIENT" ? "secret:CLIENT" : $0 } + ["--debug"]
  }

  @Test func `a shell on a terminal tells nothing, in its history neither`() async throws {
    let (environment, options) = (home.environment, server.options + ["--debug", "--no-rc"])
    let shown = try await offPool {
      let terminal = try PseudoTerminal(columns: 200)
      let child = try Program.journey().start(options, environment: environment, on: terminal)
      var isGone = false
      defer {
        if !isGone {
          kill(child, SIGKILL)
          _ = try? Program.wait(for: child)
        }
      }
      func line(_ text: String) throws {
        try terminal.expect("> ")
        try terminal.type(text + "\r")
        try terminal.expect("\n")
      }
      try terminal.expect("journey")
      try line("start Login")
      try terminal.expect("User Name")
      try line("set 1 '\(Canary.wrongPassword)'")
      try line("set 0 demo")
      try line("next")
      try terminal.expect("Login failure")
      try line("start Login")
      try line("set 0 demo")
      try line("next")
      try terminal.expect("Password:")
      try terminal.type(Canary.password + "\r")
      try terminal.expect("One Time Password")
      try line("echo ready")
      try terminal.expect("ready")
      try line("quit")
      let status = try Program.wait(for: child)
      isGone = true
      return (terminal.screenText, status)
    }
    #expect(shown.1 == 0)
    // What is typed in plain view is on the screen; the answer to a hidden question is not.
    let hidden = Canary.all.filter { $0 != Canary.wrongPassword }
    #expect(Canary.found(in: shown.0, of: hidden) == [])
    #expect(Canary.found(in: try home.everythingButState(), of: Canary.all) == [])
  }

  @Test func `what is asked for with --reveal is told, in its place alone`() async throws {
    let source = { (name: String) in "--from env:\(name)" }
    let lines =
      ["trace on"] + Self.flow(source).prefix(8) + ["session --reveal", "tokens --reveal", "devices --reveal"]
    let result = try await home.journey(server.options + ["--json"], input: lines.joined(separator: "\n") + "\n")
    #expect(result.status == 0)
    #expect(result.output.contains(JSON.string(Canary.session).text()))
    #expect(result.output.contains(JSON.string(Canary.access(1)).text()))
    #expect(result.output.contains(JSON.string(Canary.deviceSecret).text()))
    #expect(Canary.found(in: result.errors, of: Canary.all) == [])
  }
}
