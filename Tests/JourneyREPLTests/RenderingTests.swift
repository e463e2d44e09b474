import Foundation
import JSON
import JourneyCommands
import Testing

@testable import JourneyREPL

/// A file of `Goldens`: the kind of a result, the result, and its text in several forms.
///
/// `JOURNEY_RECORD=1` writes the texts anew and lets the tests fail, so that nobody records by accident.
struct Golden: Sendable, CustomTestStringConvertible {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens")
  static let all: [Golden] = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    .filter { $0.hasSuffix(".txt") }.map { Golden(name: $0) }

  let name: String

  var testDescription: String { name }
  var url: URL { Self.folder.appending(path: name) }

  /// The first line without `# `, the JSON, and the forms with their texts.
  func read() throws -> (kind: String, json: String, forms: [(name: String, text: String)]) {
    let parts = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n--- ")
    let head = parts[0].split(separator: "\n", maxSplits: 1).map(String.init)
    let forms = parts.dropFirst().map { part in
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(lines[0]), lines.count > 1 ? String(lines[1]) : "")
    }
    return (String(head[0].dropFirst(2)), head[1], forms)
  }

  func write(kind: String, json: String, forms: [(name: String, text: String)]) throws {
    let text = (["# \(kind)\n\(json)"] + forms.map { "\($0.name)\n\($0.text)" }).joined(separator: "\n--- ")
    try text.write(to: url, atomically: true, encoding: .utf8)
  }
}

struct RenderingTests {
  private static let kinds: [String: Output.Kind] = [
    "node": .node, "callback": .callback, "session": .session, "tokens": .tokens, "userinfo": .userinfo,
    "decoded": .decoded, "revoked": .revoked, "logout": .logout, "profiles": .profiles, "config": .config,
    "call": .call,
    "text": .text,
  ]

  private func renderer(_ form: String) throws -> Renderer {
    switch form {
    case "plain": Renderer(.plain)
    case "40 columns": Renderer(Appearance(hasColor: false, columns: 40, isTerminal: true))
    case "colour": Renderer(Appearance(hasColor: true, columns: 80, isTerminal: true))
    case "debug": Renderer(.plain, showsExchanges: true)
    default: throw Unknown(form: form)
    }
  }

  private struct Unknown: Error {
    var form: String
  }

  @Test func `there are goldens`() {
    #expect(Golden.all.count > 20)
  }

  @Test(arguments: Golden.all)
  func `a result reads as in its golden`(_ golden: Golden) throws {
    let (kind, json, forms) = try golden.read()
    let output = Output(try JSON(parsing: json), try #require(Self.kinds[kind]))
    var rendered: [(name: String, text: String)] = []
    for form in forms {
      // ESC is written as ^[, so that a golden can be read.
      let text = try renderer(form.name).text(output).replacing("\u{1B}", with: "^[")
      rendered.append((form.name, String(text.dropLast())))
    }
    if ProcessInfo.processInfo.environment["JOURNEY_RECORD"] == "1" {
      try golden.write(kind: kind, json: json, forms: rendered)
      Issue.record("recorded \(golden.name)")
      return
    }
    for (form, text) in zip(forms, rendered.map(\.text)) {
      #expect(text == form.text.trimmingSuffix("\n"), "\(form.name)")
    }
  }

  @Test(arguments: Golden.all)
  func `no line is wider than a terminal of 40 columns, but for words that cannot be parted`(_ golden: Golden) throws {
    let (kind, json, _) = try golden.read()
    guard kind == "node" || kind == "tokens" else { return }
    let output = Output(try JSON(parsing: json), try #require(Self.kinds[kind]))
    let text = Renderer(Appearance(hasColor: false, columns: 40, isTerminal: true)).text(output)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      #expect(line.count <= 40 || words.contains { $0.count > 14 }, "\(line)")
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
