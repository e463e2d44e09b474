import Foundation
import PseudoTerminal
import Testing

/// Steps as a person at a terminal sees them.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ShownStepTests {
  @Test(arguments: TerminalSetting.all)
  func `a step shows header, description, its end, and each callback with all that belongs to it`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting, rows: 80)
    let child = try desk.open("--server", SharedSandbox.url())
    try desk.terminal.type("start Everything\r")
    for text in [
      "Everything · step 1 · \(Everything.header) · until ", " min)", Everything.description,
      "[0] TextOutput \(Everything.notice)", "[1] TextOutput Warning: This password ends in three days.",
      "[2] TextOutput Error: The last attempt was refused.", "* [3] Name \(Everything.namePrompt)",
      "* [4] Password Password", "[5] Choice How shall we reach you? (default: Ein Code per SMS)",
      "0 Push to my phone 1 Ein Code per SMS 2 認証アプリ 3 7", "[6] StringAttributeInput Email address (default: nobody)",
      "! Must be an e-mail address.", "[7] BooleanAttributeInput Send me news (default: true)",
      "* [8] KbaCreate Security question 0 \(Everything.question) 1 Which city?",
      "8.question a number, or a question of your own 8.answer your answer",
      "* [9] TermsAndConditions version: 1.2", "* [10] Confirmation (default: Go on) 0 Go on 1 Take me back",
      "[11] Hologram angle: 42 note: nobody knows this type", "* needs an answer", "'fill' asks for the answers",
    ] { try desk.terminal.expect(flowing: text) }
    try desk.terminal.expect("Everything 1> ")
    // Answers and dots.
    try desk.terminal.type("set 4 c4nary; set 5 7; set 8.question 'Which city?'; set 3 é日本; show\r")
    for text in ["= ••••••••", "= 7", "8.question = Which city?", "= é日本", "Everything · step 1"] {
      try desk.terminal.expect(flowing: text)
    }
    try desk.terminal.expect("Everything 1> ")
    try desk.terminal.type("unset 5; show\r")
    try desk.terminal.expect(flowing: "(default: Ein Code per SMS)")
    try desk.terminal.expect("Everything 1> ")
    try desk.leave(child)
    #expect(desk.terminal.screenText.split(separator: "c4nary").count == 2)
    desk.checkWidth()
  }

  @Test(arguments: TerminalSetting.all)
  func `an error says what happened, why, and what to do next`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let child = try desk.open("--server", SharedSandbox.url())
    for (line, texts) in [
      ("start Login; set 0 demo; set 1 wrong; next", ["refused (401): Login failure"]),
      ("next", ["start"]),
      ("start Nothing", ["Nothing"]),
      ("start Login; set 7 x", ["0 (Name", "1 (Password"]),
      ("start Choice; set 0 Maybe", ["Password", "Not at all"]),
      ("tokens", ["client"]),
    ] {
      try desk.terminal.type("\(line)\r")
      for text in texts { try desk.terminal.expect(flowing: text) }
      try desk.terminal.expect("> ")
    }
    try desk.leave(child)
    let gone = try desk.open("--server", "http://127.0.0.1:9/am")
    try desk.terminal.type("start Login\r")
    try desk.terminal.expect(flowing: "127.0.0.1:9")
    try desk.terminal.expect("journey> ")
    try desk.leave(gone)
    desk.checkWidth()
  }

  @Test(arguments: TerminalSetting.all)
  func `rules of a password stand below it, and what it broke is marked by more than a colour`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting, rows: 60)
    let child = try desk.open("--server", SharedSandbox.url(), environment: ["NO_COLOR": ""])
    try desk.terminal.type("start Registration\r")
    try desk.terminal.expect(flowing: "Must have at least 8 characters")
    try desk.terminal.expect("Registration 1> ")
    try desk.terminal.type("set ValidatedCreatePassword weak; next --defaults\r")
    try desk.terminal.expect(flowing: "! Must have at least 8 characters.")
    try desk.terminal.expect("> ")
    #expect(String(decoding: desk.terminal.shown, as: UTF8.self).contains("\u{1B}[1;31m! Must have"))
    try desk.leave(child)
    desk.checkWidth()
  }

  @Test(arguments: TerminalSetting.all)
  func `a step that polls names wait, which counts down`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let child = try desk.open("--server", SharedSandbox.url())
    try desk.run("start Polling", prompt: "Polling 1> ")
    try desk.terminal.type("set 0 demo; set 1 Ch4ng31t; next\r")
    try desk.terminal.expect(flowing: "'wait' goes on when it is over")
    try desk.terminal.expect("Polling 2> ")
    try desk.terminal.type("wait\r")
    try desk.terminal.expect("waiting ")
    try desk.terminal.expect("(^C stops)")
    try desk.terminal.expect("signed in")
    try desk.terminal.expect("journey> ")
    #expect(!desk.terminal.screen.lines.contains { $0.contains("(^C stops)") })
    try desk.leave(child)
    desk.checkWidth()
  }

  // MARK: - Enrolment

  private static let uri = "otpauth://"

  /// Signs in as far as the step with the enrolment URI.
  private func enrol(_ desk: Desk) throws {
    try desk.run("start AuthenticatorApp", shows: "[0] Name", prompt: "AuthenticatorApp 1> ")
    try desk.run("set 0 demo", prompt: "AuthenticatorApp 1> ")
    try desk.terminal.type("set 1\r")
    try desk.answer(("Password: ", "Ch4ng31t"))
    try desk.terminal.expect("AuthenticatorApp 1> ")
    try desk.terminal.type("next\r")
    try desk.terminal.expect(flowing: "'show --reveal' prints the URI")
    try desk.terminal.expect("AuthenticatorApp 2> ")
  }

  @Test(arguments: TerminalSetting.all)
  func `an enrolment URI is a QR code where there is room, and is printed where it is asked for alone`(
    _ setting: TerminalSetting
  ) throws {
    for hasColor in [true, false] {
      let desk = try Desk(setting, rows: 70)
      let child = try desk.open("--sandbox", environment: ["NO_COLOR": hasColor ? "" : "1"])
      try desk.run("record \(desk.home.folder.path)/enrol.journey; trace on", prompt: "> ")
      try enrol(desk)
      let shown = String(decoding: desk.terminal.shown, as: UTF8.self)
      let blocks = shown.contains("▀") || shown.contains("█")
      if setting.isNarrow {
        #expect(desk.words.contains("the QR code needs") && !blocks)
      } else {
        let mark =
          switch (hasColor, setting.showsUTF8) {
          case (true, true): "\u{1B}[38;5;16;48;5;231m"
          case (true, false): "\u{1B}[48;5;16m"
          case (false, true): "█"
          case (false, false): "##"
          }
        #expect(shown.contains(mark) && blocks == setting.showsUTF8)
      }
      #expect(!shown.contains(Self.uri))
      try desk.run("show --reveal", shows: "enrolment URI:", "\(Self.uri)totp/Sandbox:demo", prompt: "2> ")
      try desk.leave(child)
      #expect(try !desk.home.everything().contains(Self.uri))
      desk.checkWidth(typed: ["GET", "POST", "HTTP", "{", "<", ">"])
    }
  }

  @Test(arguments: TerminalSetting.all)
  func `a step that was kept is there when the next shell begins`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let url = try SharedSandbox.url()
    var child = try desk.open("--server", url, "--store", "file")
    try desk.run("start Login", prompt: "Login 1> ")
    try desk.leave(child)
    child = try desk.start("--server", url, "--store", "file")
    try desk.terminal.expect(flowing: "a step waits for answers: 'show' shows it")
    try desk.terminal.expect("Login 1> ")
    try desk.terminal.type("set \t")
    try desk.terminal.expect("0  Name User Name")
    try desk.terminal.type("\u{3}")
    try desk.leave(child)
    desk.checkWidth()
  }
}
