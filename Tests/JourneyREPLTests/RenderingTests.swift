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

  @Test func `a code that stands above is not drawn again`() throws {
    let uri = "otpauth://totp/Sandbox:demo?secret=R2PYFZRISXA5L25NVSSYK2RQ6E&issuer=Sandbox"
    let step: JSON = [
      "kind": "continue", "callbacks": [["index": 0, "type": "HiddenValueCallback", "uri": .string(uri)]],
    ]
    var output = Output(step, .node)
    let appearance = Appearance(hasColor: false, columns: 120, isTerminal: true)
    let drawn = Renderer(appearance).text(output)
    output.shownURIs = [uri]
    let again = Renderer(appearance).text(output)
    #expect(drawn.split(separator: "\n").count > 15 && again.split(separator: "\n").count < 6)
    #expect(again.contains("'show' shows it again"))
    output.shownURIs = ["otpauth://other"]
    #expect(Renderer(appearance).text(output) == drawn)
    // What no terminal shows is the same each time.
    #expect(Renderer(.plain).text(output) == Renderer(.plain).text(Output(step, .node)))
  }

  @Test(
    arguments: [
      (["index": 0, "type": "HttpCallback", "inputs": []], "Authorization: Negotiate"),
      (
        [
          "index": 1, "type": "HiddenValueCallback", "derivedType": "webauthn-registration", "inputs": [["name": "x"]],
        ], "'set 1 unsupported'"
      ),
      (
        ["index": 0, "type": "DeviceSigningVerifierCallback", "inputs": [["name": "x", "field": "jws"]]],
        "'set 0.clientError Unsupported'"
      ),
    ] as [(JSON, String)])
  func `a step for programs tells a person at a terminal what can be done`(_ callback: JSON, _ hint: String) {
    let step: JSON = ["kind": "continue", "callbacks": [callback]]
    let wide = Renderer(Appearance(hasColor: false, columns: 200, isTerminal: true)).text(Output(step, .node))
    #expect(wide.contains(hint), "\(wide)")
    #expect(StepHint.first(step) == nil)
    #expect(!Renderer(.plain).text(Output(step, .node)).contains(hint))
  }

  @Test func `an output of a callback that nobody knows is shown, whatever it says`() {
    let outputs: JSON = ["verb": "GET", "redirectMethod": "GET"]
    func text(_ type: JSON) -> String {
      let step: JSON = [
        "kind": "continue", "callbacks": [["index": 0, "type": type, "outputs": outputs, "inputs": []]],
      ]
      return Renderer(.plain).text(Output(step, .node))
    }
    #expect(text("ProbeCallback").contains("verb: GET") && text("ProbeCallback").contains("redirectMethod: GET"))
    #expect(text("RedirectCallback").contains("verb: GET") && !text("RedirectCallback").contains("redirectMethod"))
  }

  @Test func `no devices are said in words`() {
    #expect(Renderer(.plain).text(Output([], .devices)) == "no devices are registered\n")
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
