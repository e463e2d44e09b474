import Foundation
import JSON
import PseudoTerminal
import Testing

/// What people ran into with other tools, in the classes shell, scripting, unicode and what a failure says: tried with the built
/// program. `Tests/FieldCases.md` has the list.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FieldCaseTests {
  private let home: Home

  init() throws { home = try Home() }

  private static let password = ["PW": "Ch4ng31t"]
  private static let tokens = [
    "--get", "accessToken", "login", "Login", "--answer", "Name=demo", "--answer-from", "Password=prompt", "--tokens",
    "--reveal",
  ]

  /// C061
  @Test func `under --json every line of standard output is one document, whatever happens`() throws {
    let script =
      "start Login; set 0 demo; - next; - set 9 x; set 1 \"${env:PW}\"; next; tokens; echo 'é\u{1B}[2J'; nope"
    let result = try home.journey("--sandbox", "--json", "--insecure", "-c", script, environment: Self.password)
    #expect(result.status == 2)
    let documents = try result.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
    #expect(documents.count == 9)
    #expect(documents.last?["error"]?["code"] == "usage")
    #expect(result.errors.contains("INSECURE"))
  }

  /// C063
  @Test func `without a terminal a question fails at once and says what is missing`() throws {
    let result = try Program.journey().run(["--sandbox"] + Self.tokens, environment: home.environment)
    #expect(result.status == 5)
    #expect(result.output.isEmpty)
    let script = try home.journey("--sandbox", "-c", "start Login; set 1", input: "Ch4ng31t\n")
    #expect(script.status == 5)
    #expect(script.errors.contains("-c:1:14: There is nobody to ask for the answer to 1 (Password"))
    let desk = try Desk(home: home)
    let child = try desk.start("--sandbox", "--no-input", "-c", "start Login; next")
    #expect(try Program.wait(for: child) == 5)
  }

  /// C065
  @Test func `the environment alone is enough, without a home and without writing anything`() throws {
    let environment = [
      "JOURNEY_SANDBOX": "1", "JOURNEY_JOURNEY": "Login", "JOURNEY_REALM": "/alpha", "JOURNEY_JSON": "yes",
      "PW": "Ch4ng31t", "PATH": "/usr/bin:/bin",
    ]
    let script = "start; set 0 demo; set 1 --from env:PW; next; config realm"
    let result = try Program.journey().run(["-c", script], environment: environment)
    #expect(result.status == 0, "\(result.errors)")
    let last = try JSON(parsing: String(result.output.split(separator: "\n").last ?? ""))
    #expect(last["realm"] == ["value": "/alpha", "origin": "environment"])
    let option = try Program.journey().run(["--realm", "/", "-c", "config realm"], environment: environment)
    #expect(option.output == "{\"realm\":{\"value\":\"/\",\"origin\":\"option\"}}\n")
    #expect(!result.output.contains("Ch4ng31t") && !result.errors.contains("Ch4ng31t"))
  }

  /// C076
  @Test func `a user name and a password beyond ASCII arrive as they were typed`() throws {
    let users = try home.file(
      "users.json", #"{"users":[{"username":"žofie.ñ","password":"Å€😀 pw-1A","mail":"z@example.org"}]}"#)
    let server = try Desk(home: home)
    let sandbox = try server.start("sandbox", "--users", users)
    defer {
      kill(sandbox, SIGTERM)
      _ = try? Program.wait(for: sandbox)
    }
    try server.terminal.expect("/am\n")
    let url = try String(#require(server.terminal.screenText.split(separator: "\n").first { $0.hasSuffix("/am") }))
    for locale in ["C", "C.UTF-8"] {
      let result = try home.journey(
        "--server", url, "-c", "start Login; set 0 žofie.ñ; set 1 --from env:PW; next; session",
        environment: ["PW": "Å€😀 pw-1A", "LC_ALL": locale])
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains("žofie.ñ"))
    }
  }

  /// C079
  @Test func `a refusal shows the words of the server, and under --debug where its logs have it`() throws {
    let script = "start Login; set 0 demo; set 1 wrong; next"
    let result = try home.journey("--sandbox", "--debug", "-c", script)
    #expect(result.status == 1)
    #expect(result.output.contains("refused (401): Login failure"))
    let id = try #require(result.output.firstMatch(of: /transaction id +([0-9a-f-]+)/)?.1)
    #expect(result.errors.contains(id))
    let json = try home.journey("--sandbox", "--json", "-c", script)
    let node = try JSON(parsing: String(json.output.split(separator: "\n").last ?? ""))
    #expect(node["transactionId"]?.string?.isEmpty == false && node["failureUrl"] != nil && node["detail"] != nil)
  }
}
