public import JSON

/// Asks to accept the terms. There is no way to decline: `false` brings the same step again.
///
/// Wire: outputs `version`, `terms` (may hold HTML), `createDate` (ISO 8601); input a boolean, in old samples 0 or
/// 1.
///
/// - Source: am-protocol 3.1, 3.4.
public final class TermsAndConditionsCallback: KnownCallback {
  static let wireType = "TermsAndConditionsCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The version of the terms.
  public var version: String { text("version") ?? "" }

  /// The text of the terms.
  public var terms: String { text("terms") ?? "" }

  /// When they were written, as the server sent it.
  public var createDate: String { text("createDate") ?? "" }

  /// Whether they are accepted.
  public var accepted: Bool {
    get { valueInput.flatMap { wire.current($0) }?.lenientBool ?? false }
    set { setInput(valueInput, .bool(newValue)) }
  }

  /// Until it is true.
  public var needsAnswer: Bool {
    valueInput.map { wire.current($0) != .bool(true) } ?? false
  }

  /// True or false.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.boolean(answer)
  }
}
