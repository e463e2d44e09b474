import Foundation
import JSON
import PseudoTerminal
import Testing

/// The clients of `scripts/clients`, with the programs that they are for.
@Suite(.serialized) struct ClientTests {
  struct Client: CustomTestStringConvertible {
    var name: String
    /// The program that runs it, looked for in PATH.
    var interpreter: String
    var arguments: @Sendable (_ script: String, _ journey: String) -> [String]
    var testDescription: String { name }

    /// Where the interpreter is; nil where it is not installed, and the client is passed over.
    var path: String? {
      let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      return folders.map { "\($0)/\(interpreter)" }.first { access($0, X_OK) == 0 }
    }
  }

  static let clients = [
    Client(name: "login.py", interpreter: "python3") { [$0, $1] },
    Client(name: "login.mjs", interpreter: "node") { [$0, $1] },
    Client(name: "login.sh", interpreter: "sh") { [$0, $1] },
    Client(name: "login.el", interpreter: "emacs") { ["--batch", "-l", $0, $1] },
    Client(name: "login.vim", interpreter: "vim") { script, _ in ["-es", "-u", "NONE", "-S", script] },
  ].filter {
    $0.path != nil && ($0.name != "login.sh" || Client(name: "jq", interpreter: "jq") { [$0, $1] }.path != nil)
  }

  @Test(.timeLimit(.minutes(1)), arguments: clients)
  func `a client in another language signs in`(_ client: Client) throws {
    let home = try Home()
    let journey = try Program.journey().path
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../scripts/clients")
    let script = folder.appending(path: client.name).standardizedFileURL.path
    var environment = home.environment
    environment["JOURNEY"] = journey
    let result = try Program(path: #require(client.path)).run(
      client.arguments(script, journey), environment: environment)
    #expect(result.output.split(separator: "\n").last == "success", "\(result)")
    #expect(result.status == 0, "\(result)")
  }

  @Test(.timeLimit(.minutes(1)))
  func `standard output that cannot be written is no success`() throws {
    let home = try Home()
    let journey = try Program.journey().path
    let command = #"echo '{"jsonrpc":"2.0","id":1,"method":"echo"}' | "$0" rpc >/dev/full"#
    let result = try Program(path: "/bin/sh").run(["-c", command, journey], environment: home.environment)
    #expect(result.status == 7)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a thousand journeys are open at once in one process`() throws {
    let home = try Home()
    var input = ""
    func call(_ id: Int, _ method: String, _ params: JSON) {
      input +=
        JSON.object(["jsonrpc": "2.0", "id": .number(JSON.Number(id)), "method": .string(method), "params": params])
        .text() + "\n"
    }
    for number in 0..<1000 { call(number, "profile", ["name": .string("p\(number)"), "new": true]) }
    for number in 0..<1000 {
      let profile = JSON.string("p\(number)")
      call(10_000 + number, "start", ["profile": profile, "journey": "Login"])
      call(20_000 + number, "set", ["profile": profile, "target": 0, "value": "demo"])
      call(30_000 + number, "set", ["profile": profile, "target": 1, "value": "Ch4ng31t"])
      call(40_000 + number, "next", ["profile": profile])
    }
    let result = try Program.journey().run(
      ["--sandbox", "rpc", "--drain"], environment: home.environment, input: input)
    let answers = try result.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
    #expect(answers.count == 5000)
    let ends = answers.filter { ($0["id"]?.integer ?? 0) >= 40_000 }
    #expect(ends.allSatisfy { $0["result"]?["kind"] == "success" })
    #expect(ends.count == 1000)
  }
}
