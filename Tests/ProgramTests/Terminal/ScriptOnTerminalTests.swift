import Foundation
import PseudoTerminal
import Testing

/// Scripts, the start-up file and records, where there is a terminal.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ScriptOnTerminalTests {
  @Test(arguments: TerminalSetting.all)
  func `one script gives the same bytes by every way in, with no prompt and no banner`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting)
    let url = try SharedSandbox.url()
    let script = """
      # é
      let name žofie
      echo "one ${name} 日本" \\
        and a line that is longer than a narrow terminal can show in one piece
      -@ start Choice; set 0 'Not at all'; - next
      start Everything
      set 3 é
      show
      capture prompt callbacks[3].prompt
      echo "${prompt}"
      expect kind == continue

      """
    _ = try desk.home.file("a.journey", script)
    let program = try Program.journey().absolutePath
    let ways = [
      "-f a.journey", "./a.journey", "< a.journey", "-f - < a.journey", "-c \"$(cat a.journey)\"",
      "-c 'source a.journey'", "< crlf.journey",
    ]
    let commands = ways.enumerated().map {
      "'\(program)' --server \(url) \($1) > out\($0) 2> err\($0) || { cat err\($0); exit; }\n"
    }
    let compare =
      "for n in \(ways.indices.map(String.init).joined(separator: " ")); do cmp out0 out$n && cmp err0 err$n || exit; done"
    let child = try Program(path: "/bin/sh").start(
      [
        "-c",
        "cd \"$HOME\"; { printf '\\357\\273\\277'; sed 's/$/\\r/' a.journey; } > crlf.journey\n\(commands.joined())\(compare)\necho all the same",
      ],
      environment: desk.environment, on: desk.terminal)
    try desk.terminal.expect("all the same\n")
    #expect(try Program.wait(for: child) == 0)
    let output = try String(contentsOf: desk.home.folder.appending(path: "out0"), encoding: .utf8)
    #expect(output.hasPrefix("one žofie 日本 and a line that is longer than a narrow terminal can show in one piece\n"))
    #expect(output.hasSuffix("\(Everything.namePrompt)\n"))
    #expect(!output.contains("journey>"))
  }

  @Test(arguments: TerminalSetting.all)
  func `a script stops at its first failure and says where, also at bytes that are not UTF-8`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting)
    let path = try desk.home.file("a.journey", "echo 'é 日本'; nope\necho not here\n")
    let bad = desk.home.folder.appending(path: "b.journey")
    try (Data("echo a\necho ".utf8) + Data([0xFF, 0x0A])).write(to: bad)
    for (arguments, place) in [
      (["-f", path], "\(path):1:14:"), (["-c", "echo 'é 日本'; nope"], "-c:1:14:"), (["-f", bad.path], "\(bad.path):2:"),
    ] {
      let child = try desk.start(arguments)
      try desk.terminal.expect(flowing: place)
      #expect(try Program.wait(for: child) == 2)
    }
    #expect(!desk.terminal.screenText.contains("not here"))
    desk.checkWidth()
  }

  @Test(arguments: TerminalSetting.all)
  func `a status says how a script ended, --json, --get, --echo and #! do what they say`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting)
    let script = try desk.home.file("run.journey", "#!/usr/bin/env journey\necho \"ran é\"\nexpect kind == success\n")
    chmod(script, 0o755)
    let server = "--server \(try SharedSandbox.url())"
    let oidc = "--client-id journey --redirect-uri org.example.journey:/callback"
    let login = "login Login --answer 0=demo --answer-from 1=env:PW"
    let environment = try desk.environment.merging(desk.home.environmentWithProgram().filter { $0.key == "PATH" }) {
      $1
    }
    .merging(["PW": "Ch4ng31t"]) { $1 }
    for (command, texts, status) in [
      ("./run.journey", ["ran é\n", "run.journey:3:1:"], 2),
      ("journey run.journey", ["ran é\n"], 2),
      (
        "journey --json -c 'echo \"é 日本, in one line whatever the width of the terminal\"; nope'",
        [#"{"text":"é 日本, in one line whatever the width of the terminal"}"#, #"{"error":{"code":"usage""#], 2
      ),
      ("journey --echo -c 'echo é; @echo b; -nope'", ["> echo é\n", "é\n", "b\n", "> -nope\n"], 0),
      ("T=$(journey \(server) \(oidc) --get accessToken \(login) --tokens --reveal); test ${#T} -gt 20", [], 0),
      ("journey \(server) --get kind \(login)", ["success\n"], 0),
      ("journey \(server) -c 'start Login; set 0 demo; set 1 wrong; next'", ["refused (401)"], 1),
      ("journey --server http://127.0.0.1:9/am start", ["127.0.0.1:9"], 3),
      ("journey \(server) -c 'start Login; capture p callbacks[0].prompt; expect step == 2'", ["-c:1:"], 4),
      ("journey \(server) --no-input -c 'start Login; next'", ["Password"], 5),
      ("journey start", ["--sandbox"], 7),
    ] {
      let child = try Program(path: "/bin/sh").start(
        ["-c", "cd; \(command)"], environment: environment, on: desk.terminal)
      for text in texts { try desk.terminal.expect(flowing: text) }
      #expect(try Program.wait(for: child) == status, "\(command)")
    }
    #expect(!desk.terminal.screenText.contains("Ch4ng31t"))
    desk.checkWidth(typed: ["{\"text\"", "{\"error\"", "> "])
  }

  @Test(arguments: TerminalSetting.all)
  func `the start-up file runs, a mistake in it is said with its place, and --no-rc leaves it out`(
    _ setting: TerminalSetting
  ) throws {
    let desk = try Desk(setting)
    let path = try desk.home.file(".config/journey/rc", "echo frøm the file\nhelp nope\n")
    let child = try desk.start()
    try desk.terminal.expect("frøm the file\n")
    try desk.terminal.expect("\(path):2:1:")
    try desk.terminal.expect("journey> ")
    try desk.leave(child)
    let shown = desk.terminal.screenText
    let bare = try desk.open("--no-rc")
    try desk.leave(bare)
    #expect(!desk.terminal.screenText.dropFirst(shown.count).contains("frøm the file"))
    // No script runs it.
    #expect(try desk.home.journey("-c", "echo x", environment: setting.environment).output == "x\n")
    desk.checkWidth()
  }

  @Test(arguments: TerminalSetting.all)
  func `exit leaves as quit does, and the first line says how to begin`(_ setting: TerminalSetting) throws {
    for word in ["exit", "quit"] {
      let desk = try Desk(setting)
      let child = try desk.start()
      try desk.terminal.expect(flowing: "no server is set")
      try desk.terminal.expect("journey> ")
      try desk.terminal.type("\(word)\r")
      #expect(try Program.wait(for: child) == 0)
      desk.checkWidth()
    }
  }

  @Test(arguments: TerminalSetting.all)
  func `what is recorded in a shell is a script that runs again`(_ setting: TerminalSetting) throws {
    let desk = try Desk(setting)
    let file = desk.home.folder.appending(path: "login.journey").path
    let child = try desk.open("--sandbox")
    try desk.run("record \(file)", prompt: "journey> ")
    try desk.run("start Login", prompt: "Login 1> ")
    try desk.terminal.type("fill\r")
    try desk.answer(("User Name: ", "demo"), ("Password: ", "Ch4ng31t"))
    try desk.terminal.expect("signed in")
    try desk.terminal.expect("journey> ")
    try desk.run("record off", prompt: "journey> ")
    try desk.leave(child)
    let script = try String(contentsOfFile: file, encoding: .utf8)
    #expect(!script.contains("Ch4ng31t") && script.contains("expect "))
    let again = try desk.home.journey(
      "--sandbox", "-f", file, environment: setting.environment.merging(["ANSWER_PASSWORD": "Ch4ng31t"]) { $1 })
    #expect(again.status == 0, "\(again.errors)\(script)")
    desk.checkWidth()
  }
}
