extension JSON {
  /// A number as it was written: `12345678901234567890`, `1.0` and `1e2` keep their text.
  ///
  /// Two numbers are equal when their texts are; compare ``integer`` or ``double`` for the value.
  ///
  /// - Source: RFC 8259 section 6.
  public struct Number: Sendable, Hashable {
    /// The text as it was written, always in the grammar of RFC 8259.
    public let text: String

    /// A whole number.
    public init(_ value: Int) {
      text = String(value)
    }

    /// A number in the shortest text that reads back as the same value; nil for infinity and not-a-number, which JSON
    /// cannot say.
    public init?(_ value: Double) {
      guard value.isFinite else { return nil }
      text = value.description
    }

    /// A number from its text; nil when the text is not exactly one number of RFC 8259 (no sign `+`, no leading zero,
    /// no white space).
    public init?(text: String) {
      var scanned = text
      let isNumber = scanned.withUTF8 { bytes in
        var parser = Parser(bytes: bytes, depthLimit: 0)
        return (try? parser.skipNumber()) != nil && parser.index == bytes.count
      }
      guard isNumber else { return nil }
      self.text = text
    }

    /// A text that the parser has already checked.
    init(checked text: String) {
      self.text = text
    }

    /// The value as a whole number, nil when it is none or does not fit into 64 bits. Exact: `1.0` and `1e2` are whole,
    /// `1.5` and `9223372036854775808` are not.
    public var integer: Int? {
      Int(text) ?? wholeNumber
    }

    /// The nearest double; infinite when the number is larger than any.
    public var double: Double {
      Double(text) ?? 0
    }

    /// ``integer`` for a text with fraction or exponent: all digits as one whole number, times a power of ten.
    private var wholeNumber: Int? {
      var digits: [UInt8] = []
      var power = 0
      var isFraction = false
      var isNegative = false
      var rest = text.utf8[...]
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "-"): isNegative = true
        case UInt8(ascii: "."): isFraction = true
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
          // An exponent past Int makes every number but zero either far too large or a fraction.
          guard let exponent = Int(Substring(rest)) else { return digits.allSatisfy { $0 == 0 } ? 0 : nil }
          let (sum, overflow) = power.addingReportingOverflow(exponent)
          guard !overflow else { return digits.allSatisfy { $0 == 0 } ? 0 : nil }
          power = sum
          rest = rest[rest.endIndex...]
        default:
          if isFraction { power -= 1 }
          if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte - UInt8(ascii: "0")) }
        }
      }
      return Self.assemble(digits, timesTenTo: power, isNegative: isNegative)
    }

    private static func assemble(_ digits: [UInt8], timesTenTo power: Int, isNegative: Bool) -> Int? {
      guard let last = digits.lastIndex(where: { $0 != 0 }) else { return 0 }
      // Written so that no exponent, however large, overflows; 64 bits hold 19 digits at most.
      let (zeros, isTooFar) = (digits.count - 1 - last).addingReportingOverflow(power)
      guard !isTooFar, (0...19).contains(zeros), last + 1 + zeros <= 19 else { return nil }
      var value = 0
      for digit in digits[...last] + repeatElement(0, count: zeros) {
        // Counted downwards, as the smallest Int has no positive counterpart.
        let (product, tooSmall) = value.multipliedReportingOverflow(by: 10)
        let (difference, overflow) = product.subtractingReportingOverflow(Int(digit))
        guard !tooSmall, !overflow else { return nil }
        value = difference
      }
      if isNegative { return value }
      return value == .min ? nil : -value
    }
  }
}
