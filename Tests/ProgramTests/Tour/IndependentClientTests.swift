import Foundation
import PseudoTerminal
import Testing

/// Clients of OAuth 2.0 and OpenID Connect that know nothing of this project, against the sandbox.
@Suite(.serialized) struct IndependentClientTests {
  /// A client that is a library of PyPI, with a script that uses it.
  struct PythonClient: CustomTestStringConvertible {
    var name: String
    /// What it needs, as pip takes it.
    var packages: [String]
    var script: String
    var testDescription: String { name }
  }

  static let pythonClients = [
    PythonClient(name: "Authlib", packages: ["Authlib>=1.6,<2", "requests>=2.32,<3"], script: "authlib_client.py"),
    PythonClient(name: "idpyoidc", packages: ["idpyoidc>=5,<6", "requests>=2.32,<3"], script: "idpyoidc_client.py"),
  ]

  private let home: Home

  init() throws { home = try Home() }

  private var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(
      [
        "FOLDER": home.folder.path, "HOME": home.folder.path, "NO_PROXY": "*", "no_proxy": "*",
        "PYTHONDONTWRITEBYTECODE": "1",
      ]) { $1 }
  }

  @Test(.timeLimit(.minutes(5)), arguments: pythonClients)
  func `a client from PyPI signs in with PKCE and checks what it gets`(_ client: PythonClient) throws {
    let python = try home.python(with: client.packages)
    try expectSuccess("'\(python)' -W ignore", client.script)
  }

  @Test(.timeLimit(.minutes(5)))
  func `Debian's oidc-agent signs in by the device flow and refreshes`() throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    guard path.split(separator: ":").contains(where: { access("\($0)/oidc-agent", X_OK) == 0 }) else {
      try Test.cancel("oidc-agent is not installed")
    }
    try expectSuccess("python3", "oidc_agent_client.py")
  }

  /// Runs a script beside this file against a sandbox of its own.
  private func expectSuccess(_ python: String, _ script: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Clients").path
    let run = """
      cd "$FOLDER"
      mkfifo url
      '\(try Program.journey().path)' sandbox --clients '\(folder)/clients.json' >url 2>/dev/null &
      server=$!
      trap 'kill $server' EXIT
      read -r url <url
      \(python) '\(folder)/\(script)' "$url"
      """
    let result = try Program(path: "/bin/sh").run(["-c", run], environment: environment)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "ok\n")
  }
}
