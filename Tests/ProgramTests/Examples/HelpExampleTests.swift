import Foundation
import PseudoTerminal
import Testing

/// The examples of the help, found in it and run as they stand there.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct HelpExampleTests {
  private let home: Home

  init() throws { home = try Home() }

  @Test func `every example of the program's own help runs`() throws {
    let lines = try home.journey("--help").output.components(separatedBy: "\n")
    // Two blanks part a call from what it does.
    let calls = lines.drop { $0 != "Examples:" }.dropFirst().prefix { $0.hasPrefix("  ") }
      .map { $0.dropFirst(2).split(separator: #/  +/#)[0] }
    #expect(calls.count == 5)
    _ = try home.file("login.journey", "echo it runs\n")
    for call in calls {
      let desk = try Desk(home: home)
      let command = try call.replacing("https://am.example.com/am", with: SharedSandbox.url()).replacing(
        "8080", with: "0")
      let child = try Program(path: "/bin/sh").start(
        ["-c", "cd; exec \(command)"], environment: home.environmentWithProgram().merging(["PW": "Ch4ng31t"]) { $1 },
        on: desk.terminal)
      switch command.split(separator: " ") {
      case let words where words.contains("-c"): try desk.terminal.expect("claims of the ID token")
      case let words where words.contains("-f"): try desk.terminal.expect("it runs\n")
      case let words where words.contains("sandbox"):
        try desk.terminal.expect("/am\n")
        kill(child, SIGTERM)
      default:
        try desk.terminal.expect("journey> ")
        try desk.terminal.type("\u{4}")
      }
      #expect(try Program.wait(for: child) == 0, "\(call): \(desk.terminal.screenText)")
    }
  }

  /// Where an example may be at home: the first state in which it works is the one. Those that fit most examples stand first.
  private static let states = [
    "", "login Login --answer 0=demo --answer 1=Ch4ng31t --tokens", "start Login",
    "start Login; set 0 demo; set 1 Ch4ng31t", "let user demo",
    "start Polling; set 0 demo; set 1 Ch4ng31t; next", "login Login --answer 0=demo --answer 1=Ch4ng31t",
    "record other.journey",
  ]

  private func examples(_ command: String) throws -> [String] {
    let lines = try home.journey("help", command).output.components(separatedBy: "\n")
    return lines.drop { $0 != "Examples:" }.dropFirst().filter { !$0.isEmpty }.map { String($0.dropFirst(2)) }
  }

  /// Somebody has to be there.
  private static func asks(_ example: String) -> Bool {
    example.contains("=prompt") || example.contains("--from prompt")
  }

  private func commands() throws -> [String] {
    try home.journey("help").output.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test func `every example of the help runs in a state of the program that it fits`() throws {
    _ = try home.file(".config/journey/profiles/staging", "config locale fr\n")
    let environment = try home.environment.merging([
      "DEMO_PASSWORD": "Ch4ng31t", "JOURNEY_SERVER": SharedSandbox.url(), "JOURNEY_CLIENT_ID": "journey",
      "JOURNEY_REDIRECT_URI": "org.example.journey:/callback", "JOURNEY_SCOPE": "openid profile email",
    ]) { $1 }
    let commands = try commands()
    #expect(commands.count > 30)
    for command in commands {
      let examples = try examples(command)
      #expect(!examples.isEmpty, "\(command)")
      for example in examples where example != "fill" && !Self.asks(example) {
        // What one example runs another one writes.
        let script = try home.file("login.journey", "start Login\n")
        if example.hasPrefix("record ") { try FileManager.default.removeItem(atPath: script) }
        // A link needs the server that sent it: that it is of another one is said.
        let wanted: Int32 = example.hasPrefix("resume ") ? 7 : 0
        var errors = ""
        let runs = try Self.states.contains { state in
          let result = try Program(path: "/bin/sh").run(
            [
              "-c", "cd \"$HOME\" && exec \"$0\" -c \"$1\"", try Program.journey().absolutePath, "\(state)\n\(example)",
            ], environment: environment)
          errors += result.errors
          return result.status == wanted
        }
        #expect(runs, "\(example): \(errors)")
      }
    }
  }

  @Test func `the examples of the help that ask somebody ask at a terminal`() throws {
    for command in try commands() {
      for example in try examples(command) where Self.asks(example) {
        let desk = try Desk(home: home)
        let child = try desk.start("--sandbox", "-c", example)
        try desk.answer(("Password: ", "Ch4ng31t"))
        #expect(try Program.wait(for: child) == 0, "\(example): \(desk.terminal.screenText)")
      }
    }
    let desk = try Desk(home: home)
    let child = try desk.start("--sandbox")
    try desk.terminal.expect("journey> ")
    try desk.run("start Login", prompt: "Login 1> ")
    try desk.terminal.type(try examples("fill")[0] + "\r")
    try desk.answer(("User Name: ", "demo"), ("Password: ", "Ch4ng31t"))
    try desk.terminal.expect("signed in")
    try desk.leave(child)
  }
}
