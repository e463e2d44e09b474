import JSON

/// How a person's text or a program's JSON becomes the value of an input.
///
/// A program may give the JSON type itself or a text; a text is read the same way in both cases.
enum Conversion {
  /// A text: numbers and booleans count as what they look like, documents do not.
  static func text(_ answer: Answer) throws(AnswerError) -> JSON {
    switch answer {
    case .text(let text), .json(.string(let text)): return .string(text)
    case .json(.number(let number)): return .string(number.text)
    case .json(.bool(let value)): return .string(value ? "true" : "false")
    case .json: throw AnswerError("The answer must be a text.")
    }
  }

  /// A text; what a program gives as a document goes out as its JSON.
  static func textOrDocument(_ answer: Answer) throws(AnswerError) -> JSON {
    if case .json(let value) = answer, value.object != nil || value.array != nil { return .string(value.text()) }
    return try text(answer)
  }

  /// True or false, also as a word or as 1 and 0.
  static func boolean(_ answer: Answer) throws(AnswerError) -> JSON {
    switch answer {
    case .json(.bool(let value)): return .bool(value)
    case .text(let text), .json(.string(let text)):
      if let value = truth(text) { return .bool(value) }
    case .json(.number(let number)):
      if let value = truth(number.text) { return .bool(value) }
    case .json: break
    }
    throw AnswerError("The answer must be true or false.", hint: "yes, no, 1 and 0 do as well.")
  }

  /// A number, written as it was given; an empty text or null empties the input.
  static func number(_ answer: Answer) throws(AnswerError) -> JSON {
    switch answer {
    case .json(.number(let number)): return .number(number)
    case .json(.null): return .null
    case .text(let text), .json(.string(let text)):
      let trimmed = text.trimmed
      if trimmed.isEmpty { return .null }
      if let number = JSON.Number(text: trimmed) { return .number(number) }
    case .json: break
    }
    throw AnswerError("The answer must be a number.", hint: "For example 42, -1 or 3.5.")
  }

  /// A JSON document that goes out as text. An empty text is allowed: it is how an answer is left out on purpose.
  static func document(_ answer: Answer) throws(AnswerError) -> JSON {
    switch answer {
    case .json(let value) where value.object != nil: return .string(value.text())
    case .text(let text), .json(.string(let text)):
      if text.isEmpty { return .string(text) }
      if let value = try? JSON(parsing: text), value.object != nil { return .string(text) }
    case .json: break
    }
    throw AnswerError("The answer must be a JSON object.", hint: "For example {\"identifier\":\"…\"}.")
  }

  /// For an input whose meaning is not known: a boolean or a number stays one; else what a program gives is taken
  /// as it is.
  static func like(_ received: JSON?, _ answer: Answer) throws(AnswerError) -> JSON {
    switch (received, answer) {
    case (.bool?, _): return try boolean(answer)
    case (.number?, _): return try number(answer)
    case (_, .text(let text)): return .string(text)
    case (_, .json(let value)): return value
    }
  }

  /// The words for true and false, in any case.
  static func truth(_ text: String) -> Bool? {
    switch text.trimmed.lowercased() {
    case "true", "yes", "y", "on", "1": true
    case "false", "no", "n", "off", "0": false
    default: nil
    }
  }
}

extension String {
  /// Without blanks, tabs and line ends around it.
  var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}
