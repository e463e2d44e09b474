import QRCode
import Testing

struct QRCodeTests {
  private static let uri =
    "otpauth://totp/Example:demo@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Example&algorithm=SHA1&digits=6&period=30"

  @Test func `a finder pattern stands in three corners`() throws {
    let code = try QRCode(Self.uri)
    let far = code.size - 7
    for (left, top) in [(0, 0), (far, 0), (0, far)] {
      for y in 0..<7 {
        for x in 0..<7 {
          // Rings around the middle: dark, light, then a dark square of three modules.
          let ring = max(abs(x - 3), abs(y - 3))
          #expect(code[left + x, top + y] == (ring != 2), "module \(x), \(y) at \(left), \(top)")
        }
      }
    }
  }

  @Test func `the timing patterns between the finders alternate`() throws {
    let code = try QRCode(Self.uri)
    for i in 8..<(code.size - 8) {
      #expect(code[i, 6] == i.isMultiple(of: 2))
      #expect(code[6, i] == i.isMultiple(of: 2))
    }
  }

  @Test func `the format bits say which correction was asked for`() throws {
    // The first two format bits, beside the upper left finder, are the level, under a mask of 10 (ISO/IEC 18004, 7.9).
    let bits: [QRCode.Correction: Int] = [.low: 0b01, .medium: 0b00, .quartile: 0b11, .high: 0b10]
    for correction in QRCode.Correction.allCases {
      let code = try QRCode(Self.uri, correction: correction)
      let read = (code[0, 8] ? 2 : 0) + (code[1, 8] ? 1 : 0)
      #expect(read ^ 0b10 == bits[correction])
    }
  }

  @Test func `a short text gives the smallest code, a longer one a larger code, and around it all is light`() throws {
    let short = try QRCode("a")
    #expect(short.size == 21)
    #expect(try QRCode(Self.uri).size > 21)
    #expect(!short[-1, 0])
    #expect(!short[0, 21])
  }

  @Test(arguments: QRCode.Correction.allCases)
  func `a text as long as the capacity fits, one byte more is an error that says so`(
    _ correction: QRCode.Correction
  ) throws {
    let capacity = correction.capacity
    #expect(try QRCode(String(repeating: "a", count: capacity), correction: correction).size == 177)
    #expect(throws: QRCodeError.tooLong(bytes: capacity + 1, capacity: capacity)) {
      try QRCode(String(repeating: "a", count: capacity + 1), correction: correction)
    }
    let text = QRCodeError.tooLong(bytes: capacity + 1, capacity: capacity).description
    #expect(text.contains("\(capacity + 1) bytes") && text.contains("at most \(capacity)"))
  }

  @Test func `no text and a zero byte are errors`() {
    #expect(throws: QRCodeError.empty) { try QRCode("") }
    #expect(throws: QRCodeError.zeroByte) { try QRCode("a\0b") }
  }
}
