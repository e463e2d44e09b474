/// The coding that both alphabets of RFC 4648 share.
struct Base64Codec: Sendable {
  private static let padding = UInt8(ascii: "=")
  /// What `values` holds for a byte outside of the alphabet.
  private static let invalid: UInt8 = 0xFF

  private let alphabet: [UInt8]
  /// The value of each byte, 0 to 63.
  private let values: [UInt8]

  init(lastTwo: String) {
    alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8) + lastTwo.utf8
    var values = [UInt8](repeating: Self.invalid, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    self.values = values
  }

  func encode(_ bytes: [UInt8], isPadded: Bool) -> String {
    let whole = bytes.count - bytes.count % 3
    let rest = bytes.count - whole
    let length = whole / 3 * 4 + (rest == 0 ? 0 : isPadded ? 4 : rest + 1)
    return String(unsafeUninitializedCapacity: length) { output in
      var end = 0
      for start in stride(from: 0, to: whole, by: 3) {
        let group = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
        output[end] = alphabet[group >> 18]
        output[end + 1] = alphabet[group >> 12 & 63]
        output[end + 2] = alphabet[group >> 6 & 63]
        output[end + 3] = alphabet[group & 63]
        end += 4
      }
      if rest > 0 {
        let group = Int(bytes[whole]) << 16 | (rest == 2 ? Int(bytes[whole + 1]) << 8 : 0)
        for place in 0...rest { output[end + place] = alphabet[group >> (18 - 6 * place) & 63] }
        for place in (end + rest + 1)..<max(length, end + rest + 1) { output[place] = Self.padding }
      }
      return length
    }
  }

  func decode(_ text: String) -> [UInt8]? {
    guard let digits = withoutPadding(Array(text.utf8)) else { return nil }
    var output: [UInt8] = []
    output.reserveCapacity(digits.count * 3 / 4)
    var bits = 0
    var bitCount = 0
    for digit in digits {
      let value = values[Int(digit)]
      guard value != Self.invalid else { return nil }
      bits = bits << 6 | Int(value)
      bitCount += 6
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      output.append(UInt8(bits >> bitCount))
      bits &= 1 << bitCount - 1
    }
    // Six bits left over mean a lone digit; set bits left over would be another text for the same bytes.
    guard bitCount < 6, bits == 0 else { return nil }
    return output
  }

  /// The digits before the padding; nil when there is padding and it does not fill the last group of four.
  private func withoutPadding(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let digits = bytes.prefix { $0 != Self.padding }
    let padding = bytes[digits.endIndex...]
    guard !padding.isEmpty else { return digits }
    let isWhole = padding.count <= 2 && bytes.count.isMultiple(of: 4) && padding.allSatisfy { $0 == Self.padding }
    return isWhole ? digits : nil
  }
}
