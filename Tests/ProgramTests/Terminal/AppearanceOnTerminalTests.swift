import Foundation
import PseudoTerminal
import Testing

/// Colours, widths, and what a terminal is able to show: judged for each stream by itself.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct AppearanceOnTerminalTests {
  private static let color = "\u{1B}[1;31m"

  private func shown(_ desk: Desk) -> String { String(decoding: desk.terminal.shown, as: UTF8.self) }

  @Test(arguments: TerminalSetting.all)
  func `colours are there on a terminal, and not with NO_COLOR, TERM=dumb or --no-color`(
    _ setting: TerminalSetting
  ) throws {
    let url = try SharedSandbox.url()
    let line = ["--server", url, "-c", "start Everything; - next; nope"]
    var texts: [String] = []
    for (environment, options, isColoured) in [
      (["NO_COLOR": ""], [], true), ([:], [], false), (["NO_COLOR": "", "TERM": "dumb"], [], false),
      (["NO_COLOR": "", "TERM": ""], [], false), (["NO_COLOR": ""], ["--no-color"], false),
    ] as [([String: String], [String], Bool)] {
      let desk = try Desk(setting)
      let child = try desk.start(options + line, environment: environment)
      try desk.terminal.expect(flowing: "There is no command \"nope\". hint: 'help' lists the commands.")
      #expect(try Program.wait(for: child) == 2)
      #expect(shown(desk).contains(Self.color) == isColoured, "\(environment) \(options)")
      if !isColoured { #expect(!shown(desk).contains("\u{1B}[3"), "\(environment) \(options)") }
      texts.append(desk.terminal.screen.lines.joined(separator: "\n").replacing(/until \d\d:\d\d/, with: "until"))
      desk.checkWidth()
    }
    // No meaning is in a colour alone: the text is the same, marks and all.
    for text in texts { #expect(text == texts[0]) }
    for text in ["! Must be an e-mail address.", "Warning: ", "Error: ", "* needs an answer"] {
      #expect(texts.first?.contains(text) == true, "\(text)")
    }
  }

  @Test(arguments: TerminalSetting.all)
  func `standard output and standard error are judged apart`(_ setting: TerminalSetting) throws {
    let program = try Program.journey().path
    let command = "'\(program)' --server \(try SharedSandbox.url()) -c 'start Everything; nope'"
    for (redirection, file) in [(">", "out"), ("2>", "err")] {
      let desk = try Desk(setting)
      let path = desk.home.folder.appending(path: file).path
      let child = try Program(path: "/bin/sh").start(
        ["-c", "\(command) \(redirection)'\(path)'; echo done"],
        environment: desk.environment.merging(["NO_COLOR": ""]) { $1 }, on: desk.terminal)
      try desk.terminal.expect("done\n")
      #expect(try Program.wait(for: child) == 0)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(!text.contains("\u{1B}") && shown(desk).contains(Self.color), "\(redirection)")
      // What goes to a file is not wrapped.
      #expect(text.contains(file == "out" ? Everything.notice : "There is no command \"nope\"."))
      desk.checkWidth()
    }
  }

  @Test(arguments: TerminalSetting.all)
  func `a terminal without cursor control gets no escape sequence, and everything works`(
    _ setting: TerminalSetting
  ) throws {
    for term in ["dumb", ""] {
      let desk = try Desk(setting)
      let child = try desk.open(
        "--server", SharedSandbox.url(), environment: ["TERM": term, "NO_COLOR": "", "JOURNEY_NO_RC": "1"])
      try desk.run("echo é 日本", shows: "é 日本\n", prompt: "journey> ")
      try desk.terminal.type("ec\t")
      try desk.terminal.expect("ho")
      try desk.run("it works", shows: "it works\n", prompt: "journey> ")
      try desk.run("start Login", prompt: "Login 1> ")
      try desk.terminal.type("next\r")
      try desk.answer(("User Name: ", "demo"), ("Password: ", "Ch4ng31t"))
      try desk.terminal.expect("signed in")
      try desk.leave(child)
      #expect(!shown(desk).contains("\u{1B}"), "\(term): \(shown(desk).debugDescription)")
    }
  }

  @Test(arguments: TerminalSetting.all)
  func `help and errors wrap by words, and say the same at every width`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting, rows: 60)
    let child = try desk.open("--sandbox")
    try desk.run("help", prompt: "journey> ")
    try desk.run("help set", shows: "Examples:", prompt: "journey> ")
    try desk.run("config", shows: "org.example.journey:/callback", prompt: "journey> ")
    for (line, text) in [
      ("nxt", "Did you mean next?"), ("help lgin", "Did you mean login?"), ("set 0 x", "Run 'start"),
      ("start --forc-auth", "Did you mean --force-auth?"), ("profile nope", "There is no profile"),
      ("source ./nope.journey", "nope.journey"), ("echo ${", "column"), ("echo 'x", "The quote"),
    ] {
      try desk.terminal.type("\(line)\r")
      try desk.terminal.expect(flowing: text)
      try desk.terminal.expect("journey> ")
    }
    try desk.leave(child)
    desk.checkWidth()
    // Every word of the help on a pipe is here too, in its order.
    for name in ["help", "help set"] {
      let whole = try desk.home.journey("-c", name).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(desk.words.contains(whole), "\(name)")
    }
  }

  @Test(arguments: TerminalSetting.all)
  func `the help of the program and of every command fits the terminal`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting, rows: 60)
    let child = try desk.start("--help")
    #expect(try Program.wait(for: child) == 0)
    let names = try desk.home.journey("help").output.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first }
    #expect(names.count > 30)
    let other = try desk.start("-c", names.map { "help \($0)" }.joined(separator: "; ") + "; echo that is all")
    try desk.terminal.expect("that is all\n")
    #expect(try Program.wait(for: other) == 0)
    // What is there to be copied is in one piece.
    desk.checkWidth(typed: ["journey --"])
  }
}
