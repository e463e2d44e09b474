import Foundation
import PseudoTerminal
import Testing

/// The shell on a terminal of its own, as a person has it.
@Suite(.serialized)
struct TerminalTests {
  private let desk: Desk
  private var home: Home { desk.home }
  private var terminal: PseudoTerminal { desk.terminal }

  init() throws { desk = try Desk() }

  private func start(_ arguments: String..., environment: [String: String] = [:]) throws -> pid_t {
    try desk.start(arguments, environment: environment)
  }

  private func leave(_ child: pid_t) throws { try desk.leave(child) }

  @Test(arguments: [["LC_ALL": "C"], ["LC_ALL": "C.UTF-8"], ["LANG": ""]])
  func `a shell echoes what is typed in any locale, and ^D leaves it with 0`(locale: [String: String]) throws {
    let child = try start(environment: locale)
    try terminal.expect("journey> ")
    try terminal.type("echo é 日本\r")
    try terminal.expect("\né 日本\n")
    try terminal.expect("journey> ")
    try leave(child)
  }

  @Test func `exit leaves as quit does, and the first line says how to begin`() throws {
    let child = try start()
    try terminal.expect("no server is set")
    try terminal.expect("journey> ")
    try terminal.type("exit\r")
    #expect(try Program.wait(for: child) == 0)
  }

  @Test func `^C clears the line and the shell goes on`() throws {
    let child = try start()
    try terminal.expect("journey> ")
    try terminal.type("echo gone")
    try terminal.expect("gone")
    try terminal.type("\u{3}")
    try terminal.expect("^C\n")
    try terminal.expect("journey> ")
    try terminal.type("echo here\r")
    try terminal.expect("\nhere\n")
    try terminal.expect("journey> ")
    try leave(child)
  }

  @Test func `Tab completes a command, on an empty line and in the middle of one too`() throws {
    let child = try start()
    try terminal.expect("journey> ")
    try terminal.type("\t")
    try terminal.expect("help")
    try terminal.expect("journey> ")
    try terminal.type("ec\tdone\u{1}\t\u{5}\r")
    try terminal.expect("\ndone\n")
    try terminal.expect("journey> ")
    try leave(child)
  }

  @Test func `a paste of several lines waits for Enter and stops at the first failure, which is said`() throws {
    let child = try start()
    try terminal.expect("journey> ")
    try terminal.type("\u{1B}[200~echo one\rhelp nope\recho two\recho three\r\u{1B}[201~")
    try terminal.expect("echo three")
    try terminal.type("\r")
    try terminal.expect("\none\n")
    try terminal.expect("2:1: There is no command \"nope\".")
    try terminal.expect("the 2 lines after it were not run")
    try terminal.expect("journey> ")
    try leave(child)
    #expect(!terminal.screenText.contains("\ntwo\n"))
  }

  @Test func `the history file has what was typed, but for a leading blank and what does not parse`() throws {
    let child = try start()
    try terminal.expect("journey> ")
    for line in ["echo kept", " echo c4nary", "echo 'c4nary", "sett 1 c4nary"] {
      try terminal.type("\(line)\r")
      try terminal.expect("journey> ")
    }
    try leave(child)
    let everything = try home.everything()
    #expect(everything.contains("echo kept"))
    #expect(!everything.contains("c4nary"))
    let again = try start()
    try terminal.expect("journey> ")
    try terminal.type("\u{1B}[A\r")
    try terminal.expect("\nkept\n")
    try terminal.expect("journey> ")
    try leave(again)
  }

  @Test func `input that is not UTF-8 is not run, and that is said`() throws {
    let child = try start()
    try terminal.expect("journey> ")
    try terminal.type(Array("echo a".utf8) + [0xFF] + Array("b\r".utf8))
    try terminal.expect("could not be read")
    try terminal.expect("journey> ")
    try leave(child)
    #expect(!terminal.screenText.contains("\nab"))
  }

  @Test func `the start-up file runs, a mistake in it is said with its place, and --no-rc leaves it out`() throws {
    let path = try home.file(".config/journey/rc", "echo from the file\nhelp nope\n")
    let child = try start()
    try terminal.expect("from the file\n")
    try terminal.expect("\(path):2:1:")
    try terminal.expect("journey> ")
    try leave(child)
    let shown = terminal.screenText
    let bare = try start("--no-rc")
    try terminal.expect("journey> ")
    try leave(bare)
    #expect(!terminal.screenText.dropFirst(shown.count).contains("from the file"))
  }

  @Test(arguments: [
    "bind ^X no-such-function\nbind \"", "bind '", "edit off\n", "bind -v\n", "\u{0}\u{1}\u{2}nonsense",
    "settc co 0\nsettc\necho\nhistory size -1\nbind\nsetty x y z\nedit\nbind -k\nbind -s\nbind -r ^I\n",
  ])
  func `an .editrc of any kind does no harm`(text: String) throws {
    _ = try home.file(".editrc", text)
    let child = try start()
    try terminal.expect("journey> ")
    try terminal.type("echo fine\r")
    try terminal.expect("\nfine\n")
    try terminal.expect("journey> ")
    try leave(child)
  }

  @Test func `a resize draws the line again and loses nothing`() throws {
    let long = String(repeating: "x", count: 100)
    let child = try start()
    try terminal.expect("journey> ")
    try terminal.type("echo \(long)")
    try terminal.expect("xxxx")
    terminal.resize(columns: 40, rows: 20)
    kill(child, SIGWINCH)
    try terminal.expect("journey> ")
    try terminal.type("\r")
    try terminal.expect("\n\(long)\n")
    try terminal.expect("journey> ")
    try leave(child)
  }

  @Test func `the terminal is given back as it was on every way out`() throws {
    var before = termios()
    tcgetattr(terminal.slave, &before)
    for ending in [nil, SIGTERM, SIGHUP] {
      let child = try start()
      try terminal.expect("journey> ")
      if let ending { kill(child, ending) } else { try terminal.type("\u{4}") }
      #expect(try Program.wait(for: child) == (ending.map { 128 + $0 } ?? 0))
      var after = termios()
      tcgetattr(terminal.slave, &after)
      #expect(after.c_lflag == before.c_lflag)
      #expect(after.c_iflag == before.c_iflag)
      #expect(after.c_oflag == before.c_oflag)
    }
  }

  @Test func `a login by hand: the password is not shown, and no file has it`() throws {
    let child = try start("--sandbox")
    try terminal.expect("journey> ")
    try terminal.type("start Lo\t\r")
    try terminal.expect("* [1] Password  Password\n")
    try terminal.expect("journey Login 1> ")
    try terminal.type("set 0 demo\r")
    try terminal.expect("= demo\n")
    try terminal.expect("journey Login 1> ")
    try terminal.type("set 1\r")
    try terminal.expect("Password: ")
    try terminal.type("Ch4ng31t\r")
    try terminal.expect("= ••••••••\n")
    try terminal.expect("journey Login 1> ")
    try terminal.type("next\r")
    try terminal.expect("signed in")
    try terminal.expect("journey> ")
    try terminal.type("echo Ch4ng31t\r")
    try terminal.expect("journey> ")
    try leave(child)
    #expect(try home.everything().contains("start Login"))
    #expect(try !home.everything().contains("Ch4ng31t"))
  }

  @Test func `a hidden question takes 6,000 characters whole and lets nothing of a paste run`() throws {
    let long = String(repeating: "p4ss", count: 1_500)
    let child = try start()
    try terminal.expect("journey> ")
    try terminal.type("config locale ${x}\r")
    try terminal.expect("Value for x: ")
    try terminal.type("\u{1B}[200~\(long)\recho c4nary\r\u{1B}[201~\r")
    try terminal.expect("journey> ")
    try terminal.type("save\r")
    try terminal.expect("journey> ")
    try leave(child)
    #expect(try home.everything().contains("config locale \(long)\n"))
    #expect(!terminal.screenText.contains("c4nary"))
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGQUIT])
  func `a crash at a hidden question gives the terminal back and prints no memory`(_ signal: Int32) throws {
    var before = termios()
    tcgetattr(terminal.slave, &before)
    let child = try start(
      "--server", "http://127.0.0.1:1/am", "--client-id", "x", "--client-secret-from", "prompt", "start")
    try terminal.expect("Value for --client-secret-from: ")
    var during = termios()
    tcgetattr(terminal.slave, &during)
    #expect(during.c_lflag & tcflag_t(ECHO) == 0)
    kill(child, signal)
    #expect(try Program.wait(for: child) == 128 + signal)
    var after = termios()
    tcgetattr(terminal.slave, &after)
    #expect(after.c_lflag == before.c_lflag)
    if signal != SIGQUIT { try terminal.expect("journey: a fault in this program has ended it") }
    for word in ["Registers", "Backtrace", "rax", "/Sources/"] { #expect(!terminal.screenText.contains(word)) }
  }

  @Test func `a crash at the prompt gives the terminal back`() throws {
    var before = termios()
    tcgetattr(terminal.slave, &before)
    let child = try start()
    try terminal.expect("journey> ")
    kill(child, SIGBUS)
    #expect(try Program.wait(for: child) == 128 + SIGBUS)
    var after = termios()
    tcgetattr(terminal.slave, &after)
    #expect(after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag)
  }

  @Test func `^C at a hidden question cancels it and the shell goes on with the terminal as it was`() throws {
    let child = try start()
    try terminal.expect("journey> ")
    try terminal.type("echo ${x}\r")
    try terminal.expect("Value for x: ")
    try terminal.type("abc\u{3}")
    try terminal.expect("was not answered")
    try terminal.expect("journey> ")
    try terminal.type("echo shown\r")
    try terminal.expect("echo shown\nshown\n")
    try terminal.expect("journey> ")
    try leave(child)
    #expect(!terminal.screenText.contains("abc"))
  }
}
