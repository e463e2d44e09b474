import JSON

// Lenient readings of outputs and inputs: servers send a number as text, null, or leave things out.
extension WireCallback {
  /// What the server sent as the value of an input; nil where there is no such input, or no value in it.
  func received(_ input: Int) -> JSON? {
    inputs.indices.contains(input) ? inputs[input].received : nil
  }

  /// What is in an input now: the answer, else what the server sent.
  func current(_ input: Int) -> JSON? {
    answer(input) ?? received(input)
  }

  /// The text that the server filled in; nil for none.
  func prefilledText(_ input: Int?) -> JSON? {
    guard let received = input.flatMap(received), let text = received.string, !text.isEmpty else { return nil }
    return received
  }

  /// Nothing in it, and nothing set: missing, null or an empty text.
  func isOpen(_ input: Int?) -> Bool {
    guard let input, answer(input) == nil else { return false }
    switch received(input) {
    case nil, .null?: return true
    case .string(let text)?: return text.isEmpty
    default: return false
    }
  }
}

extension Callback {
  /// A text output; null, a missing one and another type are nil.
  func text(_ output: String) -> String? {
    wire.output(output)?.string
  }

  /// A whole number, as a number or as text.
  func integer(_ output: String) -> Int? {
    wire.output(output)?.lenientInteger
  }

  /// A boolean, as a boolean, as text, or as a number that is not zero.
  func flag(_ output: String) -> Bool? {
    wire.output(output)?.lenientBool
  }

  /// The texts of an array; entries of another type are read as their JSON, so that positions stay.
  func texts(_ output: String) -> [String]? {
    wire.output(output)?.array?.map { $0.string ?? $0.text() }
  }

  /// The text in an input now.
  func inputText(_ input: Int?) -> String {
    input.flatMap { wire.current($0) }?.string ?? ""
  }

  func inputText(suffix: String) -> String {
    inputText(wire.input(suffix: suffix))
  }

  /// Sets an input from code, where the value cannot be of a wrong type.
  func setInput(_ input: Int?, _ value: JSON) {
    guard let input else { return }
    wire.setAnswer(value, input: input)
  }

  func setInput(suffix: String, _ text: String) {
    setInput(wire.input(suffix: suffix), .string(text))
  }
}

extension JSON {
  var lenientInteger: Int? {
    switch self {
    case .number: integer
    case .string(let text): JSON.Number(text: text.trimmed)?.integer
    default: nil
    }
  }

  /// An index as it is to be sent: a number as it was written, a text with a number in it as that number.
  var asIndex: JSON? {
    if case .number = self { return self }
    return lenientInteger.map { .number(JSON.Number($0)) }
  }

  var lenientBool: Bool? {
    switch self {
    case .bool(let value): value
    case .number(let number): number.double != 0
    case .string(let text): Conversion.truth(text)
    default: nil
    }
  }
}
