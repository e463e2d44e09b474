import Foundation
import PseudoTerminal
import Testing

/// Steps as a person at a terminal sees and answers them, against the server inside the program.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct StepTests {
  private static let uri = "otpauth://"
  private static let full: [String: String] = ["LC_ALL": "C.UTF-8"]

  /// Signs in as far as the step with the enrolment URI.
  private func enrol(_ desk: Desk) throws {
    try desk.run("start AuthenticatorApp", shows: "[0] Name", prompt: "AuthenticatorApp 1> ")
    try desk.run("set 0 demo", prompt: "AuthenticatorApp 1> ")
    try desk.run("set 1", shows: "Password: ", prompt: "")
    try desk.terminal.type("Ch4ng31t\r")
    try desk.terminal.expect("AuthenticatorApp 1> ")
    try desk.run("next", shows: "prints the URI", prompt: "AuthenticatorApp 2> ")
  }

  @Test func `an enrolment URI is a QR code, and is printed where it is asked for alone`() throws {
    let desk = try Desk(columns: 120, rows: 50)
    let child = try desk.start("--sandbox", environment: Self.full)
    try desk.terminal.expect("journey> ")
    try desk.run("record \(desk.home.folder.path)/enrol.journey; trace on", prompt: "> ")
    try enrol(desk)
    let shown = desk.terminal.screenText
    #expect(shown.contains("█▀▀▀▀▀█") || shown.contains("▀▀▀▀▀"))
    #expect(!shown.contains(Self.uri))
    try desk.run("show --reveal", shows: "enrolment URI:", "\(Self.uri)totp/Sandbox:demo", prompt: "2> ")
    try desk.leave(child)
    #expect(try !desk.home.everything().contains(Self.uri))
  }

  @Test func `a QR code has colours of its own, and none where colours or block characters are not wanted`() throws {
    for (environment, mark) in [
      (["NO_COLOR": "", "LC_ALL": "C.UTF-8"], "\u{1B}[38;5;16;48;5;231m"),
      (["NO_COLOR": "", "LC_ALL": "C"], "\u{1B}[48;5;16m"), (["LC_ALL": "C"], "##"),
    ] {
      let desk = try Desk(columns: 120, rows: 60)
      let child = try desk.start("--sandbox", environment: environment)
      try desk.terminal.expect("journey> ")
      try enrol(desk)
      #expect(String(decoding: desk.terminal.shown, as: UTF8.self).contains(mark), "\(environment)")
      try desk.leave(child)
    }
  }

  @Test func `a terminal that is too narrow for the code says how wide it is`() throws {
    let desk = try Desk(columns: 40)
    let child = try desk.start("--sandbox", environment: Self.full)
    try desk.terminal.expect("journey> ")
    try enrol(desk)
    #expect(desk.terminal.screenText.contains("the QR code needs"))
    try desk.leave(child)
  }

  @Test(arguments: [40, 120], [["LC_ALL": "C"], ["LC_ALL": "C.UTF-8"], ["LANG": ""]])
  func `fill asks for every open answer of a registration, then sends`(
    columns: Int, locale: [String: String]
  ) throws {
    let desk = try Desk(columns: columns, rows: 50)
    let child = try desk.start("--sandbox", environment: locale)
    try desk.terminal.expect("journey> ")
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
    let step = desk.terminal.screenText.split(separator: "> fill")[0]
    for line in step.split(separator: "\n") { #expect(line.count <= columns, "\(line)") }
  }

  @Test(arguments: ["sed s/^/paged-/", "no-such-pager-of-mine"])
  func `terms that are longer than the screen go through the pager, or page by page`(pager: String) throws {
    let desk = try Desk(columns: 30, rows: 2)
    let answers = [
      "0=ada", "1=Ada", "2=Lovelace", "3=ada@example.org", "4=yes", "5=Eng1ne-1843", "6.question=First machine?",
      "6.answer=engine", "7.question=First language?", "7.answer=french",
    ]
    let child = try desk.start(
      ["--sandbox", "login", "Registration"] + answers.flatMap { ["--answer", $0] }, environment: ["PAGER": pager])
    if pager.hasPrefix("sed") {
      try desk.terminal.expect("paged-")
    } else {
      try desk.terminal.expect("Enter goes on, q ends: ")
      try desk.terminal.type("q\r")
    }
    try desk.answer(("Accept the terms", "y"))
    try desk.terminal.expect("signed in")
    #expect(try Program.wait(for: child) == 0)
  }

  @Test func `next asks for what is missing, and ^C at the question keeps the step`() throws {
    let desk = try Desk()
    let child = try desk.start("--sandbox")
    try desk.terminal.expect("journey> ")
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
  }

  @Test func `a step that polls names wait, which counts down`() throws {
    let desk = try Desk()
    let child = try desk.start("--sandbox")
    try desk.terminal.expect("journey> ")
    try desk.run("start Polling", prompt: "Polling 1> ")
    try desk.run("set 0 demo; set 1 Ch4ng31t; next", shows: "'wait' goes on when it is over", prompt: "Polling 2> ")
    try desk.terminal.type("wait\r")
    try desk.terminal.expect("waiting ")
    try desk.terminal.expect("(^C stops)")
    try desk.terminal.expect("signed in")
    try desk.terminal.expect("journey> ")
    try desk.leave(child)
  }

  @Test func `rules of a password stand below it, and what it broke is marked by more than a colour`() throws {
    let desk = try Desk(columns: 120, rows: 60)
    let child = try desk.start("--sandbox")
    try desk.terminal.expect("journey> ")
    try desk.run("start Registration", shows: "Must have at least 8 characters", prompt: "Registration 1> ")
    try desk.run(
      "set ValidatedCreatePassword weak; next --defaults", shows: "! Must have at least 8 characters.", prompt: "> ")
    try desk.leave(child)
  }

  @Test func `a step that was kept is there when the next shell begins`() throws {
    let desk = try Desk()
    // A server that outlives one shell.
    let server = try Desk()
    let sandbox = try server.start("sandbox")
    defer {
      kill(sandbox, SIGTERM)
      _ = try? Program.wait(for: sandbox)
    }
    try server.terminal.expect("/am\n")
    let lines = server.terminal.screenText.split(separator: "\n")
    let url = try String(#require(lines.first { $0.hasPrefix("http://") && $0.hasSuffix("/am") }))
    var child = try desk.start("--server", url, "--store", "file")
    try desk.terminal.expect("journey> ")
    try desk.run("start Login", prompt: "Login 1> ")
    try desk.leave(child)
    child = try desk.start("--server", url, "--store", "file")
    try desk.terminal.expect("a step waits for answers")
    try desk.terminal.expect("Login 1> ")
    try desk.terminal.type("set \t")
    try desk.terminal.expect("0  Name User Name")
    try desk.terminal.type("\u{3}")
    try desk.leave(child)
  }
}
