import JSON

/// A callback that offers a list of answers.
public protocol OfferingCallback: Callback {
  /// The list, in the order of the server; empty where it sent none.
  var offered: [CallbackOption] { get }
}

extension OfferingCallback {
  /// The list.
  public var options: [CallbackOption]? { offered }

  /// The value of one option, from its label or from its number.
  ///
  /// A label wins over a number that looks like it; `=2` is always the number, and so is a JSON number. Numbers are
  /// the values on the wire: positions from zero, constants where a confirmation has no list.
  ///
  /// - Parameter more: a number that is taken although it is not in the list.
  func optionValue(_ answer: Answer, more: Int? = nil) throws(AnswerError) -> JSON {
    let value: JSON?
    switch answer {
    case .text(let text), .json(.string(let text)): value = try optionValue(text, more: more)
    case .json(.number(let number)): value = number.integer.flatMap { numbered($0, more: more) }
    case .json: value = nil
    }
    guard let value else { throw notOffered() }
    return value
  }

  private func optionValue(_ text: String, more: Int?) throws(AnswerError) -> JSON? {
    if text.utf8.first == UInt8(ascii: "="), let number = OptionIndex.parsed(text.dropFirst()),
      let forced = numbered(number, more: more)
    {
      return forced
    }
    let labelled = offered.filter { $0.label.isExactly(text) }
    if labelled.count > 1 {
      throw AnswerError("More than one option is called so.", hint: "Take the number: =0 is the first option.")
    }
    if let option = labelled.first { return option.value }
    let trimmed = text.trimmed
    if let number = OptionIndex.parsed(trimmed[...]) { return numbered(number, more: more) }
    let alike = offered.filter { $0.label.trimmed.isExactly(trimmed) }
    guard alike.count == 1 else { return nil }
    return alike[0].value
  }

  private func numbered(_ number: Int, more: Int?) -> JSON? {
    guard number == more || offered.contains(where: { $0.value.integer == number }) else { return nil }
    return .number(JSON.Number(number))
  }

  func notOffered() -> AnswerError {
    let list = offered.prefix(20).map { option in
      option.value.string ?? "\(option.value.text()) \(option.label)"
    }
    let more = offered.count > 20 ? ", …" : ""
    return AnswerError(
      "The answer is not one of the options.",
      hint: list.isEmpty ? "The server offers none." : "Options: \(list.joined(separator: ", "))\(more)")
  }
}

/// How the number of an option is written.
enum OptionIndex {
  /// Digits alone.
  static func parsed(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}
