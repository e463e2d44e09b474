public import JSON

/// Asks for a user name, and for anything else that is one line of text: a code, a recovery code, a scripted
/// question.
///
/// Wire: output `prompt`; input text, `""` or a name that the server filled in.
///
/// - Source: am-protocol 3.1, 3.2.
public final class NameCallback: KnownCallback, PromptedCallback {
  static let wireType = "NameCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The text that goes out: what was set, else what the server filled in.
  public var name: String {
    get { inputText(valueInput) }
    set { setInput(valueInput, .string(newValue)) }
  }

  /// What the server filled in.
  public var defaultAnswer: JSON? { wire.prefilledText(valueInput) }

  /// While nothing is in the input.
  public var needsAnswer: Bool { wire.isOpen(valueInput) }

  /// Any text.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.text(answer)
  }
}
