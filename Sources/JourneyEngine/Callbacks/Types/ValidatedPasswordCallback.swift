public import JSON

/// Asks for a new password that passes the rules.
///
/// Wire: type `ValidatedCreatePasswordCallback`; see ``ValidatedCallback``, and the output `echoOn`; the value is a
/// text and always comes empty.
///
/// - Source: am-protocol 3.1, 3.4.
public final class ValidatedPasswordCallback: KnownCallback, ValidatedCallback {
  static let wireType = "ValidatedCreatePasswordCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// Whether a page may show what is typed.
  public var echoOn: Bool { flag("echoOn") ?? false }

  /// The password that was set.
  public var password: String {
    get { inputText(valueInput) }
    set { setInput(valueInput, .string(newValue)) }
  }

  /// The password is; the switch is not.
  public func isSecret(input: Int) -> Bool { input != wire.input(suffix: "validateOnly") }

  /// Until a password was set.
  public var needsAnswer: Bool { wire.isOpen(valueInput) }

  /// Any text.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try validated(answer, input: input, value: Conversion.text)
  }
}
