import Foundation
import JSON
import PseudoTerminal
import TLSServer
import Testing

/// Certificates, through the built program.
@Suite(.serialized, .timeLimit(.minutes(2)))
final class CertificateTests {
  private let home: Home
  /// A call below `/json`, and one that asks for the discovery document first.
  private static let commands = [["call", "GET", "json/x"], ["introspect", "some-token"]]

  init() throws { home = try Home() }

  private func run(_ server: TLSServer, _ options: [String], _ command: [String]) async throws -> Program.Result {
    let base = [
      "--server", "https://127.0.0.1:\(server.port)/am", "--client-id", "cli", "--redirect-uri", "a:/b", "--json",
    ]
    return try await home.journey(base + options + command)
  }

  private func code(_ result: Program.Result) throws -> String? {
    try JSON(parsing: result.output)["error"]?["code"]?.string
  }

  @Test(
    arguments: [
      ("good", nil), ("selfsigned", "self"), ("expired", "expired"), ("wronghost", "match"),
    ] as [(String, String?)])
  func `a certificate decides, whatever is asked for`(_ certificate: String, _ reason: String?) async throws {
    let server = try TLSServer(certificate: certificate)
    for command in Self.commands {
      let result = try await run(server, ["--cacert", server.file("ca.pem")], command)
      if let reason {
        #expect(try code(result) == "tls" && result.status == 3, "\(command): \(result)")
        let message = try JSON(parsing: result.output)["error"]?["message"]?.string ?? ""
        #expect(message.contains("127.0.0.1:\(server.port)") && message.contains(reason), "\(message)")
      } else {
        #expect(try code(result) != "tls", "\(command): \(result)")
      }
    }
    // Without the authority not even the good one is taken.
    #expect(try code(try await run(server, [], Self.commands[0])) == "tls")
  }

  @Test(arguments: ["selfsigned", "expired", "wronghost"])
  func `the insecure switch covers every fault and says so each time`(_ certificate: String) async throws {
    let server = try TLSServer(certificate: certificate)
    for command in Self.commands {
      let result = try await run(server, ["--insecure"], command)
      #expect(try code(result) != "tls" && result.errors.contains("INSECURE"), "\(command): \(result)")
    }
  }

  @Test func `a client certificate is shown, and a missing file is named`() async throws {
    let server = try TLSServer(certificate: "good", asksClient: true)
    let trust = ["--cacert", server.file("ca.pem")]
    let key = ["--cert", server.file("client.pem"), "--key", server.file("client.key")]
    let command = Self.commands[0]
    let environment = "KEY_PASSWORD=hush-hush"
    let words =
      ["--server", "https://127.0.0.1:\(server.port)/am", "--json"] + trust + key + [
        "--key-password-from", "env:KEY_PASSWORD",
      ] + command
    let good = try await home.shell(
      "\(environment) exec \"$JOURNEY\" " + words.map { "'\($0)'" }.joined(separator: " "))
    #expect(good.status == 0 && good.output.contains("\"status\":200"), "\(good)")
    #expect(try await run(server, trust, command).status == 3)
    let missing = try await run(server, ["--cert", "/nowhere/client.pem"], command)
    #expect(missing.status == 7 && missing.output.contains("/nowhere/client.pem"), "\(missing)")
    let authority = try await run(server, ["--cacert", "/nowhere/ca.pem"], command)
    #expect(authority.status == 7 && authority.output.contains("/nowhere/ca.pem"), "\(authority)")
  }
}
