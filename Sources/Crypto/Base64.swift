/// Base64 with the standard alphabet (`+`, `/`).
///
/// - Source: RFC 4648 section 4.
package enum Base64 {
  private static let codec = Base64Codec(lastTwo: "+/")

  /// The text of the bytes, padded with `=`.
  package static func encode(_ bytes: [UInt8]) -> String {
    codec.encode(bytes, isPadded: true)
  }

  /// The bytes of a text, with its padding or without; nil for anything else: white space, characters of the URL
  /// alphabet, wrong padding, bits that belong to no byte.
  package static func decode(_ text: String) -> [UInt8]? {
    codec.decode(Array(text.utf8)[...])
  }
}

/// Base64 with the alphabet for URLs and file names (`-`, `_`).
///
/// - Source: RFC 4648 section 5, RFC 7515 appendix C.
package enum Base64URL {
  private static let codec = Base64Codec(lastTwo: "-_")

  /// The text of the bytes, without padding.
  package static func encode(_ bytes: [UInt8]) -> String {
    codec.encode(bytes, isPadded: false)
  }

  /// The bytes of a text, without padding or with a right one; nil for anything else: white space, characters of the
  /// standard alphabet, bits that belong to no byte. So two texts without padding never mean the same bytes.
  package static func decode(_ text: String) -> [UInt8]? {
    codec.decode(Array(text.utf8)[...])
  }

  /// The same of a text that is there as bytes.
  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    codec.decode(text)
  }
}
