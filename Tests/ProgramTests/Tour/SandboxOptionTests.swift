import Foundation
import PseudoTerminal
import Testing

/// `journey sandbox`: its files and how it starts and ends.
struct SandboxOptionTests {
  private let home: Home

  init() throws { home = try Home() }

  private static let mistakes: [(option: String, text: String, message: String)] = [
    ("--users", "{\n  \"users\": [}", "line 2, column 13"),
    ("--users", #"{"users":[{"password":"x"}]}"#, "users[0]: it has no \"username\""),
    ("--users", #"{"users":[{"username":"a"},{"username":"b","mail":5}]}"#, "users[1].mail: a text is wanted, not 5"),
    ("--users", #"{"users":[{"username":"a\nb"}]}"#, "users[0].username: it holds a line break"),
    (
      "--clients", #"{"clients":[{"clientId":"c","method":"magic"}]}"#,
      "clients[0].method: there is no method \"magic\""
    ),
    ("--switches", #"{"nosuch":1}"#, "no switch \"nosuch\""),
    ("--switches", #"{"idleMinutes":0}"#, "the switch idleMinutes takes a number from 1 to"),
    (
      "--journeys", #"{"trees":{"J":{"tree":{"entryNodeId":"a","nodes":{}}}}}"#,
      "journey J: its entry node a is not there"
    ),
    ("--journeys", #"{"a":1}"#, "is no journey export"),
    (
      "--journeys",
      #"{"trees":{"J":{"tree":{"entryNodeId":"a","nodes":{"a":{"nodeType":"DataStoreDecisionNode","connections":{"maybe":"70e691a5-1e33-4ac3-a356-e7b6d60d92e0"}}}}}}}"#,
      "journey J, node DataStoreDecisionNode a: it has no outcome maybe"
    ),
  ]

  @Test(.timeLimit(.minutes(5)), arguments: mistakes)
  func `a bad file is one line with file and place, and exit 7`(option: String, text: String, message: String) throws {
    let path = try home.file("bad.json", text)
    let result = try home.journey("sandbox", option, path)
    #expect(result.status == 7)
    #expect(result.output.isEmpty)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 1, "\(result.errors)")
    #expect(lines.first?.contains(path) == true)
    #expect(lines.first?.contains(message) == true, "\(result.errors)")
  }

  @Test(arguments: ["--users", "--clients", "--switches", "--journeys"])
  func `a file that is not there is said`(option: String) throws {
    let result = try home.journey("sandbox", option, "/nosuch/file.json")
    #expect(result.status == 7)
    #expect(result.errors.contains("/nosuch/file.json: there is no such file"))
  }

  @Test(.timeLimit(.minutes(5)))
  func `it prints its base URL, says the rest on standard error, and ends with 0`() throws {
    let result = try Program.journey().run(
      ["sandbox", "--switch", "idleMinutes=3", "laxPKCE", "--verbose"],
      environment: home.environment.merging(["JOURNEY_SANDBOX_TOKEN": "chosen"]) { $1 }, signal: SIGTERM)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("http://127.0.0.1:") && result.output.hasSuffix("/am\n"))
    #expect(result.errors.contains("/sandbox chosen\n"))
  }

  @Test func `help lists options and switches`() throws {
    let result = try home.journey("sandbox", "--help")
    #expect(result.status == 0)
    for word in ["--verbose", "--switches FILE", "allowListing", "sessionQuota"] {
      #expect(result.output.contains(word), "\(word)")
    }
  }
}
