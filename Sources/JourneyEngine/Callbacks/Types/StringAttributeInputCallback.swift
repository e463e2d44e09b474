public import JSON

/// Asks for an attribute that is a text.
///
/// Wire: see ``AttributeInputCallback``; the value is a text.
///
/// - Source: am-protocol 3.1, 3.4.
public final class StringAttributeInputCallback: KnownCallback, AttributeInputCallback {
  static let wireType = "StringAttributeInputCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The value that goes out.
  public var value: String {
    get { inputText(valueInput) }
    set { setInput(valueInput, .string(newValue)) }
  }

  /// What a form may suggest.
  public var autocompleteValues: [String] { texts("autocompleteValues") ?? [] }

  /// While it is required and empty.
  public var needsAnswer: Bool { required && wire.isOpen(valueInput) }

  /// Any text.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try validated(answer, input: input, value: Conversion.text)
  }
}
