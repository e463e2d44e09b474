extension ScriptText {
  /// A string literal in single or double quotes, decoded, and the place after it; nil where there is none, or
  /// where its line ends first.
  func string(at start: Int) -> (text: String, end: Int)? {
    guard start < bytes.count else { return nil }
    let quote = bytes[start]
    guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return nil }
    var units: [UInt16] = []
    var plain: [UInt8] = []
    var position = start + 1
    func flush() {
      units.append(contentsOf: String(decoding: plain, as: UTF8.self).utf16)
      plain = []
    }
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
      let byte = bytes[position]
      if byte == quote {
        flush()
        return (String(decoding: units, as: UTF16.self), position + 1)
      }
      position += 1
      guard byte == UInt8(ascii: "\\"), position < bytes.count else {
        plain.append(byte)
        continue
      }
      let (unit, length) = escape(at: position)
      position += length
      if let unit {
        flush()
        units.append(unit)
      }
    }
    return nil
  }

  /// What stands after a backslash: the code unit (none for a line that goes on), and its length. An unknown or
  /// broken escape stands for its character.
  private func escape(at position: Int) -> (unit: UInt16?, length: Int) {
    switch bytes[position] {
    case UInt8(ascii: "n"): return (10, 1)
    case UInt8(ascii: "t"): return (9, 1)
    case UInt8(ascii: "r"): return (13, 1)
    case UInt8(ascii: "b"): return (8, 1)
    case UInt8(ascii: "f"): return (12, 1)
    case UInt8(ascii: "v"): return (11, 1)
    case UInt8(ascii: "0"): return (0, 1)
    case UInt8(ascii: "\n"): return (nil, 1)
    case UInt8(ascii: "x"):
      if let unit = hexadecimal(at: position + 1, digits: 2) { return (unit, 3) }
    case UInt8(ascii: "u"):
      if let unit = hexadecimal(at: position + 1, digits: 4) { return (unit, 5) }
    default: break
    }
    // A character outside ASCII goes on as it is: its first byte is not taken here.
    return bytes[position] < 0x80 ? (UInt16(bytes[position]), 1) : (nil, 0)
  }

  private func hexadecimal(at start: Int, digits: Int) -> UInt16? {
    guard start + digits <= bytes.count else { return nil }
    return UInt16(String(decoding: bytes[start..<start + digits], as: UTF8.self), radix: 16)
  }
}
