/// A CBOR value in the part of the format that WebAuthn uses: definite lengths, no tags, no numbers with a fraction.
///
/// - Source: RFC 8949; CTAP 2.1 section 8 (canonical form).
package enum CBOR: Sendable, Hashable {
  case unsigned(UInt64)
  /// `-1 - value`.
  case negative(UInt64)
  case bytes([UInt8])
  case text(String)
  case array([CBOR])
  /// Members in their order; no key is there twice.
  case map([Member])
  case bool(Bool)
  case null

  package struct Member: Sendable, Hashable {
    package var key: CBOR
    package var value: CBOR

    package init(key: CBOR, value: CBOR) {
      self.key = key
      self.value = value
    }
  }
}

// Views, nil on a value of another type.
extension CBOR {
  /// Nil for numbers too that no `Int` holds.
  package var integer: Int? {
    switch self {
    case .unsigned(let value): Int(exactly: value)
    case .negative(let value): Int(exactly: value).map { -1 - $0 }
    default: nil
    }
  }

  package var bytes: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var array: [CBOR]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var map: [Member]? {
    if case .map(let members) = self { members } else { nil }
  }

  /// The member of a map with this key.
  package subscript(key: CBOR) -> CBOR? {
    map?.first { $0.key == key }?.value
  }

  package subscript(name: String) -> CBOR? { self[.text(name)] }

  package subscript(number: Int) -> CBOR? {
    self[number < 0 ? .negative(UInt64(-1 - number)) : .unsigned(UInt64(number))]
  }
}
