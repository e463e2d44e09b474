public import JSON

/// Asks for a password, and for other secrets: a one-time password, the answer to a security question, an old and a
/// new password.
///
/// Wire: output `prompt`; input text, always `""`. The server never sends a value, so a page that comes back asks
/// again.
///
/// - Source: am-protocol 3.1, 3.2.
public final class PasswordCallback: KnownCallback, PromptedCallback {
  static let wireType = "PasswordCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The password that was set.
  public var password: String {
    get { inputText(valueInput) }
    set { setInput(valueInput, .string(newValue)) }
  }

  /// Every input is.
  public func isSecret(input: Int) -> Bool { true }

  /// Until a password was set.
  public var needsAnswer: Bool { wire.isOpen(valueInput) }

  /// Any text.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.text(answer)
  }
}
