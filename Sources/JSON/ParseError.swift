extension JSON {
  /// Why a text is no JSON document, and where. It holds nothing of the document, which may be secret.
  public struct ParseError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The document is longer than the limit.
      case tooLarge
      /// Arrays and objects are nested deeper than the limit.
      case tooDeep
      /// The document starts with a byte order mark.
      case byteOrderMark
      /// The document ends within a value, or holds none.
      case unexpectedEnd
      /// Here a value has to start.
      case expectedValue
      /// Here a member's name has to start.
      case expectedName
      /// Here a colon has to be, after a member's name.
      case expectedColon
      /// Here a comma or the end of the array or object has to be.
      case expectedComma
      /// Something follows the value.
      case trailingText
      /// A number that JSON does not know, such as `01`, `1.`, or `-`.
      case invalidNumber
      /// A backslash with something that JSON does not know.
      case invalidEscape
      /// Half of a surrogate pair, written as `\uD800` to `\uDFFF`: it is no character, and cannot be UTF-8.
      case loneSurrogate
      /// A control character (U+0000 to U+001F) in a string, which has to be escaped.
      case controlCharacter
      /// Bytes in a string that are not UTF-8.
      case invalidUTF8
    }

    /// What is wrong.
    public let kind: Kind
    /// How many bytes stand before the place.
    public let offset: Int
    /// The line of the place, counted from 1; lines end with a line feed.
    public let line: Int
    /// The place in its line, counted from 1 in Unicode scalars.
    public let column: Int
  }
}

extension JSON.ParseError: CustomStringConvertible {
  /// One sentence for a person, such as `line 3, column 7: expected ',' or the end of the array or object`.
  public var description: String {
    "line \(line), column \(column): \(kind.sentence)"
  }
}

extension JSON.ParseError.Kind {
  /// What a person reads.
  var sentence: String {
    switch self {
    case .tooLarge: "the document is too large"
    case .tooDeep: "arrays and objects are nested too deep"
    case .byteOrderMark: "the document starts with a byte order mark"
    case .unexpectedEnd: "the document ends too early"
    case .expectedValue: "expected a value"
    case .expectedName: "expected a member's name in double quotes"
    case .expectedColon: "expected ':' after the member's name"
    case .expectedComma: "expected ',' or the end of the array or object"
    case .trailingText: "there is text after the value"
    case .invalidNumber: "this is not a number of JSON"
    case .invalidEscape: "unknown escape in a string"
    case .loneSurrogate: "half of a surrogate pair in a string"
    case .controlCharacter: "a control character in a string has to be escaped"
    case .invalidUTF8: "the bytes are not UTF-8"
    }
  }
}

extension JSON.ParseError {
  /// The error at a place of the document. Lines are counted only now, so that a good document costs nothing.
  init(_ fault: Parser.Fault, in bytes: UnsafeBufferPointer<UInt8>) {
    let before = bytes.prefix(fault.offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    kind = fault.kind
    offset = fault.offset
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    // A continuation byte (10xxxxxx) starts no scalar.
    column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
  }
}
