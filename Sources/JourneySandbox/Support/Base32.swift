/// Base32 (RFC 4648 6) with its padding, as secrets stand in `otpauth` URIs (am-protocol 8.5).
enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var text = digits(bytes, of: alphabet)
    while text.count % 8 != 0 { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The digits of the bytes in an alphabet of thirty-two, without padding.
  static func digits(_ bytes: [UInt8], of alphabet: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 8 + 4) / 5)
    var buffer = 0
    var bits = 0
    for byte in bytes {
      buffer = (buffer << 8 | Int(byte)) & 0xFFFF
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(alphabet[buffer >> bits & 31])
      }
    }
    if bits > 0 { text.append(alphabet[buffer << (5 - bits) & 31]) }
    return text
  }

  /// The bytes of a text, in either case and with or without padding; nil where it is none.
  static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = 0
    var bits = 0
    for character in text.uppercased().utf8 where character != UInt8(ascii: "=") {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      buffer = (buffer << 5 | value) & 0xFFFF
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
      }
    }
    return bytes
  }
}
