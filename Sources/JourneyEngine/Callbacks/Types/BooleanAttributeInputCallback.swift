public import JSON

/// Asks for an attribute that is true or false.
///
/// Wire: see ``AttributeInputCallback``; the value is a boolean.
///
/// - Source: am-protocol 3.1, 3.4.
public final class BooleanAttributeInputCallback: KnownCallback, AttributeInputCallback {
  static let wireType = "BooleanAttributeInputCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The value that goes out.
  public var value: Bool {
    get { valueInput.flatMap { wire.current($0) }?.lenientBool ?? false }
    set { setInput(valueInput, .bool(newValue)) }
  }

  /// It has a value always, so it never needs one.
  public var needsAnswer: Bool { false }

  /// True or false.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try validated(answer, input: input, value: Conversion.boolean)
  }
}
