public import JSON

/// Asks for a line of text, with a suggestion.
///
/// Wire: outputs `prompt`, `defaultText` (`""` or missing for none); input text. The input is not filled with the
/// default, and the server does not take the default for an empty text.
///
/// - Source: am-protocol 3.1, 3.2.
public final class TextInputCallback: KnownCallback, PromptedCallback {
  static let wireType = "TextInputCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The suggestion, `""` for none.
  public var defaultText: String { self.text("defaultText") ?? "" }

  /// The text that goes out.
  public var text: String {
    get { inputText(valueInput) }
    set { setInput(valueInput, .string(newValue)) }
  }

  /// The suggestion, else what the server filled in.
  public var defaultAnswer: JSON? {
    defaultText.isEmpty ? wire.prefilledText(valueInput) : .string(defaultText)
  }

  /// While nothing is in the input.
  public var needsAnswer: Bool { wire.isOpen(valueInput) }

  /// Any text.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try Conversion.text(answer)
  }
}
