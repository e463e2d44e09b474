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
    let rest = bytes.count % 3
    let whole = bytes.count - rest
    let digits = whole / 3 * 4 + (rest == 0 ? 0 : rest + 1)
    let length = isPadded ? (digits + 3) / 4 * 4 : digits
    return String(unsafeUninitializedCapacity: length) { output in
      bytes.withUnsafeBufferPointer { bytes in
        alphabet.withUnsafeBufferPointer { alphabet in
          var end = 0
          var start = 0
          while start < whole {
            let group = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
            output[end] = alphabet[group >> 18]
            output[end + 1] = alphabet[group >> 12 & 63]
            output[end + 2] = alphabet[group >> 6 & 63]
            output[end + 3] = alphabet[group & 63]
            start += 3
            end += 4
          }
          guard rest > 0 else { return }
          let group = Int(bytes[whole]) << 16 | (rest == 2 ? Int(bytes[whole + 1]) << 8 : 0)
          for place in 0...rest { output[end + place] = alphabet[group >> (18 - 6 * place) & 63] }
        }
      }
      for place in digits..<length { output[place] = Self.padding }
      return length
    }
  }

  func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let digits = withoutPadding(text), digits.count % 4 != 1 else { return nil }
    var isRight = false
    let output = [UInt8](unsafeUninitializedCapacity: digits.count * 3 / 4) { output, filled in
      digits.withUnsafeBufferPointer { digits in
        values.withUnsafeBufferPointer { values in
          isRight = Self.decode(digits, values, into: output, &filled)
        }
      }
    }
    return isRight ? output : nil
  }

  /// Decodes digits, whose last group has no single one; false where one is none, or where bits are left over that are set: they would be
  /// another text for the same bytes.
  private static func decode(
    _ digits: UnsafeBufferPointer<UInt8>, _ values: UnsafeBufferPointer<UInt8>,
    into output: UnsafeMutableBufferPointer<UInt8>, _ end: inout Int
  ) -> Bool {
    // No value but that of an invalid digit has one of the upper two bits.
    var all: UInt8 = 0
    func value(_ place: Int) -> Int {
      let value = values[Int(digits[place])]
      all |= value
      return Int(value)
    }
    var place = 0
    while place + 4 <= digits.count {
      let group = value(place) << 18 | value(place + 1) << 12 | value(place + 2) << 6 | value(place + 3)
      output[end] = UInt8(truncatingIfNeeded: group >> 16)
      output[end + 1] = UInt8(truncatingIfNeeded: group >> 8)
      output[end + 2] = UInt8(truncatingIfNeeded: group)
      place += 4
      end += 3
    }
    let rest = digits.count - place
    guard rest > 0 else { return all < 64 }
    let group = value(place) << 12 | value(place + 1) << 6 | (rest == 3 ? value(place + 2) : 0)
    output[end] = UInt8(truncatingIfNeeded: group >> 10)
    end += 1
    if rest == 3 {
      output[end] = UInt8(truncatingIfNeeded: group >> 2)
      end += 1
    }
    return all < 64 && group & (rest == 3 ? 0x3 : 0x3FF) == 0
  }

  /// The digits before the padding; nil when there is padding and it does not fill the last group of four.
  private func withoutPadding(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let digits = bytes.prefix { $0 != Self.padding }
    let padding = bytes[digits.endIndex...]
    guard !padding.isEmpty else { return digits }
    let isWhole = padding.count <= 2 && bytes.count.isMultiple(of: 4) && padding.allSatisfy { $0 == Self.padding }
    return isWhole ? digits : nil
  }
}
