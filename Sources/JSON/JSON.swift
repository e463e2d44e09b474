/// A JSON value that goes out as it came in.
///
/// Members keep their order and their duplicates, a number keeps the text that it was written with, a string keeps its
/// code points. So a document that was parsed and written again is the same document, apart from white space and from
/// the way in which characters of a string were escaped.
///
/// Equality and hash are exact: strings and names count by their UTF-8 bytes ("é" in one code point is not "é" in
/// two), numbers by their text (`1` is not `1.0`), objects by their members in order.
///
/// - Source: RFC 8259.
public enum JSON: Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number, with the text it was written with.
  case number(Number)
  /// A string, without its quotes and escapes.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object, its members in order.
  case object(Object)
}

extension JSON: Hashable {
  /// Whether both are the same document, by bytes of strings, text of numbers and order of members.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): hasSameBytes(one, other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
    }
  }

  /// Feeds the value into the hasher, strings by their bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null:
      hasher.combine(0 as UInt8)
    case .bool(let value):
      hasher.combine(1 as UInt8)
      hasher.combine(value)
    case .number(let value):
      hasher.combine(2 as UInt8)
      hasher.combine(value)
    case .string(let value):
      hasher.combine(3 as UInt8)
      hashBytes(of: value, into: &hasher)
    case .array(let values):
      hasher.combine(4 as UInt8)
      hasher.combine(values)
    case .object(let value):
      hasher.combine(5 as UInt8)
      hasher.combine(value)
    }
  }
}
