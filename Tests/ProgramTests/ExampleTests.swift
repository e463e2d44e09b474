import Foundation
import PseudoTerminal
import Testing

/// The examples of the README and of the help, found in them and run as they stand there.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ExampleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private let home: Home

  init() throws { home = try Home() }

  // MARK: - The README

  /// A fenced block of a Markdown file.
  struct Block: CustomTestStringConvertible {
    var language: String
    var lines: [String]

    var testDescription: String { "\(language): \(lines.first ?? "")" }
  }

  static let blocks: [Block] = {
    let text = (try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? ""
    var blocks: [Block] = []
    var isInside = false
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        if !isInside { blocks.append(Block(language: String(line.dropFirst(3)), lines: [])) }
        isInside.toggle()
      } else if isInside {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    return blocks
  }()

  @Test func `each block of the README is of a kind that is run`() {
    #expect(Self.blocks.count >= 8)
    let kinds = ["console", "sh", "", "swift"] + Self.clients.keys
    for block in Self.blocks { #expect(kinds.contains(block.language), "\(block)") }
  }

  /// The clients in `scripts/clients`, whose own tests run them, by the language of their block in the README.
  private static let clients = ["python": "login.py", "js": "login.mjs", "elisp": "login.el", "vim": "login.vim"]

  @Test(arguments: blocks.filter { clients.keys.contains($0.language) })
  func `a client's block in the README says what its file does`(_ block: Block) throws {
    let name = try #require(Self.clients[block.language])
    #expect(block.lines.first?.contains("\(name):") == true)
    let file = try String(contentsOf: Self.root.appending(path: "scripts/clients/\(name)"), encoding: .utf8)
    let calls = try block.lines.map { try #require($0.split(separator: /\s+(#|\/\/|;|")\s/).first) }
      .joined(separator: "\n")
    for word in ["start", "set", "next", "Login", "NameCallback", "demo", "PasswordCallback", "Ch4ng31t", "kind"] {
      #expect(calls.contains(word) && file.contains(word), "\(word)")
    }
  }

  /// Digits differ from run to run; `…` stands for what is left out.
  private static func pattern(_ line: String) -> String {
    String(line.map { $0.isNumber ? "#" : $0 }).replacing(/#+/, with: "#")
  }

  @Test(arguments: blocks.filter { $0.language == "console" })
  func `a session of the README goes as it is shown`(_ block: Block) throws {
    let desk = try Desk(home: home, columns: 120, rows: 60)
    let command = try #require(block.lines.first)
    #expect(command.hasPrefix("$ journey"))
    let child = try desk.start(command.dropFirst("$ journey".count).split(separator: " ").map(String.init))
    var wanted: [String] = []
    for line in block.lines.dropFirst() {
      if let typed = line.wholeMatch(of: /(journey.*?> )(.*)/) {
        try desk.terminal.expect(String(typed.1))
        try desk.terminal.type("\(typed.2)\r")
      } else if line == "Password:" {
        try desk.terminal.expect("Password: ")
        try desk.terminal.type("Ch4ng31t\r")
      } else if line.trimmingCharacters(in: .whitespaces) != "…" {
        wanted.append(line)
      }
    }
    try desk.terminal.expect("journey> ")
    try desk.leave(child)
    let shown = desk.terminal.lines.map(Self.pattern)
    for line in wanted {
      let start = Self.pattern(line).split(separator: "…", maxSplits: 1).first.map(String.init) ?? ""
      #expect(shown.contains { $0.hasPrefix(start) }, "\(line)")
    }
  }

  /// What installs, builds and tests: running it from a test would go round in a circle.
  private static let scripts = ["scripts/demo", "scripts/test"]

  @Test func `commands of the README run, against the server inside the program`() throws {
    let server = try Desk(home: home)
    let sandbox = try server.start("sandbox")
    defer {
      kill(sandbox, SIGTERM)
      _ = try? Program.wait(for: sandbox)
    }
    try server.terminal.expect("/am\n")
    let url = try String(#require(server.terminal.screenText.split(separator: "\n").first { $0.hasSuffix("/am") }))
    _ = try home.file("bin/journey", "#!/bin/sh\nexec '\(try absolute(Program.journey().path))' \"$@\"\n")
    chmod(home.folder.appending(path: "bin/journey").path, 0o755)
    _ = try home.file(
      ".config/journey/profiles/staging",
      "config server \(url)\nconfig clientId journey\nconfig redirectUri org.example.journey:/callback\n")
    try FileManager.default.createSymbolicLink(
      at: home.folder.appending(path: "tour"), withDestinationURL: Self.root.appending(path: "tour"))
    var environment = home.environment
    environment["PATH"] = "\(home.folder.path)/bin:/usr/bin:/bin"
    environment["DEMO_PASSWORD"] = "Ch4ng31t"
    var count = 0
    for block in Self.blocks {
      if block.language.isEmpty {
        let name = try #require(block.lines.first?.split(separator: " ").last.map(String.init))
        _ = try home.file(name, block.lines.joined(separator: "\n") + "\n")
        continue
      }
      guard block.language == "sh" else { continue }
      let text = block.lines.joined(separator: "\n")
        .replacing("https://am.example.com/am", with: url).replacing("--client-id ID", with: "--client-id journey")
        .replacing("--redirect-uri URI", with: "--redirect-uri org.example.journey:/callback")
      let isSession = text.hasPrefix("$ ")
      let script = isSession ? String(text.split(separator: "\n")[0].dropFirst(2)) : text
      if Self.scripts.contains(where: script.hasPrefix) {
        for word in script.split(whereSeparator: \.isWhitespace) where word.hasPrefix("scripts/") {
          #expect(access(Self.root.appending(path: String(word)).path, X_OK) == 0, "\(word)")
        }
        continue
      }
      let result = try Program(path: "/bin/sh").run(
        ["-e", "-c", "cd \"$HOME\"\n\(script.replacing("--realm alpha", with: "--realm alpha </dev/null"))"],
        environment: environment)
      #expect(result.status == 0, "\(script): \(result.output)\(result.errors)")
      if isSession {
        for line in block.lines.dropFirst() {
          #expect(result.output.contains(line.split(separator: "…")[0]), "\(line)")
        }
      }
      count += 1
    }
    #expect(count >= 4)
  }

  // MARK: - The help

  /// Where an example may be at home: the first state in which it works is the one.
  private static let states = [
    "", "let user demo", "start Login", "start Login; set 0 demo; set 1 Ch4ng31t",
    "login Login --answer 0=demo --answer 1=Ch4ng31t --tokens", "start Polling; set 0 demo; set 1 Ch4ng31t; next",
    "login Login --answer 0=demo --answer 1=Ch4ng31t", "record other.journey",
  ]

  private func examples(_ command: String) throws -> [String] {
    let lines = try home.journey("help", command).output.components(separatedBy: "\n")
    return lines.drop { $0 != "Examples:" }.dropFirst().filter { !$0.isEmpty }.map { String($0.dropFirst(2)) }
  }

  private func commands() throws -> [String] {
    try home.journey("help").output.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test func `every example of the help runs in a state of the program that it fits`() throws {
    _ = try home.file(".config/journey/profiles/staging", "config locale fr\n")
    let commands = try commands()
    #expect(commands.count > 30)
    for command in commands {
      let examples = try examples(command)
      #expect(!examples.isEmpty, "\(command)")
      for example in examples where example != "fill" && !example.contains("prompt ") && !example.contains("=prompt") {
        // What one example runs another one writes.
        let script = try home.file("login.journey", "start Login\n")
        if example.hasPrefix("record ") { try FileManager.default.removeItem(atPath: script) }
        // A link needs the server that sent it: that it is of another one is said.
        let wanted: Int32 = example.hasPrefix("resume ") ? 7 : 0
        var errors = ""
        let runs = try Self.states.contains { state in
          let result = try Program(path: "/bin/sh").run(
            [
              "-c", "cd \"$HOME\" && exec \"$0\" --sandbox -c \"$1\"", try absolute(Program.journey().path),
              "\(state)\n\(example)",
            ],
            environment: home.environment.merging(["DEMO_PASSWORD": "Ch4ng31t"]) { $1 })
          errors += result.errors
          return result.status == wanted
        }
        #expect(runs, "\(example): \(errors)")
      }
    }
  }

  @Test func `the examples of the help that ask somebody ask at a terminal`() throws {
    for command in ["login"] {
      for example in try examples(command) where example.contains("=prompt") {
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

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }
}
