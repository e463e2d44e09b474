import Foundation
import PseudoTerminal

/// A folder that serves as home for one test, and the program run in it.
struct Home {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "journey-program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  var environment: [String: String] {
    ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "NO_PROXY": "*", "TERM": "xterm"]
  }

  func file(_ name: String, _ text: String) throws -> String {
    let url = folder.appending(path: name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  func journey(
    _ arguments: String..., input: String = "", environment more: [String: String] = [:], signal: Int32? = nil
  ) throws -> Program.Result {
    try Program.journey().run(arguments, environment: environment.merging(more) { $1 }, input: input, signal: signal)
  }

  /// Every file below the home, as one text.
  func everything() throws -> String {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return names.compactMap { try? String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
      .joined(separator: "\n")
  }
}
