import Foundation
import JSON
import PseudoTerminal
import Synchronization
import Testing

/// Several processes on one profile.
@Suite(.serialized, .timeLimit(.minutes(3)))
final class SharedStateTests {
  private let home: Home
  private let server: ScriptedAM
  private let options: [String]

  init() throws {
    home = try Home()
    server = try ScriptedAM()
    options = server.options + ["--store", "file"]
  }

  private var words: String { options.map { "'\($0)'" }.joined(separator: " ") }

  /// Signs in and takes tokens that live for that long.
  private func signIn(lifetime: Int) async throws {
    server.state.withLock { $0.lifetime = lifetime }
    let lines = [
      "start Login", "set 0 demo", "set 1 --from env:PW", "next", "set 0 --from env:OTP", "next", "tokens",
    ]
    let result = try await home.journey(options, input: lines.joined(separator: "\n") + "\n")
    try #require(result.status == 0, "\(result.errors)")
  }

  /// What is kept of the server.
  private func kept() throws -> JSON {
    let document = try JSON(parsing: try #require(home.read(home.stateFile)))
    return try #require(document["servers"]?[server.base])
  }

  @Test func `twenty times tokens at expiry are one refresh, and one access token`() async throws {
    try await signIn(lifetime: 1)
    let script = """
      sleep 1.5
      for number in $(seq 20); do
        "$JOURNEY" \(words) --get accessToken tokens --reveal >out.$number 2>errors.$number &
      done
      wait
      cat errors.* >&2; cat out.*
      """
    let result = try await home.shell(script)
    #expect(server.refreshes == 1)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 20, "\(result.errors)")
    #expect(Set(lines.map(String.init)) == [Canary.access(2)])
    #expect(try kept()["tokens"]?["refreshToken"]?.string == Canary.refresh(2))
  }

  @Test func `a killed holder of the lock blocks nobody`() async throws {
    try await signIn(lifetime: 1)
    let script = """
      sleep 1.5
      timeout -s KILL 6 "$JOURNEY" \(words) --header 'X-Mode: hang' tokens >/dev/null
      "$JOURNEY" \(words) --get accessToken tokens --reveal
      """
    let result = try await home.shell(script)
    #expect(result.output == Canary.access(2) + "\n", "\(result.errors)")
    #expect(server.refreshes == 2)
  }

  @Test func `answers set side by side are all there, and the step goes out once`() async throws {
    let script = """
      "$JOURNEY" \(words) start Login >/dev/null
      "$JOURNEY" \(words) set 0 demo >/dev/null & "$JOURNEY" \(words) set 1 --from env:PW >/dev/null & wait
      for number in 1 2 3; do "$JOURNEY" \(words) next >out.$number & done; wait
      cat out.*
      """
    let result = try await home.shell(script)
    let posts = server.state.withLock { $0.requests.filter { $0.hasSuffix("/authenticate") } }
    #expect(posts.count == 2, "\(result.errors)")
    #expect(try kept()["journey"]?["step"] == 2)
  }

  @Test func `a process that read the old tokens does not put them back`() async throws {
    try await signIn(lifetime: 3600)
    // The first process has read its state when its request is there; it is answered when the second one has ended.
    let script = """
      "$JOURNEY" \(words) start Slow >/dev/null & slow=$!
      "$JOURNEY" \(words) --header 'X-Mode: slow' tokens --refresh >/dev/null
      touch gate; wait $slow
      """
    server.state.withLock {
      $0.requests = []
      $0.gate = home.path + "/gate"
    }
    let result = try await home.shell(script)
    #expect(result.status == 0, "\(result.errors)")
    #expect(server.refreshes == 1)
    let document = try kept()
    #expect(document["tokens"]?["refreshToken"]?.string == Canary.refresh(2))
    #expect(document["journey"]?["name"] == "Slow")
  }
}
