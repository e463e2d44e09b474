import Foundation
import PseudoTerminal
import Testing

/// Keys of the line: emacs and vi, what an `.editrc` says, earlier lines.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct KeyTests {
  @Test(arguments: TerminalSetting.all)
  func `the keys of emacs edit a line`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let child = try desk.open()
    for (typed, shown) in [
      ("xx\u{15}echo ^U", "^U"),  // ^U: the line away
      ("echo one two\u{17}2", "one 2"),  // ^W: the word before away
      ("echo one\u{1}\u{B}echo ^K", "^K"),  // ^A ^K: from here on away
      ("echo ab\u{2}\u{2}\u{6}-", "a-b"),  // ^B back, ^F forth
      ("echo one\u{1B}bé\u{5}!", "éone!"),  // ESC b: a word back, ^E to the end
    ] { try desk.run(typed, shows: "\n\(shown)\n", prompt: "journey> ") }
    try desk.leave(child)
  }

  @Test(arguments: TerminalSetting.all)
  func `vi mode comes from the .editrc`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    _ = try desk.home.file(".editrc", "journey:bind -v\n")
    let child = try desk.open()
    // To the start of the line in command mode, and a word in insert mode.
    try desk.run("hére\u{1B}0iecho \r", shows: "\nhére\n", prompt: "journey> ")
    // A word away, another one behind it; what is pasted in command mode too.
    try desk.run("echo one two\u{1B}bdwathree\r", shows: "\none three\n", prompt: "journey> ")
    try desk.run("echo \u{1B}\u{1B}[200~pasted\u{1B}[201~\r", shows: "pasted\n", prompt: "journey> ")
    // Tab completes here too.
    try desk.run("ec\tho\r", shows: "\nho\n", prompt: "journey> ")
    try desk.leave(child)
  }

  private static let settings = [
    "bind ^X no-such-function\nbind \"", "bind '", "edit off\n", "bind -v\n", "\u{0}\u{1}\u{2}nonsense",
    "settc co 0\nsettc\necho\nhistory size -1\nbind\nsetty x y z\nedit\nbind -k\nbind -s\nbind -r ^I\n",
  ]

  @Test(arguments: TerminalSetting.all)
  func `an .editrc of any kind does no harm`(_ setting: TerminalSetting) throws {
    for text in Self.settings {
      let desk = try Desk(setting)
      _ = try desk.home.file(".editrc", text)
      let child = try desk.open()
      try desk.run("echo fine é", shows: "\nfine é\n", prompt: "journey> ")
      try desk.leave(child)
    }
  }

  @Test(arguments: TerminalSetting.all)
  func `a key that the .editrc binds does what it says, and another program's does not count`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting)
    _ = try desk.home.file(
      ".editrc", "journey:bind -s ^G typed\nother:bind -s ^G wrong\nbind ^T ed-move-to-beg\n")
    let child = try desk.open()
    try desk.run("\u{7}\u{14}echo ", shows: "\ntyped\n", prompt: "journey> ")
    try desk.leave(child)
  }

  @Test(arguments: TerminalSetting.all)
  func `^R and the arrow keys find earlier lines, !! and !N run them again`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    _ = try desk.home.file(".local/state/journey/history", "echo first é\necho second 日本\n")
    let child = try desk.open()
    try desk.run("!1", shows: "echo first é\n", "first é\n", prompt: "journey> ")
    try desk.run("echo third", shows: "\nthird\n", prompt: "journey> ")
    try desk.run("!!", shows: "echo third\n", "third\n", prompt: "journey> ")
    try desk.run("!! more", shows: "third more\n", prompt: "journey> ")
    try desk.run("!", shows: "1  echo first é\n", "2  echo second 日本\n", "echo third\n", prompt: "journey> ")
    try desk.terminal.type("!99\r")
    try desk.terminal.expect(flowing: "there is no earlier line !99; '!' lists them")
    try desk.terminal.expect("journey> ")
    try desk.terminal.type("\u{12}second\r\r")
    try desk.terminal.expect("\nsecond 日本\n")
    try desk.terminal.expect("journey> ")
    // Up twice and down once.
    try desk.run("\u{1B}[A\u{1B}[A\u{1B}[B", shows: "\nsecond 日本\n", prompt: "journey> ")
    try desk.leave(child)
    desk.checkWidth()
  }
}
