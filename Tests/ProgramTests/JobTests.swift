import Foundation
import PseudoTerminal
import Testing

/// Signals, several shells, and the surroundings of a shell.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct JobTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func fifo() throws -> String {
    let path = desk.home.folder.appending(path: "pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    return path
  }

  @Test func `^C gives up a source that says nothing, and the shell goes on`() throws {
    let pipe = try fifo()
    let child = try desk.start("--sandbox")
    try desk.terminal.expect("journey> ")
    try desk.run("start Login", prompt: "Login 1> ")
    try desk.terminal.type("set 1 --from file:\(pipe)\r")
    try desk.terminal.expect("waiting")
    try desk.terminal.type("\u{3}")
    try desk.terminal.expect("cancelled")
    try desk.terminal.expect("Login 1> ")
    try desk.run("echo on", shows: "\non\n", prompt: "Login 1> ")
    try desk.leave(child)
  }

  @Test(arguments: ["file:", "stdin", "fd:0"])
  func `^C ends a batch run that reads with 130`(source: String) throws {
    let from = source == "file:" ? "file:\(try fifo())" : source
    let child = try desk.start("--sandbox", "-c", "start Login; echo reading; set 1 --from \(from)")
    try desk.terminal.expect("reading\n")
    try desk.terminal.type("\u{3}")
    #expect(try Program.wait(for: child) == 130)
  }

  @Test func `^C ends a script that comes from the terminal with 130`() throws {
    let child = try desk.start("-f", "-")
    try desk.terminal.type("echo one\r")
    try desk.terminal.expect("\none\n")
    try desk.terminal.type("\u{3}")
    #expect(try Program.wait(for: child) == 130)
  }

  @Test func `^Z stops the shell, fg brings it back with the line that was typed`() throws {
    let bash = Program(path: "/bin/bash")
    let program = try Program.journey().path
    let child = try bash.start(["--norc", "--noprofile", "-i"], environment: desk.home.environment, on: desk.terminal)
    defer {
      kill(child, SIGKILL)
      _ = try? Program.wait(for: child)
    }
    try desk.terminal.type("PS1='bash> '; bind 'set enable-bracketed-paste off'; '\(program)'\r")
    try desk.terminal.expect("journey> ")
    try desk.terminal.type("echo half")
    try desk.terminal.expect("half")
    try desk.terminal.type("\u{1A}")
    try desk.terminal.expect("Stopped")
    try desk.terminal.expect("bash> ")
    try desk.terminal.type("stty -a | grep -o ' icanon'; fg\r")
    try desk.terminal.expect("\n icanon")
    try desk.terminal.expect("journey> ")
    try desk.terminal.type("-way\r")
    try desk.terminal.expect("\nhalf-way\n")
    try desk.terminal.type("\u{4}")
    try desk.terminal.expect("bash> ")
  }

  @Test func `two shells share a history without losing a line`() throws {
    let other = try Desk(home: desk.home)
    let first = try desk.start()
    let second = try other.start()
    try desk.terminal.expect("journey> ")
    try other.terminal.expect("journey> ")
    try desk.run("echo one", shows: "\none\n", prompt: "journey> ")
    try other.run("echo two", shows: "\ntwo\n", prompt: "journey> ")
    try desk.run("echo three", shows: "\nthree\n", prompt: "journey> ")
    try desk.leave(first)
    try other.leave(second)
    let history = try String(
      contentsOf: desk.home.folder.appending(path: ".local/state/journey/history"), encoding: .utf8)
    #expect(history == "echo one\necho two\necho three\n")
    let third = try desk.start()
    try desk.terminal.expect("journey> ")
    try desk.run("!2", shows: "echo two\n", "two\n", prompt: "journey> ")
    try desk.run("!!", shows: "two\n", prompt: "journey> ")
    // ^R looks for an earlier line.
    try desk.terminal.type("\u{12}three\r\r")
    try desk.terminal.expect("\nthree\n")
    try desk.terminal.expect("journey> ")
    try desk.leave(third)
  }

  @Test func `vi mode comes from the .editrc`() throws {
    _ = try desk.home.file(".editrc", "journey:bind -v\n")
    let child = try desk.start()
    try desk.terminal.expect("journey> ")
    // To the start of the line in command mode, and a word in insert mode.
    try desk.terminal.type("here\u{1B}0iecho \r")
    try desk.terminal.expect("\nhere\n")
    try desk.terminal.expect("journey> ")
    try desk.leave(child)
  }

  @Test func `a home that cannot be written and a history that is none do no harm`() throws {
    let state = try desk.home.file(".local/state/journey/history", "_HiStOrY_V2_\n\u{0}\u{1}echo foreign\n")
    let child = try desk.start()
    try desk.terminal.expect("journey> ")
    try desk.run("echo mine", shows: "\nmine\n", prompt: "journey> ")
    try desk.leave(child)
    #expect(try String(contentsOfFile: state, encoding: .utf8).hasPrefix("_HiStOrY_V2_\n\u{0}\u{1}echo foreign\n"))
    let bare = try desk.start(environment: ["HOME": "/proc/none", "XDG_STATE_HOME": "/proc/none"])
    try desk.terminal.expect("journey> ")
    try desk.run("echo still", shows: "\nstill\n", prompt: "journey> ")
    try desk.leave(bare)
  }

  @Test func `help and errors wrap by words at 40 columns`() throws {
    let narrow = try Desk(columns: 40, rows: 60)
    let child = try narrow.start("--sandbox")
    try narrow.terminal.expect("journey> ")
    try narrow.run("help", shows: "'help COMMAND' explains one.", prompt: "journey> ")
    try narrow.run("help set", shows: "Examples:", prompt: "journey> ")
    try narrow.run("config", shows: "org.example.journey:/callback", prompt: "journey> ")
    try narrow.run("nxt", shows: "Did you mean next?", prompt: "journey> ")
    try narrow.run("set 0 x", shows: "Run 'start", prompt: "journey> ")
    try narrow.leave(child)
    for line in narrow.terminal.screenText.split(separator: "\n") where line.count > 40 {
      Issue.record("wider than the terminal: \(line)")
    }
  }

  @Test func `a resize makes the next result as wide as the terminal is then`() throws {
    let child = try desk.start()
    try desk.terminal.expect("journey> ")
    desk.terminal.resize(columns: 40, rows: 30)
    kill(child, SIGWINCH)
    let start = desk.terminal.screenText.count
    try desk.run("help set", shows: "Examples:", prompt: "journey> ")
    try desk.leave(child)
    for line in desk.terminal.screenText.dropFirst(start).split(separator: "\n") {
      #expect(line.count <= 40, "\(line)")
    }
  }

  @Test func `a variable whose value is written out is in no file`() throws {
    let child = try desk.start()
    try desk.terminal.expect("journey> ")
    try desk.run("let pin c4nary", prompt: "journey> ")
    try desk.run("echo after", shows: "\nafter\n", prompt: "journey> ")
    try desk.leave(child)
    let everything = try desk.home.everything()
    #expect(everything.contains("echo after") && !everything.contains("c4nary"))
  }

  @Test func `a request that takes longer says so after a moment`() throws {
    let child = try desk.start("--sandbox", environment: ["JOURNEY_SANDBOX_TOKEN": "t"])
    try desk.terminal.expect("journey> ")
    try desk.run("config header 'X-Sandbox-Token: t'", prompt: "journey> ")
    try desk.run(
      "call POST /sandbox/faults --data '{\"fault\":\"latency\",\"milliseconds\":2000}'", shows: "HTTP 2",
      prompt: "journey> ")
    try desk.terminal.type("start Login\r")
    try desk.terminal.expect("waiting for the server (^C stops)")
    try desk.terminal.expect("Login 1> ")
    try desk.leave(child)
  }
}
