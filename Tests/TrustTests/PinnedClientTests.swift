import Foundation
import JSON
import PseudoTerminal
import Synchronization
import Testing

/// A client that is bound to a journey of its own, driven by the built program.
@Suite(.serialized, .timeLimit(.minutes(2)))
final class PinnedClientTests {
  private let home: Home
  private let server: ScriptedAM
  private let options: [String]

  init() throws {
    home = try Home()
    server = try ScriptedAM()
    options = server.options + ["--store", "file", "--json", "--header", "X-Mode: pinned"]
  }

  private func run(_ command: String...) async throws -> Program.Result { try await home.journey(options + command) }

  /// Answers the two steps of a journey that has begun.
  private func goThrough() async throws {
    for command in [
      ["set", "0", "demo"], ["set", "1", "--from", "env:PW"], ["next"], ["set", "0", "--from", "env:OTP"], ["next"],
    ] {
      let result = try await home.journey(options + command)
      #expect(result.status == 0, "\(command): \(result.output)")
    }
  }

  @Test func `refused, journey, consent, tokens: each command a process`() async throws {
    _ = try await run("start", "Login")
    try await goThrough()
    let refused = try await run("tokens")
    let error = try JSON(parsing: refused.output)["error"]
    #expect(refused.status == 1 && error?["code"] == "no-session")
    #expect(error?["hint"]?.string?.contains("start --advice TransactionConditionAdvice=tx-1") == true)
    #expect(try await run("start", "--advice", "TransactionConditionAdvice=tx-1").status == 0)
    #expect(try await run("tokens").output.contains("still under way"))
    try await goThrough()
    #expect(try await run("tokens").status == 6)
    let tokens = try await run("tokens", "--consent")
    #expect(tokens.status == 0 && tokens.output.contains("\"claims\""), "\(tokens.output)")
  }

  @Test func `login goes through both journeys with one set of answers, and agrees to nothing`() async throws {
    let answers = [
      "--answer", "0=demo", "--answer-from", "1=env:PW", "--answer-from", "One Time Password=env:OTP", "--tokens",
    ]
    let login = try await home.journey(options + ["login", "Login"] + answers)
    #expect(login.status == 6 && login.output.contains("tokens --consent"), "\(login.output) \(login.errors)")
    let asked = server.state.withLock { $0.requests.count { $0.hasSuffix("/authenticate") } }
    #expect(asked == 6)
    #expect(try await run("tokens", "--consent").status == 0)
  }
}
