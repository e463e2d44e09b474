import JourneyCommands
import PseudoTerminal
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The completions in the shells themselves, on a terminal, with the program that was built.
@Suite(.serialized, .timeLimit(.minutes(2))) struct GenerateShellTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    for name in ["a:b", "My Login", "it's"] {
      try home.write(
        ".config/journey/profiles/\(name)", "config journey 'Journey of \(name == "a:b" ? "mine" : "no")'\n")
    }
    try home.write("files/one two.pem", "")
    try home.write("journey.bash", Generated.bash.text(version: "0"))
    try home.write("functions/_journey", Generated.zsh.text(version: "0"))
    try home.write("journey.fish", Generated.fish.text(version: "0"))
    // Where a shell looks for the program.
    let program = try Program.journey().path
    let absolute = program.hasPrefix("/") ? program : FileManager.default.currentDirectoryPath + "/" + program
    try FileManager.default.createDirectory(atPath: "\(home.path)/bin", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: "\(home.path)/bin/journey", withDestinationPath: absolute)
  }

  private var environment: [String: String] {
    ["HOME": home.path, "PATH": "\(home.path)/bin:/usr/local/bin:/usr/bin:/bin", "TERM": "dumb", "LC_ALL": "C.UTF-8"]
  }

  /// What is typed, `⇥` for Tab, and the words that the shell makes of it.
  private static let lines: [(typed: String, words: [String])] = [
    ("journey log⇥o⇥", ["journey", "logout"]),
    ("journey --client-i⇥", ["journey", "--client-id"]),
    ("journey session --val⇥", ["journey", "session", "--validate"]),
    ("journey profile a⇥", ["journey", "profile", "a:b"]),
    ("journey profile a:⇥", ["journey", "profile", "a:b"]),
    ("journey --profile a⇥show", ["journey", "--profile", "a:b", "show"]),
    ("journey profile My⇥", ["journey", "profile", "My Login"]),
    ("journey profile My\\ L⇥", ["journey", "profile", "My Login"]),
    ("journey profile 'My⇥", ["journey", "profile", "My Login"]),
    ("journey profile it⇥", ["journey", "profile", "it's"]),
    ("journey profile \"it⇥", ["journey", "profile", "it's"]),
    ("journey set 0 --from env:HOM⇥", ["journey", "set", "0", "--from", "env:HOME"]),
    ("journey --cacert files/on⇥", ["journey", "--cacert", "files/one two.pem"]),
    ("journey set 0 --from file:files/on⇥", ["journey", "set", "0", "--from", "file:files/one two.pem"]),
    ("journey generate zs⇥", ["journey", "generate", "zsh"]),
    ("journey --sandbox start Ch⇥", ["journey", "--sandbox", "start", "Choice"]),
    ("journey nothing ⇥x", ["journey", "nothing", "x"]),
  ]

  @Test(.enabled(if: Tool.path("bash") != nil, "bash is not installed"))
  func `bash completes on a terminal`() throws {
    let terminal = try PseudoTerminal(columns: 200)
    let child = try start("bash", ["--norc", "--noprofile", "-i"], on: terminal)
    defer { kill(child) }
    try terminal.type("PS1='ready> '; cd; source ~/journey.bash; bind 'set enable-bracketed-paste off'; clear\r")
    try terminal.expect("\nready> ")
    try check(Self.lines, on: terminal)
  }

  @Test(.enabled(if: Tool.path("zsh") != nil, "zsh is not installed"))
  func `zsh completes on a terminal`() throws {
    let terminal = try PseudoTerminal(columns: 200)
    let child = try start("zsh", ["-f", "-i"], on: terminal)
    defer { kill(child) }
    try terminal.type("PS1='ready> '; cd; bindkey -e; unsetopt prompt_sp; fpath=(~/functions $fpath)\r")
    try terminal.type("autoload -Uz compinit; compinit -u -d ~/dump; setopt no_auto_menu; echo set-up\r")
    try terminal.expect("\nset-up")
    try terminal.expect("ready> ")
    try check(Self.lines, on: terminal)
  }

  @Test(.enabled(if: Tool.path("fish") != nil, "fish is not installed"), arguments: lines)
  func `fish offers the same`(typed: String, words: [String]) throws {
    // What comes behind the first Tab is typed by a person who goes on.
    guard let start = typed.split(separator: "⇥", omittingEmptySubsequences: false).first else { return }
    guard typed != "journey log⇥o⇥", !typed.hasPrefix("journey nothing") else { return }
    let result = try Program(path: try #require(Tool.path("fish"))).run(
      ["--no-config", "-c", "cd; source ~/journey.fish; complete -C \"$argv[1]\"", String(start)],
      environment: environment)
    let offered = result.output.split(separator: "\n").map { $0.split(separator: "\t").first.map(String.init) ?? "" }
    let wanted = words.last == "show" ? words[words.count - 2] : words.last ?? ""
    #expect(offered.contains(wanted), "\(result.output) \(result.errors)")
    #expect(result.errors.isEmpty)
  }

  @Test func `the hidden verb says nothing on standard error and is quick`() throws {
    let clock = ContinuousClock()
    var best = Duration.seconds(60)
    for _ in 0..<5 {
      let start = clock.now
      let result = try Program.journey().run(["__complete", "words", "profile", ""], environment: environment)
      best = min(best, clock.now - start)
      #expect(result.output == "words\nMy Login\na:b\ndefault\nit's\n")
      #expect(result.errors.isEmpty && result.status == 0)
    }
    // 50 ms for what is installed; what the tests run is not optimised.
    #expect(best < .milliseconds(200))
    try home.write(".config/journey/profiles/broken", "this is no profile\n")
    for words in [["start", ""], [], [""], ["--server"], ["nope", "--x"]] {
      let result = try Program.journey().run(["__complete", "words"] + words, environment: environment)
      #expect(result.errors.isEmpty && result.status == 0, "\(words)")
    }
    var wrong = environment
    wrong["JOURNEY_TIMEOUT"] = "no number"
    let result = try Program.journey().run(["__complete", "words", "start", ""], environment: wrong)
    #expect(result.output == "words\nJourney of mine\nJourney of no\n" && result.errors.isEmpty)
  }

  @Test func `scripts/install puts everything in its place, and takes it away again`() throws {
    func run(_ arguments: String...) throws -> Program.Result {
      var environment = environment
      environment["JOURNEY_BUILT"] = "\(home.path)/bin/journey"
      return try Program(path: "\(Repository.root)/scripts/install").run(
        ["--prefix", "\(home.path)/pre fix"] + arguments, environment: environment)
    }
    let files = [
      "bin/journey", "share/bash-completion/completions/journey", "share/fish/vendor_completions.d/journey.fish",
      "share/man/man1/journey.1", "share/man/man7/journey-rpc.7", "share/zsh/site-functions/_journey",
    ]
    let installed = try run()
    #expect(installed.status == 0, "\(installed.errors)")
    for file in files { #expect(home.mode("pre fix/\(file)") == (file == "bin/journey" ? 0o755 : 0o644), "\(file)") }
    #expect(home.read("pre fix/share/man/man1/journey.1") == Generated.man.text(version: "0"))
    #expect(try run("--uninstall").status == 0)
    for file in files { #expect(home.mode("pre fix/\(file)") == nil, "\(file)") }
    #expect(try run("--wrong").status == 2)
  }

  // MARK: - Working a shell

  private func start(_ shell: String, _ arguments: [String], on terminal: PseudoTerminal) throws -> Int32 {
    try Program(path: try #require(Tool.path(shell))).start(arguments, environment: environment, on: terminal)
  }

  private func kill(_ child: Int32) {
    end(child)
    _ = try? Program.wait(for: child)
  }

  /// Types each line and has the shell print its words, one in angle brackets after the other.
  private func check(_ lines: [(typed: String, words: [String])], on terminal: PseudoTerminal) throws {
    for line in lines {
      try terminal.type(line.typed.replacing("⇥", with: "\t"))
      // ^A: to the start of the line.
      try terminal.type("\u{1}printf '<%s>' \r")
      let wanted = line.words.map { "<\($0)>" }.joined()
      do {
        try terminal.expect(wanted)
      } catch {
        Issue.record("\(line.typed): not \(wanted): \(error)")
        try terminal.type("\u{3}\r")
      }
      try terminal.expect("ready> ")
    }
  }
}
