import Foundation
import PseudoTerminal
import Testing

/// `fill` and the other questions that a person is asked.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FillTests {
  @Test(arguments: TerminalSetting.all)
  func `fill asks for every open answer of a registration, then sends`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let child = try desk.open("--sandbox")
    try desk.run("start Registration", shows: "'fill' asks", prompt: "Registration 1> ")
    try desk.terminal.type("fill\r")
    try desk.answer(
      ("Username: ", "ada"), ("First Name: ", "Ada"), ("Last Name: ", "Lovelace"),
      ("Email Address: ", "ada@example.org"),
      ("(yes/no) [no]: ", "y"), ("Password: ", "Eng1ne-1843"), ("0  ", "0"), ("Answer to ", "engine"), ("0  ", "0"),
      ("Answer to ", "french"), ("Accept the terms", "yes"))
    try desk.terminal.expect("signed in")
    try desk.terminal.expect("journey> ")
    try desk.run("session", shows: "ada", prompt: "journey> ")
    try desk.leave(child)
    #expect(!desk.terminal.screenText.contains("Eng1ne") && !desk.terminal.screenText.contains("engine"))
    #expect(try !desk.home.everything().contains("Eng1ne"))
    desk.checkWidth()
  }

  @Test(arguments: TerminalSetting.all)
  func `each kind of question can be answered by number and by text, and a slip is asked again`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting, rows: 24)
    let child = try desk.open("--server", SharedSandbox.url(), environment: ["PAGER": "sed 's/^Para/paged-Para/'"])
    for (choice, shown) in [("9", nil), ("認証アプリ", nil), ("0", nil), ("7", nil), ("", "[Ein Code per SMS]")] {
      try desk.run("start Everything --force-auth", prompt: "Everything 1> ")
      try desk.terminal.type("fill\r")
      try desk.terminal.expect(flowing: "\(Everything.namePrompt):")
      try desk.terminal.type("žofie 日本\u{7F}本\r")
      try desk.answer(("Password: ", "c4nary"))
      for (index, label) in Everything.choices.enumerated() { try desk.terminal.expect("\(index)  \(label)\n") }
      if let shown { try desk.terminal.expect(flowing: "How shall we reach you? \(shown): ") }
      try desk.terminal.type("\(choice)\r")
      if choice == "9" {
        try desk.terminal.expect(flowing: "One of 0 to 3, or the text: ")
        try desk.terminal.type("1\r")
      }
      // What was refused is told before it is asked for again.
      try desk.terminal.expect(flowing: "was refused. Must be an e-mail address.")
      try desk.answer(("Email address: ", "a@example.org"))
      try desk.answer(("(yes/no) [yes]: ", "perhaps"), ("yes or no: ", "no"))
      try desk.terminal.expect(flowing: "0  \(Everything.question)")
      try desk.terminal.expect(flowing: "(number, or your own):")
      try desk.terminal.type("Whose question é?\r")
      try desk.terminal.expect(flowing: "Answer to \"Whose question é?\":")
      try desk.terminal.type("c4nary\r")
      for number in [1, 20] { try desk.terminal.expect(flowing: "paged-Paragraph \(number) of") }
      try desk.terminal.expect(flowing: "Accept the terms (version 1.2) (yes/no):")
      try desk.terminal.type("yes\r")
      try desk.answer(("1  Take me back\n", "Take me back"))
      try desk.terminal.expect("signed in")
      try desk.terminal.expect("journey> ")
    }
    try desk.leave(child)
    #expect(!desk.terminal.screenText.contains("c4nary"))
    #expect(try !desk.home.everything().contains("c4nary"))
    // The pager of this test makes lines longer, and somebody types behind a question.
    desk.checkWidth(typed: [
      "paged-", Everything.namePrompt.components(separatedBy: "(")[0], "Email", "(as in", "in your",
    ])
  }

  @Test(arguments: TerminalSetting.all)
  func `terms that are longer than the screen go through the pager, or page by page`(_ setting: TerminalSetting) throws
  {
    let answers = [
      "3=demo", "4=Ch4ng31t", "5=7", "6=a@example.org", "7=yes", "8.question=Which city?", "8.answer=Rome", "10=0",
    ].flatMap { ["--answer", $0] }
    for pager in ["sed s/^/paged-/", "no-such-pager-of-mine"] {
      let desk = try Desk(setting, rows: 10)
      let child = try desk.start(
        ["--server", SharedSandbox.url(), "login", "Everything"] + answers, environment: ["PAGER": pager])
      if pager.hasPrefix("sed") {
        for number in [1, 20] { try desk.terminal.expect(flowing: "paged-Paragraph \(number) of") }
      } else {
        try desk.terminal.expect(flowing: Everything.paragraph(1))
        try desk.terminal.expect("Enter goes on, q ends: ")
        try desk.terminal.type("\r")
        try desk.terminal.expect(flowing: Everything.paragraph(setting.isNarrow ? 4 : 6))
        try desk.terminal.expect("Enter goes on, q ends: ")
        try desk.terminal.type("q\r")
      }
      try desk.answer(("Accept the terms", "y"))
      try desk.terminal.expect("signed in")
      #expect(try Program.wait(for: child) == 0)
    }
  }

  @Test(arguments: TerminalSetting.all)
  func `next asks for what is missing, and ^C at the question keeps the step`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let child = try desk.open("--server", SharedSandbox.url())
    try desk.run("start Login", prompt: "Login 1> ")
    try desk.terminal.type("next\r")
    try desk.answer(("User Name: ", "demo"))
    try desk.terminal.expect("Password: ")
    try desk.terminal.type("\u{3}")
    try desk.terminal.expect("Login 1> ")
    try desk.terminal.type("next\r")
    try desk.answer(("Password: ", "Ch4ng31t"))
    try desk.terminal.expect("signed in")
    try desk.leave(child)
    desk.checkWidth()
  }

  @Test(arguments: TerminalSetting.all)
  func `an undefined variable is a hidden question at a terminal and an error in a script`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting)
    let child = try desk.open()
    try desk.terminal.type("echo \"${new}\"; echo ${new}\r")
    try desk.answer(("Value for new: ", "ä b"))
    try desk.terminal.expect("\n••••\n••••\n")
    try desk.terminal.expect("journey> ")
    try desk.leave(child)
    let script = try desk.home.journey("-c", "echo ok; echo ${new}", environment: setting.environment)
    #expect(script.status == 2 && script.errors.hasPrefix("-c:1:"), "\(script)")
  }

  @Test(arguments: TerminalSetting.all)
  func `a question goes to the terminal and never into what a caller reads`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let words = [
      try Program.journey().path, "--sandbox", "--get", "accessToken", "login", "Login", "--answer", "Name=demo",
      "--answer-from", "Password=prompt", "--tokens", "--reveal",
    ]
    let command = words.map { "'\($0)'" }.joined(separator: " ")
    let child = try Program(path: "/bin/sh").start(
      ["-c", "T=$(\(command) 2>/dev/null); printf 'got <%.6s>\\n' \"$T\""], environment: desk.environment,
      on: desk.terminal)
    try desk.answer(("Password: ", "Ch4ng31t"))
    try desk.terminal.expect("got <")
    #expect(try Program.wait(for: child) == 0)
    #expect(!desk.terminal.screenText.contains("got <Passwo") && !desk.terminal.screenText.contains("got <>"))
    #expect(!desk.terminal.screenText.contains("Ch4ng31t"))
  }
}
