import JSON
import JourneyCommands
import JourneyEngine

/// Results as text for people. JSON is the other rendering of the same value.
///
/// On a terminal the text is wrapped and coloured; anywhere else it depends on the result alone. Text of the server is
/// cleaned (`ServerText`) before it is shown.
struct Renderer: Sendable {
  let appearance: Appearance
  /// Transaction ids and times are shown with every node.
  let showsExchanges: Bool

  init(_ appearance: Appearance, showsExchanges: Bool = false) {
    self.appearance = appearance
    self.showsExchanges = showsExchanges
  }

  var typesetter: Typesetter { Typesetter(appearance: appearance) }

  /// The text of a result, with a line end after each line; empty where there is nothing to say.
  func text(_ output: Output) -> String {
    guard let value = output.value else { return "" }
    return lines(value, output.kind).map { $0 + "\n" }.joined()
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
    case .path: plain(value["path"]?.string ?? "")
    case .trace: plain("trace \(value["trace"]?.string ?? "")")
    case .text, .help: plain(value["text"]?.string ?? "")
    case .call: call(value)
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

  /// A JSON document, indented.
  func document(_ value: JSON) -> [String] { plain(value.text(.pretty)) }

  /// Labels in a column, values beside them. What is null or empty is left out.
  func fields(_ fields: [(label: String, value: String?)], inset: Int = 2) -> [String] {
    let shown = fields.filter { $0.value?.isEmpty == false }
    let width = shown.map(\.label.count).max() ?? 0
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
