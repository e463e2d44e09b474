// So that a document can be written in Swift as it looks in JSON: `["name": "IDToken1", "value": 1, "seen": .null]`. `nil` is no literal of
// JSON: in `condition ? value : nil` and in closures Swift would read it as `null` where no value is meant.

extension JSON: ExpressibleByBooleanLiteral {
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension JSON: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int) {
    self = .number(Number(value))
  }
}

extension JSON: ExpressibleByFloatLiteral {
  /// A number; a literal too large for a double becomes `null`, as JSON has no infinity.
  public init(floatLiteral value: Double) {
    self = Number(value).map(JSON.number) ?? .null
  }
}

extension JSON: ExpressibleByStringLiteral {
  /// A string.
  public init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension JSON: ExpressibleByArrayLiteral {
  /// An array.
  public init(arrayLiteral elements: JSON...) {
    self = .array(elements)
  }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// An object with its members in the order of the literal.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Object(elements.map { Object.Member(name: $0.0, value: $0.1) }))
  }
}
