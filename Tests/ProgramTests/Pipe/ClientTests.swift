import Foundation
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
    var path: String? { Self.path(of: interpreter) }

    static func path(of program: String) -> String? {
      let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      return folders.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }
  }

  static let clients = [
    Client(name: "login.py", interpreter: "python3") { [$0, $1] },
    Client(name: "login.mjs", interpreter: "node") { [$0, $1] },
    Client(name: "login.sh", interpreter: "sh") { [$0, $1] },
    Client(name: "login.el", interpreter: "emacs") { ["--batch", "-l", $0, $1] },
    Client(name: "login.vim", interpreter: "vim") { script, _ in ["-es", "-u", "NONE", "-S", script] },
  ]

  @Test(.timeLimit(.minutes(5)), arguments: clients)
  func `a client in another language signs in`(_ client: Client) throws {
    guard let interpreter = client.path, client.name != "login.sh" || Client.path(of: "jq") != nil else {
      try Test.cancel("\(client.interpreter) or jq is not installed")
    }
    let home = try Home()
    let journey = try Program.journey().path
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../scripts/clients")
    let script = folder.appending(path: client.name).standardizedFileURL.path
    var environment = home.environment
    environment["JOURNEY"] = journey
    let result = try Program(path: interpreter).run(
      client.arguments(script, journey), environment: environment)
    #expect(result.output.split(separator: "\n").last == "success", "\(result)")
    #expect(result.status == 0, "\(result)")
  }

  @Test(.timeLimit(.minutes(5)))
  func `standard output that cannot be written is no success`() throws {
    let home = try Home()
    let journey = try Program.journey().path
    let command = #"echo '{"jsonrpc":"2.0","id":1,"method":"echo"}' | "$0" rpc >/dev/full"#
    let result = try Program(path: "/bin/sh").run(["-c", command, journey], environment: home.environment)
    #expect(result.status == 7)
  }
}
