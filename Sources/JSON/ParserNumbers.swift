extension Parser {
  /// Passes over one number, by the grammar of RFC 8259 section 6.
  mutating func skipNumber() throws(Fault) {
    if next == UInt8(ascii: "-") { index += 1 }
    if next == UInt8(ascii: "0") {
      index += 1
      if let byte = next, isDigit(byte) { throw fault(.invalidNumber) }
    } else {
      try skipDigits()
    }
    if next == UInt8(ascii: ".") {
      index += 1
      try skipDigits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      try skipDigits()
    }
  }

  /// Passes over one digit or more.
  private mutating func skipDigits() throws(Fault) {
    guard let first = next, isDigit(first) else { throw fault(.invalidNumber) }
    while let byte = next, isDigit(byte) { index += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
