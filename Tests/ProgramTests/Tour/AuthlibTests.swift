import Foundation
import PseudoTerminal
import Testing

/// Authlib, a client of OAuth 2.0 and OpenID Connect from PyPI that knows nothing of this project, against the sandbox.
struct AuthlibTests {
  private let home: Home

  init() throws { home = try Home() }

  private var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(["FOLDER": home.folder.path]) { $1 }
  }

  @Test(.timeLimit(.minutes(3)))
  func `Authlib signs in with PKCE, checks the ID token, refreshes and revokes`() throws {
    let install = """
      python3 -m venv "$FOLDER/venv" && timeout 90 "$FOLDER/venv/bin/pip" install --disable-pip-version-check \
        --progress-bar off --retries 1 --timeout 10 'Authlib>=1.6,<2' 'requests>=2.32,<3'
      """
    let shell = Program(path: "/bin/sh")
    let installed = try shell.run(["-c", install], environment: environment)
    guard installed.status == 0 else {
      try Test.cancel("Authlib cannot be had from PyPI: \(installed.errors.split(separator: "\n").last ?? "")")
    }
    let client = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "authlib_client.py").path
    let script = """
      mkfifo "$FOLDER/url"
      '\(try Program.journey().path)' sandbox >"$FOLDER/url" 2>/dev/null &
      server=$!
      trap 'kill $server' EXIT
      read -r url <"$FOLDER/url"
      NO_PROXY='*' no_proxy='*' "$FOLDER/venv/bin/python" -W ignore '\(client)' "$url"
      """
    let result = try shell.run(["-c", script], environment: environment)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "ok\n")
  }
}
