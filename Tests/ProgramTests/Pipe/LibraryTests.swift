import Foundation
import PseudoTerminal
import Testing

/// Libraries that know nothing of this project, against the program: what they take for granted, and what they check.
struct LibraryTests {
  private let home: Home
  private let folder = URL(filePath: #filePath).deletingLastPathComponent()

  init() throws { home = try Home() }

  /// Debian's Python, and no other that may come first in PATH.
  private func python(_ script: String, _ arguments: String..., python: String = "/usr/bin/python3") throws
    -> Program.Result
  {
    let words = ["-W", "ignore", folder.appending(path: script).path, try Program.journey().path] + arguments
    return try Program(path: python).run(words, environment: home.environment)
  }

  private func needs(_ module: String) throws {
    let check = try Program(path: "/usr/bin/python3").run(["-c", "import \(module)"], environment: home.environment)
    guard check.status == 0 else { try Test.cancel("Debian's Python has no module \(module)") }
  }

  @Test(.timeLimit(.minutes(5)))
  func `the OpenRPC document is one, and every answer in both framings is what it says`() throws {
    try needs("jsonschema")
    let result = try python("OpenRPC/check.py", folder.appending(path: "OpenRPC/meta-schema.json").path)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test(.timeLimit(.minutes(5)))
  func `pylsp-jsonrpc signs in, cancels a wait and shuts down`() throws {
    try needs("pylsp_jsonrpc")
    let result = try python("pylsp_client.py")
    #expect(result.status == 0 && result.output == "success\n", "\(result)")
  }

  @Test(.timeLimit(.minutes(5)))
  func `the mcp package uses every tool, with a handshake and without`() throws {
    let python = try home.python(with: ["mcp>=2.3,<3"])
    let result = try self.python("mcp_client.py", "legacy", "auto", "2026-07-28", python: python)
    #expect(result.status == 0 && result.output == "ok\n", "\(result)")
  }
}
