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
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var group = 0
      for place in 0..<3 { group = group << 8 | (place < count ? Int(bytes[start + place]) : 0) }
      for place in 0...count { output.append(alphabet[group >> (18 - 6 * place) & 63]) }
      if isPadded { output.append(contentsOf: repeatElement(Self.padding, count: 3 - count)) }
    }
    return String(decoding: output, as: UTF8.self)
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
