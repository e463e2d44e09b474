public import JSON

/// Asks for an attribute that is a number.
///
/// Wire: see ``AttributeInputCallback``; the value is a number or null.
///
/// - Source: am-protocol 3.1, 3.4.
public final class NumberAttributeInputCallback: KnownCallback, AttributeInputCallback {
  static let wireType = "NumberAttributeInputCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The value that goes out, nil for an empty input. A value that is not finite empties it.
  public var value: Double? {
    get {
      let current = valueInput.flatMap { wire.current($0) }
      return current?.double ?? current?.string.flatMap { JSON.Number(text: $0)?.double }
    }
    set { setInput(valueInput, newValue.flatMap { JSON.Number($0) }.map(JSON.number) ?? .null) }
  }

  /// While it is required and empty.
  public var needsAnswer: Bool { required && wire.isOpen(valueInput) }

  /// A number, written as it was given; an empty text empties the input.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try validated(answer, input: input, value: Conversion.number)
  }
}
