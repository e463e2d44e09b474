import Foundation
import PseudoTerminal
import Testing

/// ^C, ^Z, signals, a terminal that goes away, and how the terminal is left.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct InterruptTests {
  private func mode(of desk: Desk) -> [tcflag_t] {
    var mode = termios()
    tcgetattr(desk.terminal.slave, &mode)
    return [mode.c_lflag, mode.c_iflag, mode.c_oflag]
  }

  private func fifo(_ desk: Desk) throws -> String {
    let path = desk.home.folder.appending(path: "pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    return path
  }

  @Test(arguments: TerminalSetting.all)
  func `^C clears the line and the shell goes on`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let child = try desk.open()
    for line in ["echo gone", "echo gone é 日本, and a good deal more than a narrow terminal can show"] {
      try desk.terminal.type(line)
      try desk.terminal.wait(for: line) { $0.ends(with: "journey> \(line)") }
      try desk.terminal.type("\u{3}")
      try desk.terminal.expect("^C\n")
      try desk.terminal.expect("journey> ")
    }
    try desk.run("echo here", shows: "\nhere\n", prompt: "journey> ")
    try desk.leave(child)
    #expect(!desk.terminal.screenText.contains("\ngone"))
  }

  @Test(arguments: TerminalSetting.all)
  func `a request that takes longer says so, ^C gives it up, and the session is kept`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting)
    let child = try desk.open("--sandbox", environment: ["JOURNEY_SANDBOX_TOKEN": "t"])
    try desk.run("login Login --answer 0=demo --answer 1=Ch4ng31t", shows: "signed in", prompt: "journey> ")
    try desk.run("config header 'X-Sandbox-Token: t'", prompt: "journey> ")
    let fault = #"{"fault":"latency","milliseconds":600000,"path":"sessions","count":1}"#
    try desk.run("call POST /sandbox/faults --data '\(fault)'", shows: "HTTP 2", prompt: "journey> ")
    try desk.terminal.type("session --validate\r")
    try desk.terminal.expect("waiting for the server (^C stops)")
    try desk.terminal.type("\u{3}")
    try desk.terminal.expect(flowing: "cancelled")
    try desk.terminal.expect("journey> ")
    let lines = desk.terminal.screen.lines
    #expect(!lines.contains { $0.contains("waiting for") }, "\(lines)")
    try desk.run("session", shows: "demo", prompt: "journey> ")
    try desk.leave(child)
    desk.checkWidth()
  }

  @Test(arguments: TerminalSetting.all)
  func `^C gives up a source that says nothing, and the shell goes on`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let pipe = try fifo(desk)
    let child = try desk.open("--server", SharedSandbox.url())
    try desk.run("start Login", prompt: "Login 1> ")
    try desk.terminal.type("set 1 --from file:\(pipe)\r")
    try desk.terminal.expect("waiting")
    try desk.terminal.type("\u{3}")
    try desk.terminal.expect("cancelled")
    try desk.terminal.expect("Login 1> ")
    try desk.run("echo on", shows: "\non\n", prompt: "Login 1> ")
    try desk.leave(child)
  }

  @Test(arguments: TerminalSetting.all)
  func `^C ends a batch run with 130, whatever it waits for`(_ setting: TerminalSetting) throws {
    let silent = SilentServer()
    for (arguments, line) in [
      (["--server", try SharedSandbox.url(), "-c", "start Login; echo reading; set 1 --from stdin"], "reading\n"),
      (["--server", try SharedSandbox.url(), "-c", "start Login; echo reading; set 1 --from fd:0"], "reading\n"),
      (["--server", "http://127.0.0.1:\(silent.port)/am", "-c", "echo asking; start Login"], "asking\n"),
    ] {
      let desk = try Desk(setting)
      let child = try desk.start(arguments)
      try desk.terminal.expect(line)
      try desk.terminal.type("\u{3}")
      #expect(try Program.wait(for: child) == 130, "\(arguments)")
    }
    let desk = try Desk(setting)
    let child = try desk.start(
      "--server", SharedSandbox.url(), "-c", "start Login; echo reading; set 1 --from file:\(try fifo(desk))")
    try desk.terminal.expect("reading\n")
    try desk.terminal.type("\u{3}")
    #expect(try Program.wait(for: child) == 130)
  }

  @Test(arguments: TerminalSetting.all)
  func `^C ends a script that comes from the terminal with 130`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let child = try desk.start("-f", "-")
    try desk.terminal.type("echo öne\r")
    try desk.terminal.expect("\nöne\n")
    try desk.terminal.type("\u{3}")
    #expect(try Program.wait(for: child) == 130)
  }

  @Test(arguments: TerminalSetting.all)
  func `^C at a hidden question cancels it and the shell goes on with the terminal as it was`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting)
    let child = try desk.open()
    try desk.terminal.type("echo ${x}\r")
    try desk.terminal.expect("Value for x: ")
    try desk.terminal.type("abc\u{3}")
    try desk.terminal.expect("was not answered")
    try desk.terminal.expect("journey> ")
    try desk.run("echo shown", shows: "echo shown\nshown\n", prompt: "journey> ")
    try desk.leave(child)
    #expect(!desk.terminal.screenText.contains("abc"))
  }

  @Test(arguments: TerminalSetting.all)
  func `^Z stops the shell, fg brings it back with the line that was typed`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let program = try Program.journey().path
    let child = try Program(path: "/bin/bash").start(
      ["--norc", "--noprofile", "-i"], environment: desk.environment, on: desk.terminal)
    defer {
      kill(child, SIGKILL)
      _ = try? Program.wait(for: child)
    }
    try desk.terminal.type("PS1='bash> '; bind 'set enable-bracketed-paste off'; '\(program)'\r")
    try desk.terminal.expect("journey> ")
    try desk.terminal.type("echo half é")
    try desk.terminal.wait(for: "the line") { $0.ends(with: "journey> echo half é") }
    try desk.terminal.type("\u{1A}")
    try desk.terminal.expect("Stopped")
    try desk.terminal.expect("bash> ")
    try desk.terminal.type("stty -a | grep -o ' icanon'; fg\r")
    try desk.terminal.expect("\n icanon")
    try desk.terminal.wait(for: "the line") { $0.ends(with: "journey> echo half é") }
    try desk.terminal.type("-way\r")
    try desk.terminal.expect("\nhalf é-way\n")
    try desk.terminal.type("\u{4}")
    try desk.terminal.expect("bash> ")
  }

  @Test(arguments: TerminalSetting.all)
  func `the terminal is given back as it was on every way out`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let before = mode(of: desk)
    for ending in [nil, SIGTERM, SIGHUP] {
      let child = try desk.open()
      if let ending { kill(child, ending) } else { try desk.terminal.type("\u{4}") }
      #expect(try Program.wait(for: child) == (ending.map { 128 + $0 } ?? 0))
      #expect(mode(of: desk) == before)
    }
  }

  @Test(arguments: TerminalSetting.all)
  func `a terminal that goes away ends the program, at the prompt, at a question and in a request`(
    _ setting: TerminalSetting
  ) throws {
    let silent = SilentServer()
    for (line, waits) in [("echo h", "echo h"), ("echo ${x}\r", "Value for x: "), ("start Login\r", "waiting")] {
      let desk = try Desk(setting)
      let child = try desk.open("--server", "http://127.0.0.1:\(silent.port)/am")
      try desk.run("echo kept é", shows: "\nkept é\n", prompt: "journey> ")
      try desk.terminal.type(line)
      try desk.terminal.expect(waits)
      desk.terminal.hangUp()
      // By the signal, or by the end of input where that is seen first.
      #expect(try [128 + SIGHUP, 0].contains(Program.wait(for: child)), "\(waits)")
      #expect(try desk.home.everything().contains("echo kept é\n"))
    }
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGQUIT])
  func `a crash at a hidden question gives the terminal back and prints no memory`(_ signal: Int32) throws {
    let desk = try Desk()
    let before = mode(of: desk)
    let child = try desk.start(
      "--server", "http://127.0.0.1:1/am", "--client-id", "x", "--client-secret-from", "prompt", "start")
    try desk.terminal.expect("Value for --client-secret-from: ")
    #expect(mode(of: desk)[0] & tcflag_t(ECHO) == 0)
    kill(child, signal)
    #expect(try Program.wait(for: child) == 128 + signal)
    #expect(mode(of: desk)[0] == before[0])
    if signal != SIGQUIT { try desk.terminal.expect("journey: a fault in this program has ended it") }
    for word in ["Registers", "Backtrace", "rax", "/Sources/"] { #expect(!desk.terminal.screenText.contains(word)) }
  }

  @Test func `a crash at the prompt gives the terminal back`() throws {
    let desk = try Desk()
    let before = mode(of: desk)
    let child = try desk.open()
    kill(child, SIGBUS)
    #expect(try Program.wait(for: child) == 128 + SIGBUS)
    #expect(mode(of: desk)[..<2] == before[..<2])
  }
}
