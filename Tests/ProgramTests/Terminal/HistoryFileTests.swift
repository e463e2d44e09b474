import Foundation
import PseudoTerminal
import Testing

/// The history file: what gets into it, and what several shells make of it.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct HistoryFileTests {
  private func path(_ desk: Desk) -> String { desk.home.folder.appending(path: ".local/state/journey/history").path }

  private func history(_ desk: Desk) throws -> String { try String(contentsOfFile: path(desk), encoding: .utf8) }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test(arguments: TerminalSetting.all)
  func `the history file has what was typed, but for a leading blank and what does not parse`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting)
    let child = try desk.open()
    for line in ["echo kept é 日本", " echo c4nary", "echo 'c4nary", "sett 1 c4nary", "let pin c4nary", "echo last "] {
      try desk.run(line, prompt: "journey> ")
    }
    // The up arrow still brings them back here.
    try desk.run("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[A", shows: "\nc4nary\n", prompt: "journey> ")
    try desk.leave(child)
    #expect(try history(desk) == "echo kept é 日本\necho last\n")
    #expect(mode(path(desk)) == 0o600)
    #expect(try !desk.home.everything().contains("c4nary"))
    let again = try desk.open()
    try desk.run("\u{1B}[A\u{1B}[A", shows: "\nkept é 日本\n", prompt: "journey> ")
    try desk.leave(again)
  }

  @Test(arguments: TerminalSetting.all)
  func `a login by hand: the password is not shown, and no file has it`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let child = try desk.open("--sandbox")
    try desk.run("start Log\t", shows: "* [1] Password  Password\n", prompt: "journey Login 1> ")
    try desk.run("set 0 demo", shows: "= demo\n", prompt: "journey Login 1> ")
    try desk.terminal.type("set 1\r")
    try desk.answer(("Password: ", "Ch4ng31t"))
    try desk.terminal.expect("= ••••••••\n")
    try desk.terminal.expect("journey Login 1> ")
    // A target that is not there, and an answer that is a secret.
    try desk.run("set 9 c4nary", prompt: "journey Login 1> ")
    try desk.run("next", shows: "signed in", prompt: "journey> ")
    try desk.terminal.type("echo Ch4ng31t\r")
    try desk.terminal.expect("journey> ")
    try desk.leave(child)
    let kept = try history(desk)
    #expect(kept == "start Login\nset 0 demo\nnext\n")
    let everything = try desk.home.everything()
    #expect(!everything.contains("Ch4ng31t") && !everything.contains("c4nary"))
    desk.checkWidth()
  }

  @Test(arguments: TerminalSetting.all)
  func `two shells share a history without losing a line`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    // Readable for others before, and without a line end.
    _ = try desk.home.file(".local/state/journey/history", "echo zero")
    chmod(path(desk), 0o644)
    let other = try Desk(setting, home: desk.home)
    let first = try desk.open()
    let second = try other.open()
    try desk.run("echo one", shows: "\none\n", prompt: "journey> ")
    try other.run("echo two é", shows: "\ntwo é\n", prompt: "journey> ")
    try desk.run("echo three", shows: "\nthree\n", prompt: "journey> ")
    try desk.leave(first)
    try other.leave(second)
    #expect(try history(desk) == "echo zero\necho one\necho two é\necho three\n")
    #expect(mode(path(desk)) == 0o600)
    let third = try desk.open()
    try desk.run("!3", shows: "echo two é\n", "two é\n", prompt: "journey> ")
    try desk.leave(third)
  }

  @Test(arguments: TerminalSetting.all)
  func `a shell waits for the lock of the history and then adds to what another has added`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting)
    let file = open(try desk.home.file(".local/state/journey/history", ""), O_RDWR | O_APPEND | O_CLOEXEC)
    defer { close(file) }
    let child = try desk.open()
    #expect(flock(file, LOCK_EX) == 0)
    try desk.terminal.type("echo mine\r")
    try desk.terminal.expect("\nmine\n")
    let line = Array("echo theirs\n".utf8)
    #expect(write(file, line, line.count) == line.count)
    flock(file, LOCK_UN)
    try desk.terminal.expect("journey> ")
    try desk.leave(child)
    #expect(try history(desk) == "echo theirs\necho mine\n")
  }

  @Test(arguments: TerminalSetting.all)
  func `a home that cannot be written and a history that is none do no harm`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let foreign = "_HiStOrY_V2_\n\u{0}\u{1}echo foreign\n"
    _ = try desk.home.file(".local/state/journey/history", foreign)
    let child = try desk.open()
    try desk.run("echo mine", shows: "\nmine\n", prompt: "journey> ")
    try desk.leave(child)
    #expect(try history(desk) == "\(foreign)echo mine\n")
    let bare = try desk.open(environment: ["HOME": "/proc/none", "XDG_STATE_HOME": "/proc/none"])
    try desk.run("echo still", shows: "\nstill\n", prompt: "journey> ")
    try desk.leave(bare)
  }
}
