import Foundation
import PseudoTerminal
import Testing

/// What Tab offers in the shell, and how the list of it looks.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ShellCompletionTests {
  /// Types, presses Tab, and waits until the line stands there; then takes it away.
  private func complete(_ desk: Desk, _ typed: String, to line: String, prompt: String = "journey> ") throws {
    try desk.terminal.type("\(typed)\t")
    try desk.terminal.wait(for: "\(typed)⇥ as \(line)") { $0.ends(with: prompt + line) }
    try desk.terminal.type("\u{15}")
  }

  @Test(arguments: TerminalSetting.all)
  func `Tab completes a command, on an empty line and in the middle of one too`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let child = try desk.open()
    try desk.terminal.type("\t")
    try desk.terminal.expect("help")
    try desk.terminal.expect("journey> ")
    try desk.terminal.type("  \t")
    try desk.terminal.expect("help")
    try desk.terminal.expect("journey>   ")
    try desk.run("ec\tdone\u{1}\t\u{5}", shows: "\ndone\n", prompt: "journey> ")
    // In the middle of a word, behind a quote that is open, behind what is no command.
    try desk.run("echo abc\u{2}\u{2}\t\u{5}", shows: "\nabc\n", prompt: "journey> ")
    try desk.run("echo 'a\t'", shows: "\na", prompt: "journey> ")
    try desk.run("- ec\tx; ec\ty", shows: "\nx\ny\n", prompt: "journey> ")
    try desk.leave(child)
    desk.checkWidth()
  }

  @Test(arguments: TerminalSetting.all)
  func `Tab completes options, settings, profiles, files, variables and journeys`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    for name in ["a:b", "My Login", "it's", "Été 日本"] { _ = try desk.home.file(".config/journey/profiles/\(name)", "") }
    let file = try desk.home.file("one two.pem", "")
    let folder = String(file.dropLast("one two.pem".count))
    _ = try desk.home.file(".local/state/journey/history", "start 'Typed before'\n")
    let child = try desk.open("--sandbox", environment: ["FROM_OUTSIDE": "x"])
    try complete(desk, "session --val", to: "session --validate")
    try complete(desk, "config clientI", to: "config clientId")
    try complete(desk, "config store k", to: "config store keyring")
    try complete(desk, "profile a", to: "profile a:b")
    try complete(desk, "profile My", to: "profile 'My Login'")
    try complete(desk, "profile it", to: "profile \"it's\"")
    try complete(desk, "profile É", to: "profile 'Été 日本'")
    try complete(desk, "source \(folder)on", to: "source '\(file)'")
    try complete(desk, "set 0 --from file:\(folder)on", to: "set 0 --from 'file:\(file)'")
    try complete(desk, "set 0 --from env:FROM", to: "set 0 --from env:FROM_OUTSIDE")
    try complete(desk, "echo ${env:FROM", to: "echo ${env:FROM_OUTSIDE}")
    try desk.run("let mine x", prompt: "journey> ")
    try complete(desk, "echo ${mi", to: "echo ${mine}")
    try complete(desk, "start Typ", to: "start 'Typed before'")
    try complete(desk, "start AuthenticatorA", to: "start AuthenticatorApp")
    try complete(desk, "help log", to: "help log")
    try desk.leave(child)
  }

  @Test(arguments: TerminalSetting.all)
  func `Tab offers the targets of a step with their prompts, and the labels of a choice`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting)
    let child = try desk.open("--server", SharedSandbox.url())
    let prompt = "journey Everything 1> "
    try desk.run("start Everything", prompt: prompt)
    try desk.terminal.type("set \t")
    try desk.terminal.expect(flowing: "3  Name \(Everything.namePrompt)")
    try desk.terminal.expect(flowing: "Choice How shall we reach you?")
    try desk.terminal.expect("Everything 1> set ")
    try desk.terminal.type("5 \t")
    try desk.terminal.wait(for: "the labels") { screen in
      let list = screen.lines.suffix(setting.isNarrow ? 6 : 3).joined(separator: "\n")
      return Everything.choices.allSatisfy(list.contains) && screen.ends(with: "\(prompt)set 5")
    }
    try desk.terminal.type("\u{15}")
    try complete(desk, "set 5 Pu", to: "set 5 'Push to my phone'", prompt: prompt)
    try complete(desk, "set 5 認", to: "set 5 認証アプリ", prompt: prompt)
    try complete(desk, "set Passw", to: "set Password", prompt: prompt)
    try complete(desk, "set 8.q", to: "set 8.question", prompt: prompt)
    try desk.leave(child)
    desk.checkWidth()
  }

  @Test(arguments: TerminalSetting.all)
  func `a list stands below a line that is wider than the terminal`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let child = try desk.open()
    let start = "echo é 日本 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 x; "
    try desk.terminal.type("\(start)se\t")
    try desk.terminal.expect("session")
    try desk.terminal.wait(for: "the line") { $0.ends(with: "journey> \(start)se") }
    try desk.run("ss\t", shows: "No server is set", prompt: "journey> ")
    try desk.leave(child)
  }
}
