import Foundation
import PseudoTerminal
import Testing

/// The examples of the README, found in it and run as they stand there.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReadmeExampleTests {
  private static let root = Repository.root

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

  private static func isClient(_ block: Block) -> Bool { block.lines.first?.contains(" login.sh:") == true }

  @Test func `the shell's client in the README asks as its file does`() throws {
    let blocks = Self.blocks.filter { $0.language == "sh" && Self.isClient($0) }
    #expect(blocks.count == 1)
    let file = try String(contentsOf: Self.root.appending(path: "scripts/clients/login.sh"), encoding: .utf8)
    let function = try #require(file.firstMatch(of: /request\(\) \{\n(.|\n)*?\n\}\n/)?.0)
    let result = try Program(path: "/bin/sh").run(
      ["-e", "-c", function + (blocks.first?.lines.joined(separator: "\n") ?? "")],
      environment: home.environmentWithProgram())
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.output.split(separator: "\n") == ["continue", "continue"], "\(result.output)")
  }

  @Test func `every call of the program that the text of the README names works`() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let prose = text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined()
    let spans = prose.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { $0.element.replacing("\n", with: " ") }
    let calls = spans.filter { $0 == "journey" || $0.hasPrefix("journey ") }
    #expect(calls.count >= 10)
    try home.link("tour", to: Self.root.appending(path: "tour"))
    _ = try home.file(".config/journey/profiles/staging", "config locale fr\n")
    let environment = home.environment.merging(["DEMO_PASSWORD": "x"]) { $1 }
    // Of a login by single commands the text leaves the password out.
    let kept = try environment.merging(["JOURNEY_STORE": "file", "JOURNEY_SERVER": SharedSandbox.url()]) { $1 }
    for call in calls {
      let words = try call.replacing("NAME", with: "fork").replacing("URL", with: SharedSandbox.url()).split(
        separator: " "
      ).dropFirst().map(String.init)
      let program = ["-c", "cd \"$HOME\" && exec \"$0\" \"$@\"", try Program.journey().absolutePath] + words
      // A server runs until it is told to end; nothing else has standard input to work on.
      let isStep = ["start", "set", "next"].contains(words.first)
      if words == ["next"] { _ = try Program.journey().run(["set", "1", "Ch4ng31t"], environment: kept) }
      let result = try Program(path: "/bin/sh").run(
        program, environment: isStep ? kept : environment, signal: words.first == "sandbox" ? SIGTERM : nil)
      #expect(result.status == 0, "\(call): \(result.errors)")
    }
    for name in spans where name.first?.isUppercase == true && name.allSatisfy(\.isLetter) && name != "JourneyEngine" {
      let script = Self.root.appending(path: "tour/\(name).journey").path
      #expect(access(script, R_OK) == 0, "the tour has no \(name)")
    }
  }

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
    let url = try SharedSandbox.url()
    _ = try home.file(
      ".config/journey/profiles/staging",
      "config server \(url)\nconfig clientId journey\nconfig redirectUri org.example.journey:/callback\n")
    try home.link("tour", to: Self.root.appending(path: "tour"))
    _ = try home.file("exports/Everything.json", Everything.export)
    let environment = try home.environmentWithProgram().merging(["DEMO_PASSWORD": "Ch4ng31t"]) { $1 }
    var count = 0
    for block in Self.blocks {
      if block.language.isEmpty {
        let name = try #require(block.lines.first?.split(separator: " ").last.map(String.init))
        _ = try home.file(name, block.lines.joined(separator: "\n") + "\n")
        continue
      }
      guard block.language == "sh", !Self.isClient(block) else { continue }
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
      // A server runs until it is told to end, or until the program behind -- does.
      let isServer = script.hasPrefix("journey sandbox") && !script.contains(" -- ")
      let line = script.replacing("--realm alpha", with: "--realm alpha </dev/null")
      let result = try Program(path: "/bin/sh").run(
        ["-e", "-c", "cd \"$HOME\"\n\(isServer ? "exec " : "")\(line)"], environment: environment,
        signal: isServer ? SIGTERM : nil)
      #expect(result.status == 0 && !result.errors.contains("not found"), "\(script): \(result.output)\(result.errors)")
      if isSession {
        for line in block.lines.dropFirst() {
          #expect(result.output.contains(line.split(separator: "…")[0]), "\(line)")
        }
      }
      count += 1
    }
    #expect(count >= 4)
  }
}
