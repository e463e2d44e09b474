/// Random UUIDs as text.
///
/// - Source: RFC 9562 section 5.4.
package enum UUIDText {
  /// A version 4 UUID in lower case, such as `f81d4fae-7dec-41d0-a765-00a0c91e6bf6`.
  package static func random(_ random: some RandomSource) -> String {
    var bytes = random.bytes(16).prefix(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return String(unsafeUninitializedCapacity: 36) { text in
      var end = 0
      for (place, byte) in bytes.enumerated() {
        if place == 4 || place == 6 || place == 8 || place == 10 {
          text[end] = UInt8(ascii: "-")
          end += 1
        }
        text[end] = digit(byte >> 4)
        text[end + 1] = digit(byte & 0x0F)
        end += 2
      }
      return end
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
