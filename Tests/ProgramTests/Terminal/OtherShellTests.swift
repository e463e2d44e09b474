import Foundation
import PseudoTerminal
import Testing

/// The completions in bash, zsh and fish themselves, on a terminal, with the program that was built.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct OtherShellTests {
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
    ("journey start Jour⇥", ["journey", "start", "Journey's end"]),
    ("journey start Ty⇥", ["journey", "start", "Typed before"]),
    ("journey set 0 --from env:HOM⇥", ["journey", "set", "0", "--from", "env:HOME"]),
    ("journey --cacert files/on⇥", ["journey", "--cacert", "files/one two.pem"]),
    ("journey set 0 --from file:files/on⇥", ["journey", "set", "0", "--from", "file:files/one two.pem"]),
    ("journey generate zs⇥", ["journey", "generate", "zsh"]),
    ("journey --sandbox start Ch⇥", ["journey", "--sandbox", "start", "Choice"]),
    ("journey nothing ⇥x", ["journey", "nothing", "x"]),
  ]

  private func desk(_ setting: TerminalSetting) throws -> Desk {
    let desk = try Desk(setting)
    for name in ["a:b", "My Login", "it's"] {
      _ = try desk.home.file(
        ".config/journey/profiles/\(name)", name == "a:b" ? "config journey \"Journey's end\"\n" : "")
    }
    _ = try desk.home.file(".local/state/journey/history", "start 'Typed before'\n")
    _ = try desk.home.file("files/one two.pem", "")
    for (kind, file) in [("bash", "journey.bash"), ("zsh", "functions/_journey"), ("fish", "journey.fish")] {
      _ = try desk.home.file(file, desk.home.journey("generate", kind).output)
    }
    return desk
  }

  private static func path(_ shell: String) -> String? { ClientTests.Client.path(of: shell) }

  @Test(.enabled(if: path("bash") != nil, "bash is not installed"), arguments: TerminalSetting.all)
  func `bash completes commands, options and names`(_ setting: TerminalSetting) throws {
    try complete(
      in: "bash", "--norc", "--noprofile", "-i", setting: setting,
      after: ["PS1='ready> '; cd; source ~/journey.bash; bind 'set enable-bracketed-paste off'; echo set-up"])
  }

  @Test(.enabled(if: path("zsh") != nil, "zsh is not installed"), arguments: TerminalSetting.all)
  func `zsh completes commands, options and names`(_ setting: TerminalSetting) throws {
    try complete(
      in: "zsh", "-f", "-i", setting: setting,
      after: [
        "PS1='ready> '; cd; bindkey -e; unsetopt prompt_sp; fpath=(~/functions $fpath)",
        "autoload -Uz compinit; compinit -u -d ~/dump; setopt no_auto_menu; echo set-up",
      ])
  }

  @Test(.enabled(if: path("fish") != nil, "fish is not installed"), arguments: TerminalSetting.all)
  func `fish completes commands, options and names`(_ setting: TerminalSetting) throws {
    try complete(
      in: "fish", "--no-config", "-i", setting: setting,
      after: ["function fish_prompt; echo -n 'ready> '; end; cd; source ~/journey.fish; echo set-up"])
  }

  /// Starts a shell, has it take its completion by lines that print `set-up` at their end, and checks what Tab makes of each line.
  private func complete(
    in shell: String, _ arguments: String..., setting: TerminalSetting, after lines: [String]
  ) throws {
    let desk = try desk(setting)
    let environment = try desk.environment.merging(["PATH": desk.home.environmentWithProgram()["PATH"] ?? ""]) { $1 }
    let child = try Program(path: try #require(Self.path(shell))).start(
      arguments, environment: environment.merging(["TERM": shell == "fish" ? "xterm" : "dumb"]) { $1 },
      on: desk.terminal)
    defer {
      kill(child, SIGKILL)
      _ = try? Program.wait(for: child)
    }
    for line in lines { try desk.terminal.type("\(line)\r") }
    try desk.terminal.expect("\nset-up")
    try desk.terminal.expect("ready> ")
    try check(on: desk)
  }

  /// Types each line and has the shell print its words, one in angle brackets after the other.
  private func check(on desk: Desk) throws {
    for line in Self.lines {
      // ^A: to the start of the line.
      try desk.terminal.type("\(line.typed.replacing("⇥", with: "\t"))\u{1}printf '<%s>' \r")
      let wanted = line.words.map { "<\($0)>" }.joined()
      do {
        try desk.terminal.expect(wanted)
      } catch {
        Issue.record("\(line.typed): not \(wanted): \(error)")
        try desk.terminal.type("\u{3}\r")
      }
      try desk.terminal.expect("ready> ")
    }
  }
}
