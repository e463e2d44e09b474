public import JSON

/// Asks for a new user name that passes the rules.
///
/// Wire: type `ValidatedCreateUsernameCallback`; see ``ValidatedCallback``; the value is a text, filled with the
/// name when the page comes back.
///
/// - Source: am-protocol 3.1, 3.4.
public final class ValidatedUsernameCallback: KnownCallback, ValidatedCallback {
  static let wireType = "ValidatedCreateUsernameCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The name that goes out.
  public var username: String {
    get { inputText(valueInput) }
    set { setInput(valueInput, .string(newValue)) }
  }

  /// What the server filled in.
  public var defaultAnswer: JSON? { wire.prefilledText(valueInput) }

  /// While nothing is in the input.
  public var needsAnswer: Bool { wire.isOpen(valueInput) }

  /// Any text.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try validated(answer, input: input, value: Conversion.text)
  }
}
