import Foundation
import PseudoTerminal
import Testing

/// What is typed at the prompt, and how it looks there.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct EditingTests {
  @Test(arguments: TerminalSetting.all)
  func `a shell echoes what is typed in any locale, and ^D leaves it with 0`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let child = try desk.open()
    let text = "é 日本 e\u{301} 🚀 עברית"
    try desk.run("echo \(text)", shows: "\n\(text)\n", prompt: "journey> ")
    #expect(desk.terminal.screen.lines.contains("journey> echo \(text)"))
    // ^D deletes within a line.
    try desk.run("xecho on\u{1}\u{4}", shows: "\non\n", prompt: "journey> ")
    try desk.leave(child)
  }

  @Test(arguments: TerminalSetting.all)
  func `wide characters and marks can be gone over, taken away and put in`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let child = try desk.open()
    for (typed, line) in [
      // Two away, back over one, one put in before it.
      ("echo 日本x\u{7F}\u{7F}\u{1B}[Dé", "echo é日"),
      // The mark goes first, then its letter.
      ("echo e\u{301}\u{7F}\u{7F}a", "echo a"),
      // To the start and to the end.
      ("日本\u{1}echo \u{5}語", "echo 日本語"),
    ] {
      try desk.terminal.type(typed)
      try desk.terminal.wait(for: line) { $0.ends(with: "journey> \(line)") }
      try desk.run("", shows: "\n\(line.dropFirst(5))\n", prompt: "journey> ")
    }
    try desk.leave(child)
  }

  @Test(arguments: TerminalSetting.all)
  func `a line that is wider than the terminal is edited at both ends, and is seen as it is`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting)
    let child = try desk.open()
    let middle = String(repeating: "0123456789 日本 ", count: 12)
    try desk.terminal.type("\(middle)end\u{1}echo \u{5}ing")
    let line = "echo \(middle)ending"
    try desk.terminal.wait(for: line) { $0.ends(with: "journey> \(line)") }
    try desk.run("", shows: "\n\(middle)ending\n", prompt: "journey> ")
    try desk.leave(child)
  }

  @Test(arguments: TerminalSetting.all)
  func `the prompt names profile, journey and step, in any script and longer than the terminal`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting)
    let child = try desk.open("--server", SharedSandbox.url())
    try desk.run("start Login", prompt: "journey Login 1> ")
    for name in ["Été 日本", "a profile with a name of its own"] {
      try desk.run("profile '\(name)' --new", prompt: "\(name)> ")
      let prompt = "\(name) Everything 1>"
      try desk.terminal.type("start Everything\r")
      try desk.terminal.wait(for: prompt) { $0.ends(with: prompt) }
      try desk.terminal.type("echo here")
      let line = "\(name) Everything 1> echo here"
      try desk.terminal.wait(for: line) { $0.ends(with: line) }
      try desk.terminal.type("\r")
      try desk.terminal.expect("\nhere\n")
      try desk.terminal.wait(for: prompt) { $0.ends(with: prompt) }
    }
    try desk.leave(child)
  }

  @Test(arguments: TerminalSetting.all)
  func `the prompt has an attribute and no escape sequence is seen`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let child = try desk.open(environment: ["NO_COLOR": ""])
    #expect(String(decoding: desk.terminal.shown, as: UTF8.self).contains("\u{1B}[1mjourney\u{1B}[0m> "))
    #expect(desk.terminal.screen.lines.last == "journey>")
    try desk.run("echo \u{16}\u{1B}[1m", shows: "[1m\n", prompt: "journey> ")
    #expect(desk.terminal.screen.lines.suffix(2).first?.hasSuffix("[1m") == true)
    try desk.leave(child)
  }

  @Test(arguments: TerminalSetting.all)
  func `a paste of several lines waits for Enter and stops at the first failure, which is said`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting)
    let child = try desk.open()
    try desk.terminal.type("\u{1B}[200~echo öne\rhelp nope\recho two\recho three\r\u{1B}[201~")
    try desk.terminal.expect("echo three")
    try desk.terminal.type("\r")
    try desk.terminal.expect("\nöne\n")
    try desk.terminal.expect(flowing: "2:1: There is no command \"nope\".")
    try desk.terminal.expect(flowing: "the 2 lines after it were not run")
    try desk.terminal.expect("journey> ")
    try desk.leave(child)
    #expect(!desk.terminal.screenText.contains("\ntwo\n"))
    #expect(!desk.terminal.screenText.contains("00~") && !desk.terminal.screenText.contains("01~"))
  }

  @Test(arguments: TerminalSetting.all)
  func `6,000 characters come whole, typed, pasted and as an answer`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let long = String(repeating: "Ab1é", count: 1_500)
    let child = try desk.open("--server", SharedSandbox.url())
    try desk.terminal.type("echo \(long)\r")
    try desk.terminal.expect("\n\(long)\n")
    try desk.terminal.expect("journey> ")
    try desk.terminal.type("\u{1B}[200~echo \(long)\u{1B}[201~\r")
    try desk.terminal.expect("\n\(long)\n")
    try desk.run("start Login", prompt: "Login 1> ")
    try desk.run("set 0 \(long)", prompt: "Login 1> ")
    try desk.run("expect inputs[0].value == \(long); echo it is whole", shows: "\nit is whole\n", prompt: "Login 1> ")
    try desk.leave(child)
  }

  @Test(arguments: TerminalSetting.all)
  func `a hidden question takes 6,000 characters whole and lets nothing of a paste run`(
    _ setting: TerminalSetting
  ) throws {
    let long = String(repeating: "p4ss", count: 1_500)
    let desk = try Desk(setting)
    let child = try desk.open()
    try desk.terminal.type("config locale ${x}\r")
    try desk.terminal.expect("Value for x: ")
    try desk.terminal.type("\u{1B}[200~\(long)\recho c4nary\r\u{1B}[201~\r")
    try desk.terminal.expect("journey> ")
    try desk.run("save", prompt: "journey> ")
    try desk.leave(child)
    #expect(try desk.home.everything().contains("config locale \(long)\n"))
    #expect(!desk.terminal.screenText.contains("c4nary"))
  }

  @Test(arguments: TerminalSetting.all)
  func `input that is not UTF-8, or NUL, is not run, and that is said`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let child = try desk.open()
    for byte: UInt8 in [0xFF, 0x00] {
      try desk.terminal.type(Array("echo a".utf8) + [byte] + Array("b\r".utf8))
      try desk.terminal.expect(flowing: "1 bytes of the line could not be read")
      try desk.terminal.expect("journey> ")
    }
    try desk.terminal.type("config locale ${x}\r")
    try desk.terminal.expect("Value for x: ")
    try desk.terminal.type([0x61, 0xC3, 0x0D])
    try desk.terminal.expect(flowing: "That was not UTF-8.")
    try desk.terminal.type("fr\r")
    try desk.terminal.expect("journey> ")
    try desk.leave(child)
    #expect(!desk.terminal.screenText.contains("\nab"))
    desk.checkWidth()
  }

  @Test(arguments: TerminalSetting.all)
  func `a resize draws the line again and loses nothing`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let long = String(repeating: "x日", count: 50)
    let child = try desk.open()
    try desk.terminal.type("echo \(long)")
    let line = "journey> echo \(long)"
    try desk.terminal.wait(for: line) { $0.ends(with: line) }
    desk.terminal.resize(columns: setting.isNarrow ? 90 : 50, rows: 20)
    kill(child, SIGWINCH)
    // Once, and nothing above it.
    try desk.terminal.wait(for: line) { screen in
      screen.ends(with: line) && screen.lines.filter { $0.hasPrefix("journey>") }.count == 1
    }
    try desk.run("", shows: "\n\(long)\n", prompt: "journey> ")
    try desk.run("help set", shows: "Examples:", prompt: "journey> ")
    try desk.leave(child)
    // What stood there before the terminal became narrow flows on.
    desk.checkWidth(typed: ["x日", "no server is set"])
  }

  @Test func `a line is printed above what is being typed`() throws {
    // The steps end in ten seconds, by the clock of a server that has gone back.
    let desks = try TerminalSetting.all.map { try Desk($0) }
    var children: [pid_t] = []
    for desk in desks {
      children.append(try desk.open("--sandbox", environment: ["JOURNEY_SANDBOX_TOKEN": "t"]))
      try desk.run("config header 'X-Sandbox-Token: t'", prompt: "journey> ")
      try desk.run(
        "call POST /sandbox/clock --data '{\"advance\":-290}'; start Login", prompt: "Login 1> ")
      try desk.terminal.type("echo é 日本 that is typed and wider than some")
      try desk.terminal.expect("some")
    }
    for (desk, child) in zip(desks, children) {
      let notice = "the step has ended: 'start' begins the journey again"
      let line = "journey Login 1> echo é 日本 that is typed and wider than some"
      try desk.terminal.wait(for: notice) { screen in
        screen.ends(with: line)
          && Screen.squeezed(screen.lines.joined()).hasSuffix(Screen.squeezed("explains\(notice)\(line)"))
      }
      #expect(desk.words.contains(notice))
      desk.checkWidth(typed: ["X-", "Content", "Date", "{"])
      try desk.run("", shows: "\né 日本 that is typed and wider than some\n", prompt: "Login 1> ")
      try desk.leave(child)
    }
  }

  @Test(arguments: TerminalSetting.all)
  func `what is typed while a command runs and prints is there at the next prompt`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let pipe = desk.home.folder.appending(path: "pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let child = try desk.open("--server", SharedSandbox.url(), "--debug")
    try desk.run("start Login", prompt: "Login 1> ")
    // The command waits for the pipe, which gets its text when something has been typed.
    try desk.terminal.type("set 0 --from file:\(pipe)\r")
    try desk.terminal.expect("waiting for the server")
    try desk.terminal.type("echo typed é")
    try Data("demo\n".utf8).write(to: URL(filePath: pipe))
    try desk.terminal.expect("Login 1> echo typed é")
    try desk.terminal.type(" ahead\r")
    try desk.terminal.expect("\ntyped é ahead\n")
    try desk.leave(child)
  }
}
