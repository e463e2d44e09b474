/// Random UUIDs as text.
///
/// - Source: RFC 9562 section 5.4.
package enum UUIDText {
  /// A version 4 UUID in lower case, such as `f81d4fae-7dec-41d0-a765-00a0c91e6bf6`.
  package static func random(_ random: some RandomSource) -> String {
    var bytes = random.bytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.enumerated().map { place, byte in
      ([4, 6, 8, 10].contains(place) ? "-" : "") + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
