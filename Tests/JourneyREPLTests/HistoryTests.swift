import Foundation
import JSON
import JourneyCommands
import Testing

@testable import JourneyREPL

struct HistoryFileTests {
  private let folder: URL
  private let path: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "journey-history-\(UUID().uuidString)")
    path = folder.appending(path: "state/journey/history").path
  }

  private func mode() throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test func `lines come back in order, and the file is 0600 in folders of 0700`() throws {
    let file = HistoryFile(path: path)
    #expect(file.lines().isEmpty)
    file.append(["start Login", "set 0 'é 日本'"])
    file.append(["next"])
    #expect(file.lines() == ["start Login", "set 0 'é 日本'", "next"])
    #expect(try mode() == 0o600)
    let above = folder.appending(path: "state/journey").path
    #expect(try FileManager.default.attributesOfItem(atPath: above)[.posixPermissions] as? Int == 0o700)
  }

  @Test func `a file that others could read becomes 0600 and keeps its lines`() throws {
    let file = HistoryFile(path: path)
    file.append(["one"])
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    file.append(["two"])
    #expect(try mode() == 0o600)
    #expect(file.lines() == ["one", "two"])
  }

  @Test func `a file that was cut in a line does not swallow the next one, and foreign bytes are left out`() throws {
    let file = HistoryFile(path: path)
    file.append(["one"])
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes += Data([0xFF, 0xFE, 0x0A]) + Data("tw".utf8)
    try bytes.write(to: URL(filePath: path))
    file.append(["three"])
    #expect(file.lines() == ["one", "tw", "three"])
    #expect(try Data(contentsOf: URL(filePath: path)).starts(with: bytes))
  }

  @Test func `a link is not followed`() throws {
    try FileManager.default.createDirectory(
      at: folder.appending(path: "state/journey"), withIntermediateDirectories: true)
    let target = folder.appending(path: "other")
    try Data("kept\n".utf8).write(to: target)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target.path)
    let file = HistoryFile(path: path)
    file.append(["x"])
    #expect(file.lines().isEmpty)
    #expect(try Data(contentsOf: target) == Data("kept\n".utf8))
  }

  @Test func `a folder that cannot be made is no error`() {
    let file = HistoryFile(path: "/proc/none/journey/history")
    file.append(["x"])
    #expect(file.lines().isEmpty)
  }

  @Test func `the end of a long file is read from a whole line on`() throws {
    let file = HistoryFile(path: path)
    file.append((0..<40_000).map { "echo \($0)" })
    let lines = file.lines()
    #expect(lines.last == "echo 39999")
    #expect(lines.count < 40_000)
    #expect(lines.allSatisfy { $0.hasPrefix("echo ") })
  }

  @Test func `two shells that write at once lose nothing`() async throws {
    let path = path
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask { for line in 0..<50 { HistoryFile(path: path).append(["echo \(writer) \(line)"]) } }
      }
    }
    #expect(Set(HistoryFile(path: path).lines()).count == 200)
  }

  @Test func `the place follows XDG_STATE_HOME, and a relative value does not count`() {
    #expect(HistoryFile(environment: ["XDG_STATE_HOME": "/s", "HOME": "/h"])?.path == "/s/journey/history")
    #expect(HistoryFile(environment: ["XDG_STATE_HOME": "s", "HOME": "/h"])?.path == "/h/.local/state/journey/history")
    #expect(HistoryFile(environment: [:]) == nil)
  }
}

struct HistoryPolicyTests {
  private static let step: JSON = [
    "callbacks": [
      [
        "index": 0, "type": "NameCallback", "prompt": "User Name", "secret": false,
        "inputs": [["name": "IDToken1", "secret": false]],
      ],
      [
        "index": 1, "type": "PasswordCallback", "prompt": "Password", "secret": true,
        "inputs": [["name": "IDToken2", "secret": true]],
      ],
    ]
  ]

  private func callback(secret: Bool) -> HistoryPolicy.Outcome {
    .gave(Output(["secret": .bool(secret), "inputs": [["secret": .bool(secret)]]], .callback))
  }

  private func keeps(_ line: String, _ outcomes: HistoryPolicy.Outcome...) throws -> Bool {
    let commands = try ScriptParser.parse(line: line)
    return HistoryPolicy.keeps(
      line, commands: commands.enumerated().map { ($1, outcomes.indices.contains($0) ? outcomes[$0] : .didNotRun) },
      step: Self.step)
  }

  @Test func `an ordinary line is kept, whether it failed or not`() throws {
    #expect(try keeps("echo hello", .gave(.nothing)))
    #expect(try keeps("help nope", .failed))
  }

  @Test func `the start of a journey that the server does not have is not kept`() throws {
    let unknown = HistoryPolicy.Outcome.gave(Output(["kind": "error", "cause": "not-found"], .node))
    for line in ["start Nope", "login Nope"] { #expect(try !keeps(line, unknown)) }
    #expect(try keeps("start Login", .gave(Output(["kind": "error", "cause": "rejected"], .node))))
  }

  @Test func `a line that begins with a blank, does not parse or is no command is not kept`() throws {
    #expect(try !keeps(" echo hello", .gave(.nothing)))
    #expect(!HistoryPolicy.keeps("echo 's3cret", commands: nil, step: nil))
    #expect(try !keeps("sett 1 s3cret", .failed))
    #expect(try !keeps("${x} s3cret", .failed))
  }

  @Test func `of the answers, those to inputs that are no secrets are kept, if they were taken`() throws {
    try #require(CommandSpec.named("set") != nil)
    #expect(try keeps("set 0 demo", callback(secret: false)))
    #expect(try !keeps("set 1 s3cret", callback(secret: true)))
    #expect(try !keeps("set 0 demo", .failed))
    #expect(try !keeps("echo x; set 0 demo", .failed))
  }

  @Test func `a variable whose value is written out is not kept, one that names its source is`() throws {
    #expect(try !keeps("let password s3cret", .gave(.nothing)))
    #expect(try !keeps("let user demo", .gave(.nothing)))
    #expect(try keeps("let password ${env:PW}", .gave(.nothing)))
  }

  @Test func `credentials in a setting or a request are not kept, the others are`() throws {
    for line in [
      "config header 'Authorization: Bearer abc'", "config proxy http://me:pw@proxy:8080",
      "config oidcParam login_hint=me",
      "call POST /json/x --data '{\"password\":\"s3cret\"}'", "call GET /json/x?token=abc", "start --query code=abc",
      "start --query=code=abc",
      "call POST /json/x --data=password",
      "config server https://me:pw@am.example.com/am",
    ] {
      #expect(try !keeps(line, .gave(.nothing)), "\(line)")
    }
    for line in [
      "config header 'Accept-Language: fr'", "config proxy http://proxy:8080", "config realm /alpha",
      "config server https://am.example.com/am?mail=me@example.com",
      "call GET /json/x?_prettyPrint=true", "start --query goto=/x",
    ] {
      #expect(try keeps(line, .gave(.nothing)), "\(line)")
    }
  }

  @Test func `a security question is kept, its answer is not`() throws {
    let callback: JSON = [
      "index": 0, "type": "KbaCreateCallback", "secret": true,
      "inputs": [
        ["name": "IDToken1question", "field": "question", "secret": false],
        ["name": "IDToken1answer", "field": "answer", "secret": true],
      ],
    ]
    let gave = HistoryPolicy.Outcome.gave(Output(callback, .callback))
    for target in ["0.question", "0.0", "IDToken1question"] { #expect(try keeps("set \(target) 'First pet?'", gave)) }
    for target in ["0.answer", "0.1", "IDToken1answer", "KbaCreate", "${x}"] {
      #expect(try !keeps("set \(target) Rex", gave))
    }
  }

  @Test func `a value that may be a secret is masked in an echo, whatever the way to it`() throws {
    try #require(CommandSpec.named("set") != nil && CommandSpec.named("login") != nil)
    func masked(_ line: String) throws -> String {
      try ScriptParser.parse(line: line).map { CommandSecrets.masked($0, step: Self.step) }.joined(separator: "; ")
    }
    #expect(try masked("set 0 demo") == "set 0 demo")
    #expect(try masked("-set 1 's3 cret'") == "-set 1 ••••")
    #expect(try masked("set Password s3cret") == "set Password ••••")
    #expect(try masked("set 9 s3cret") == "set 9 ••••")
    #expect(try masked("set +0 s3cret") == "set +0 ••••")
    #expect(try masked("login Login --answer-from Password=env:PW") == "login Login --answer-from Password=env:PW")
    #expect(try masked("set 1 ${pw}") == "set 1 ${pw}")
    #expect(try masked("login Login --answer 'User Name=demo' --answer 1=s3cret").contains("s3cret") == false)
  }
}

struct HistoryRecallTests {
  private let earlier = ["start Login", "set 0 demo"]

  @Test func `!! is the last line, !N the one of that number, with what is typed behind it`() {
    #expect(HistoryRecall("!!", earlier: earlier) == .line("set 0 demo"))
    #expect(HistoryRecall("!1 --force-auth", earlier: earlier) == .line("start Login --force-auth"))
    #expect(HistoryRecall("!!x", earlier: earlier) == .line("set 0 demox"))
  }

  @Test func `what is not there is said, and other lines are left alone`() {
    #expect(HistoryRecall("!7", earlier: earlier) == .unknown("!7"))
    #expect(HistoryRecall("!!", earlier: []) == .unknown("!!"))
    #expect(HistoryRecall("!x", earlier: earlier) == .unknown("!x"))
    #expect(HistoryRecall("!99999999999999999999", earlier: earlier) == .unknown("!99999999999999999999"))
    #expect(HistoryRecall("! ", earlier: earlier) == .list)
    #expect(HistoryRecall("echo !!", earlier: earlier) == .none)
  }
}
