/// Why bytes are no CBOR value.
package enum CBORError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value goes on past the last byte.
  case truncated
  /// A byte that begins no value, at this offset.
  case malformed(offset: Int)
  /// A text that is not UTF-8, at this offset.
  case notText(offset: Int)
  /// An indefinite length, a tag, or a number with a fraction, at this offset.
  case unsupported(offset: Int)
  /// A key that a map has already, at this offset.
  case duplicateKey(offset: Int)
  /// Values within values past the limit, at this offset.
  case tooDeep(offset: Int)
  /// Bytes after the value, from this offset on.
  case trailing(offset: Int)

  /// One sentence for a person.
  package var description: String {
    switch self {
    case .truncated: "The CBOR value ends too early."
    case .malformed(let offset): "Byte \(offset) begins no CBOR value."
    case .notText(let offset): "The CBOR text at byte \(offset) is not UTF-8."
    case .unsupported(let offset): "The CBOR value at byte \(offset) is of a kind that is not read here."
    case .duplicateKey(let offset): "The CBOR map has the key that ends at byte \(offset) twice."
    case .tooDeep(let offset): "The CBOR values at byte \(offset) are nested too deeply."
    case .trailing(let offset): "There are bytes after the CBOR value, from byte \(offset) on."
    }
  }
}
