import Foundation
import JSON
import PseudoTerminal
import Synchronization
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests in which no file may grow.
  fileprivate static var limitsFiles: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["JOURNEY_SANITIZER"] != "thread", "the sanitizer of threads writes files")
  }
}

/// What is kept survives crashes, a full disk and folders that cannot be written.
@Suite(.serialized, .timeLimit(.minutes(3)))
final class CrashTests {
  private let home: Home
  private let server: ScriptedAM
  private let options: [String]

  init() throws {
    home = try Home()
    server = try ScriptedAM()
    options = server.options + ["--store", "file"]
  }

  private var words: String { options.map { "'\($0)'" }.joined(separator: " ") }

  /// What is kept of the server.
  private func kept(_ profile: String = "default") throws -> JSON {
    let document = try JSON(parsing: try #require(home.read(home.state(profile))))
    return try #require(document["servers"]?[server.base])
  }

  private func names() -> [String] {
    let folder = URL(filePath: home.stateFile).deletingLastPathComponent().path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  @Test func `kill -9 in any call that stores leaves a whole file, and the next process clears up`() async throws {
    try await expectDone(home.journey(options + ["start", "Login"]))
    var found: [String] = []
    var point = 1
    while point < 200 {
      try await expectDone(home.journey(options + ["set", "0", "before"]))
      let result = try await home.shell("exec \"$JOURNEY\" \(words) set 0 after", try CrashPoints.at(point))
      let answer = try #require(try kept()["answers"]?[0]?["value"]?.string)
      guard result.status == 137 else {
        #expect(result.status == 0 && answer == "after", "\(result.errors)")
        break
      }
      #expect(try kept()["journey"]?["document"]?["authId"]?.string == Canary.authID, "call \(point)")
      found.append(answer)
      point += 1
    }
    // Up to the renaming it is the old one, from then on the new one.
    let change = try #require(found.firstIndex(of: "after"))
    #expect(change >= 6 && found.count > change)
    #expect(found == Array(repeating: "before", count: change) + Array(repeating: "after", count: found.count - change))
    #expect(names().filter { $0.hasSuffix(".new") } == [])
    #expect(names().filter { $0.contains("damaged") } == [])
  }

  private func expectDone(_ result: Program.Result) { #expect(result.status == 0, "\(result.errors)") }

  @Test func `what a killed process has left beside the file is cleared away`() async throws {
    try await expectDone(home.journey(options + ["start", "Login"]))
    try home.write(".local/state/journey/profiles/.default.json.77.123.new", "{\"half")
    try home.write(".local/state/journey/profiles/.other.json.77.123.new", "{\"half")
    try await expectDone(home.journey(options + ["start", "Login"]))
    #expect(names().filter { $0.hasSuffix(".new") } == [".other.json.77.123.new"])
  }

  @Test(.limitsFiles) func `a full disk is an error that names the file, and loses nothing`() async throws {
    try await expectDone(home.journey(options + ["start", "Login"]))
    let before = home.read(home.stateFile)
    let result = try await home.shell("ulimit -f 0; exec \"$JOURNEY\" \(words) set 0 demo")
    #expect(result.status == 7)
    #expect(result.errors.contains(home.stateFile) && result.errors.contains("cannot be"), "\(result.errors)")
    #expect(home.read(home.stateFile) == before)
    #expect(names().filter { $0.hasSuffix(".new") } == [])
  }

  @Test(.limitsFiles, arguments: ["start Login", "next"])
  func `nothing is sent whose answer could not be kept`(_ command: String) async throws {
    let lines = ["start Login", "set 0 demo", "set 1 --from env:PW"]
    try await expectDone(home.journey(options, input: lines.joined(separator: "\n") + "\n"))
    let before = home.read(home.stateFile)
    let sent = server.state.withLock { $0.requests.count }
    let result = try await home.shell("ulimit -f 0; exec \"$JOURNEY\" \(words) \(command)")
    #expect(result.status == 7)
    #expect(result.errors.contains("\(home.stateFile): it cannot be written"), "\(result.errors)")
    #expect(server.state.withLock { $0.requests.count } == sent)
    #expect(home.read(home.stateFile) == before)
    try await expectDone(home.journey(options + command.split(separator: " ").map(String.init)))
  }

  @Test(.limitsFiles) func `a full disk spends no refresh token`() async throws {
    let lines = [
      "start Login", "set 0 demo", "set 1 --from env:PW", "next", "set 0 --from env:OTP", "next", "tokens",
    ]
    try await expectDone(home.journey(options, input: lines.joined(separator: "\n") + "\n"))
    let before = home.read(home.stateFile)
    let result = try await home.shell("ulimit -f 0; exec \"$JOURNEY\" \(words) tokens --refresh")
    #expect(result.status == 7 && result.errors.contains("cannot be written"), "\(result.errors)")
    #expect(server.refreshes == 0)
    #expect(home.read(home.stateFile) == before)
    try await expectDone(home.journey(options + ["tokens", "--refresh"]))
  }

  @Test func `a store that is open to others is closed to them, and that is said`() async throws {
    try await expectDone(home.journey(options + ["start", "Login"]))
    let folder = URL(filePath: home.stateFile).deletingLastPathComponent()
    let result = try await home.shell(
      "chmod 777 .local/state/journey .local/state/journey/profiles; chmod 666 '\(home.stateFile)'; "
        + "exec \"$JOURNEY\" \(words) show")
    #expect(result.status == 0)
    #expect(result.errors.contains("open to others") && result.errors.contains("could be read by others"))
    #expect(home.mode(home.stateFile) == 0o600)
    #expect(home.mode(folder.path) == 0o700 && home.mode(folder.deletingLastPathComponent().path) == 0o700)
    #expect(try await home.journey(options + ["show"]).errors == "")
  }

  @Test(arguments: [".local/state/journey", ".local/state/journey/profiles"])
  func `a symbolic link in the place of a folder is refused`(_ folder: String) async throws {
    let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
    let result = try await home.shell(
      "mkdir -p '\(parent)' elsewhere; ln -s \"$HOME/elsewhere\" '\(folder)'; exec \"$JOURNEY\" \(words) start Login")
    #expect(result.status == 7 && result.errors.contains("symbolic link"), "\(result.errors)")
    #expect(server.state.withLock { $0.requests } == [])
  }

  @Test func `a folder that cannot be written is an error before anything is sent`() async throws {
    try await expectDone(home.journey(options + ["start", "Login"]))
    let before = home.read(home.stateFile)
    let sent = server.state.withLock { $0.requests.count }
    // Root may write everywhere: become somebody else.
    let script = """
      chmod 0555 .local/state/journey/profiles
      [ "$(id -u)" = 0 ] && chown -R 65534 . && run='setpriv --reuid 65534 --regid 65534 --clear-groups'
      $run "$JOURNEY" \(words) start Login; status=$?
      chmod 0755 .local/state/journey/profiles; exit $status
      """
    let result = try await home.shell(script)
    #expect(result.status == 7, "\(result.errors)")
    #expect(result.errors.contains("\(home.path)/.local/state/journey/profiles"), "\(result.errors)")
    #expect(home.read(home.stateFile) == before)
    #expect(server.state.withLock { $0.requests.count } == sent)
  }

  @Test func `no HOME and no folders at all: memory works, file says what is missing`() async throws {
    let bare = try await home.shell("unset HOME; exec \"$JOURNEY\" \(words) start Login")
    #expect(bare.status == 7)
    #expect(bare.errors.contains("XDG_STATE_HOME"))
    let memory = try await home.shell("unset HOME; exec \"$JOURNEY\" \(words) --store memory start Login")
    #expect(memory.status == 0, "\(memory.errors)")
  }

  @Test(arguments: ["target", "nowhere"])
  func `a symbolic link in the place of the file is refused`(_ target: String) async throws {
    try await expectDone(home.journey(options + ["start", "Login"]))
    try home.write("target", "{\"mine\": true}")
    let script =
      "rm '\(home.stateFile)'; ln -s \"$HOME/\(target)\" '\(home.stateFile)'; exec \"$JOURNEY\" \(words) start Login"
    let result = try await home.shell(script)
    #expect(result.status == 7, "\(result.errors)")
    #expect(result.errors.contains(home.stateFile) && result.errors.contains("symbolic link"), "\(result.errors)")
    #expect(home.read("\(home.path)/target") == "{\"mine\": true}")
    #expect(!FileManager.default.fileExists(atPath: "\(home.path)/nowhere"))
  }

  @Test(arguments: ["", "{\"version\": 1, \"serv", "\u{0}\u{0}\u{0}", "[]"])
  func `a damaged file is set aside and told, and the profile starts anew`(_ text: String) async throws {
    try home.write(".local/state/journey/profiles/default.json", text)
    let result = try await home.journey(options + ["start", "Login"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("\(home.stateFile).damaged-1"), "\(result.errors)")
    #expect(home.read(home.stateFile + ".damaged-1") == text)
    #expect(try kept()["journey"] != nil)
    // Commands that do not need it do not look at it.
    try home.write(".local/state/journey/profiles/default.json", text)
    try await expectDone(home.journey(options + ["echo", "x"]))
    #expect(home.read(home.stateFile) == text)
  }

  @Test func `a document of another version is left as it is`() async throws {
    let text = "{\"version\": 99, \"server\": \"x\", \"cookies\": []}"
    try home.write(".local/state/journey/profiles/default.json", text)
    let result = try await home.journey(options + ["start", "Login"])
    #expect(result.status == 7)
    #expect(result.errors.contains(home.stateFile))
    #expect(home.read(home.stateFile) == text)
  }

  @Test func `two processes with different profiles do not touch each other`() async throws {
    for name in ["one", "two"] {
      try home.write(".config/journey/profiles/\(name)", "config realm alpha\n")
    }
    let script = """
      for round in 1 2 3 4; do
        for name in one two; do
          "$JOURNEY" \(words) --profile $name -c 'start Login; set 0 '$name'; start Login; set 0 '$name >/dev/null &
        done
        wait
      done
      """
    let result = try await home.shell(script)
    #expect(result.errors.split(separator: "\n").allSatisfy { $0.contains("are kept in") }, "\(result.errors)")
    for name in ["one", "two"] {
      #expect(try kept(name)["answers"]?[0]?["value"]?.string == name)
    }
  }
}
