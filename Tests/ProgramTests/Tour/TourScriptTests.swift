import Foundation
import PseudoTerminal
import Testing

/// The scripts of the folder `tour`, each against a local server of its own.
struct TourScriptTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let scripts: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "tour").path)) ?? []
    return names.filter { $0.hasSuffix(".journey") }.sorted()
  }()

  private let home: Home

  init() throws { home = try Home() }

  @Test func `the tour is there`() {
    #expect(Self.scripts.count >= 20)
  }

  @Test(.timeLimit(.minutes(5)), arguments: scripts)
  func `a script of the tour passes`(script: String) throws {
    // One of them runs a program of the folder, by its path from the root.
    let command = "cd '\(Self.root.path)' && exec '\(try Program.journey().path)' --sandbox -f 'tour/\(script)'"
    let result = try Program(path: "/bin/sh").run(["-c", command], environment: home.environment)
    #expect(result.status == 0, "\(result.errors)\(result.output.suffix(1000))")
  }
}
