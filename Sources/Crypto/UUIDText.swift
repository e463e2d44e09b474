/// Random UUIDs as text.
///
/// - Source: RFC 9562 section 5.4.
package enum UUIDText {
  /// A version 4 UUID in lower case, such as `f81d4fae-7dec-41d0-a765-00a0c91e6bf6`.
  package static func random(_ random: some RandomSource) -> String {
    var bytes = random.bytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (place, byte) in bytes.enumerated() {
      if place == 4 || place == 6 || place == 8 || place == 10 { text.append(UInt8(ascii: "-")) }
      text.append(digit(byte >> 4))
      text.append(digit(byte & 0x0F))
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
