public import JSON

/// Asks which button is pressed.
///
/// Wire: outputs `prompt`, `messageType` (a number), `options` (texts), `optionType` (`-1` look at `options`, `0`
/// yes or no, `1` yes, no or cancel, `2` ok or cancel), `defaultOption`; input a number. With `options` the answer
/// is a zero-based index; where they are empty it is a constant: yes 0, no 1, cancel 2, ok 3. A node that can go on
/// without a button fills in **100**, not pressed.
///
/// Nothing here is pressed by accident: 100 stays, a single button is taken, and everything else has to be
/// answered.
///
/// - Source: am-protocol 3.1, 3.3; CONTRACT 3.
public final class ConfirmationCallback: KnownCallback, PromptedCallback, OfferingCallback, TypedMessageCallback {
  static let wireType = "ConfirmationCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The value for *no button was pressed*.
  static let notPressed = 100

  /// Which set of buttons is meant.
  public var optionType: OptionType {
    integer("optionType").flatMap(OptionType.init(rawValue:)) ?? .unknown
  }

  /// An index, or a constant where there are no options; -1 where the server sent none.
  public var defaultOption: Int { integer("defaultOption") ?? -1 }

  /// The number that goes out with the server's defaults taken.
  public var selectedIndex: Int {
    get { valueInput.flatMap { outgoing(input: $0, defaults: true) }?.lenientInteger ?? defaultOption }
    set { setInput(valueInput, .number(JSON.Number(newValue))) }
  }

  /// The options with their indexes, or the buttons of the type with their constants.
  public var offered: [CallbackOption] {
    let labels = texts("options") ?? []
    if labels.isEmpty { return optionType.buttons }
    return labels.enumerated().map { CallbackOption(value: .number(JSON.Number($0)), label: $1) }
  }

  /// 100 where the server filled it in, else its default.
  public var defaultAnswer: JSON? {
    isNotPressed ? .number(JSON.Number(Self.notPressed)) : wire.output("defaultOption")?.asIndex
  }

  /// Unless it came with 100, or there is one button alone.
  public var needsAnswer: Bool {
    guard let valueInput, !isAnswered(input: valueInput) else { return false }
    return !isNotPressed && offered.count != 1
  }

  /// A label or a number of the list; 100 where it came with it.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    try optionValue(answer, more: isNotPressed ? Self.notPressed : nil)
  }

  /// The answer; else 100 where it came so, the one button, or with `defaults` the default.
  public func outgoing(input: Int, defaults: Bool) -> JSON? {
    guard input == valueInput, wire.answer(input) == nil, !isNotPressed else { return wire.current(input) }
    let offered = offered
    if offered.count == 1 { return offered[0].value }
    return (defaults ? defaultAnswer : nil) ?? wire.received(input)
  }

  private var isNotPressed: Bool {
    valueInput.flatMap { wire.received($0) }?.lenientInteger == Self.notPressed
  }
}

extension ConfirmationCallback {
  /// The labels of the server, empty where it relies on the type.
  public var options: [String] { texts("options") ?? [] }
}
