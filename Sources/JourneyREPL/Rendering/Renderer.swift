import JSON
import JourneyCommands
import JourneyEngine
import LineEditor

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Results as text for people. JSON is the other rendering of the same value.
///
/// On a terminal the text is wrapped and coloured; anywhere else it depends on the result alone. Text of the server is
/// cleaned (`ServerText`) before it is shown.
struct Renderer: Sendable {
  let appearance: Appearance
  /// Transaction ids and times are shown with every node.
  let showsExchanges: Bool
  /// What the JSON of a result does not say: the current profile among several, and the settings of the sandbox.
  private(set) var currentProfile: String?
  private(set) var sandboxKeys: Set<String> = []
  /// An enrolment URI is printed too.
  private(set) var revealsURI = false
  /// Enrolment URIs whose codes stand above.
  private(set) var shownURIs: Set<String> = []

  /// The time, for what ends soon; nil where a text is to be the same whenever it is made.
  let now: Date?

  init(_ appearance: Appearance, showsExchanges: Bool = false, now: Date? = nil) {
    self.appearance = appearance
    self.showsExchanges = showsExchanges
    self.now = now
  }

  var typesetter: Typesetter { Typesetter(appearance: appearance) }

  /// The text of a result, with a line end after each line; empty where there is nothing to say.
  func text(_ output: Output) -> String {
    guard let value = output.value else { return "" }
    var renderer = self
    renderer.revealsURI = output.reveals
    renderer.shownURIs = output.shownURIs
    renderer.currentProfile = output.profile
    renderer.sandboxKeys = output.sandboxKeys
    return renderer.lines(value, output.kind).map { $0 + "\n" }.joined()
  }

  private func lines(_ value: JSON, _ kind: Output.Kind) -> [String] {
    switch kind {
    case .node: node(value)
    case .callback: callback(value)
    case .session: session(value)
    case .tokens: tokens(value)
    case .decoded: decoded(value)
    case .revoked:
      [typesetter.painted(StyledText(value["revoked"]?.bool == true ? "tokens revoked" : "no tokens to revoke"))]
    case .logout: logout(value)
    case .profile: profile(value)
    case .profiles: profiles(value)
    case .config: config(value)
    case .path: value["path"]?.string.map { plain($0) } ?? []
    case .trace: plain("trace \(value["trace"]?.string ?? "")")
    case .text: plain(value["text"]?.string ?? "")
    case .help: help(value["text"]?.string ?? "")
    case .call: call(value)
    case .devices where value.array?.isEmpty == true:
      [typesetter.painted(StyledText("no devices are registered", .faint))]
    case .userinfo, .introspection, .devices: document(value)
    case .name, .matched, .nothing, .quit: []
    }
  }

  /// One line for a failure, without the hint.
  func message(_ failure: Failure) -> String {
    ServerText.visible(failure.message)
  }

  // MARK: - Building blocks

  /// Text as it is, control characters made visible; not wrapped, since it may be meant for a program or be laid out already.
  func plain(_ text: String) -> [String] {
    ServerText.visible(text).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// Help, which comes laid out: on a narrow terminal each line wraps below its text, a line of two columns below the second.
  func help(_ text: String) -> [String] {
    plain(text).flatMap { line -> [String] in
      let (lead, rest) = Self.columns(of: line)
      guard lead.utf8.contains(where: { $0 != UInt8(ascii: " ") }) else {
        let style: TextStyle = lead.isEmpty && rest.utf8.last == UInt8(ascii: ":") ? .heading : .plain
        return typesetter.lines(
          StyledText(rest, style), lead: StyledText(lead), hanging: lead.isEmpty ? 0 : lead.utf8.count + 2)
      }
      return typesetter.lines(StyledText(rest), lead: StyledText(lead, .key))
    }
  }

  /// What stands before the text of a line: its blanks, and a first column with two blanks or more behind it.
  private static func columns(of line: String) -> (lead: String, rest: String) {
    let bytes = Array(line.utf8)
    let indent = bytes.prefix { $0 == UInt8(ascii: " ") }.count
    var index = indent
    while index < bytes.count {
      let blanks = bytes[index...].prefix { $0 == UInt8(ascii: " ") }.count
      if blanks > 1 { return cut(index + blanks) }
      index += max(1, blanks)
    }
    return cut(indent)
    func cut(_ at: Int) -> (String, String) {
      (String(decoding: bytes[..<at], as: UTF8.self), String(decoding: bytes[at...], as: UTF8.self))
    }
  }

  /// A JSON document, indented.
  func document(_ value: JSON) -> [String] { plain(value.text(.pretty)) }

  /// Labels in a column, values beside them. What is null or empty is left out.
  func fields(_ fields: [(label: String, value: String?)], inset: Int = 2) -> [String] {
    let shown = fields.filter { $0.value?.isEmpty == false }
    let width = shown.map { TextWidth.of($0.label) }.max() ?? 0
    return shown.flatMap { field in
      let lead =
        StyledText(String(repeating: " ", count: inset)) + StyledText(field.label, .faint).padded(to: width) + "  "
      return typesetter.lines(StyledText(field.value ?? ""), lead: lead)
    }
  }

  /// A value on one line: text without quotes, anything else as JSON.
  func oneLine(_ value: JSON?, limit: Int = 400) -> String? {
    guard let value, !value.isNull else { return nil }
    return ServerText.line(value.string ?? value.text(.compact), limit: limit)
  }

  func yesNo(_ value: JSON?) -> String? { value?.bool.map { $0 ? "yes" : "no" } }
}
