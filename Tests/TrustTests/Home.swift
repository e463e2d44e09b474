import Foundation
import PseudoTerminal

/// A home for one test, and the program run in it. Gone with the test.
final class Home: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "journey-trust-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var environment: [String: String] {
    [
      "HOME": path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "NO_PROXY": "*", "TERM": "xterm", "NO_COLOR": "1",
      "PW": Canary.password, "WRONG": Canary.wrongPassword, "OTP": Canary.oneTimeCode, "CLIENT": Canary.clientSecret,
    ]
  }

  var stateFile: String { state("default") }
  func state(_ profile: String) -> String { "\(path)/.local/state/journey/profiles/\(profile).json" }

  func write(_ file: String, _ text: String) throws {
    let whole = "\(path)/\(file)"
    let folder = URL(filePath: whole).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: whole))
  }

  func read(_ whole: String) -> String? { try? String(contentsOfFile: whole, encoding: .utf8) }

  func mode(_ whole: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: whole))?[.posixPermissions] as? Int
  }

  /// Every file below the home with its content, the files of state left out.
  func everythingButState() throws -> String {
    try FileManager.default.subpathsOfDirectory(atPath: path).map { name in
      let isState = name.hasPrefix(".local/state/journey/profiles/") && name.hasSuffix(".json")
      let data = isState ? nil : FileManager.default.contents(atPath: "\(path)/\(name)")
      return "\(name)\n" + String(decoding: data ?? Data(), as: UTF8.self)
    }
    .joined(separator: "\n")
  }

  func journey(_ arguments: [String], input: String = "") async throws -> Program.Result {
    let environment = environment
    return try await offPool { try Program.journey().run(arguments, environment: environment, input: input) }
  }

  /// Runs a shell script in which `$JOURNEY` is the program; a minute is its end, and that of all it has started.
  func shell(_ script: String, _ more: [String: String] = [:]) async throws -> Program.Result {
    var environment = environment.merging(more) { $1 }
    environment["JOURNEY"] = try Program.journey().path
    let all = environment
    return try await offPool {
      try Program(path: "/usr/bin/timeout").run(
        ["-k", "1", "60", "/bin/sh", "-c", "cd \"$HOME\" || exit 99\n\(script)"], environment: all)
    }
  }
}

/// Runs what blocks on a thread of its own: the pool must stay free for the server of the test.
func offPool<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
