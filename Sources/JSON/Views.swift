/// Views of a value as one type: nil where it is of another. Nothing is converted, `"1"` is no number.
extension JSON {
  /// The text, when this is a string.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The truth value, when this is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The value, when this is a number that is whole and fits into 64 bits; `1.0` and `1e2` count.
  public var integer: Int? {
    if case .number(let value) = self { value.integer } else { nil }
  }

  /// The nearest double, when this is a number.
  public var double: Double? {
    if case .number(let value) = self { value.double } else { nil }
  }

  /// The elements, when this is an array.
  public var array: [JSON]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members, when this is an object.
  public var object: Object? {
    if case .object(let value) = self { value } else { nil }
  }

  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The value of an object's member: of the last one of that name; nil where there is none or this is no object.
  public subscript(name: String) -> JSON? {
    if case .object(let value) = self { value[name] } else { nil }
  }

  /// The element of an array, counted from 0; nil out of range or where this is no array.
  public subscript(index: Int) -> JSON? {
    if case .array(let values) = self, values.indices.contains(index) { values[index] } else { nil }
  }
}
