public import JSON

/// Asks for one of several things.
///
/// Wire: outputs `prompt`, `choices` (texts), `defaultChoice` (a zero-based index), `radio` (a hint for the
/// display); input the index as a number. What the server filled in is the *selected* index, zero unless a node
/// selected something, and not the default.
///
/// - Source: am-protocol 3.1, 3.3.
public final class ChoiceCallback: KnownCallback, PromptedCallback, OfferingCallback {
  static let wireType = "ChoiceCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// What there is to choose from.
  public var choices: [String] { texts("choices") ?? [] }

  /// Zero where the server sent none.
  public var defaultChoice: Int { integer("defaultChoice") ?? 0 }

  /// The index that goes out.
  public var selectedIndex: Int {
    get { valueInput.flatMap { outgoing(input: $0, defaults: false) }?.lenientInteger ?? defaultChoice }
    set { setInput(valueInput, .number(JSON.Number(newValue))) }
  }

  /// The choices with their indexes.
  public var offered: [CallbackOption] {
    choices.enumerated().map { CallbackOption(value: .number(JSON.Number($0)), label: $1) }
  }

  /// The index of the default.
  public var defaultAnswer: JSON? { wire.output("defaultChoice")?.asIndex }

  /// A label or an index of the list.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try optionValue(answer)
  }

  /// The answer, else the default.
  public func outgoing(input: Int, defaults: Bool) -> JSON? {
    if let answer = wire.answer(input) { return answer }
    return input == valueInput ? defaultAnswer ?? wire.received(input) : wire.received(input)
  }
}
