import CBOR
import Testing

/// The examples of RFC 8949, appendix A, as far as they are read here, and what is refused.
struct CBORTests {
  static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) ?? 0 }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  static let singles: [(String, CBOR)] = [
    ("00", .unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)), ("1903e8", .unsigned(1000)),
    ("1a000f4240", .unsigned(1_000_000)), ("1bffffffffffffffff", .unsigned(.max)), ("20", .negative(0)),
    ("3863", .negative(99)), ("3903e7", .negative(999)), ("3bffffffffffffffff", .negative(.max)), ("f4", .bool(false)),
    ("f5", .bool(true)), ("f6", .null), ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")),
    ("62c3bc", .text("ü")),
  ]

  @Test(arguments: singles)
  func `a single value is what the standard says`(hex: String, value: CBOR) throws {
    #expect(try CBOR(decoding: CBORTests.bytes(hex)) == value)
  }

  @Test func `arrays and maps hold values in their order`() throws {
    let value = try CBOR(decoding: CBORTests.bytes("a26161016162820203"))
    #expect(value.map?.map(\.key) == [.text("a"), .text("b")])
    #expect(value["a"]?.integer == 1)
    #expect(value["b"]?.array?.compactMap(\.integer) == [2, 3])
    #expect(value["c"] == nil)
    let numbered = try CBOR(decoding: CBORTests.bytes("a3010203262001"))
    #expect(numbered[1]?.integer == 2)
    #expect(numbered[3]?.integer == -7)
    #expect(numbered[-1]?.integer == 1)
  }

  @Test func `what follows a value is left for others, or refused`() throws {
    var rest: ArraySlice<UInt8> = [0x82, 1, 2, 0x61, 0x78]
    #expect(try CBOR.takeFirst(from: &rest) == .array([.unsigned(1), .unsigned(2)]))
    #expect(rest == [0x61, 0x78])
    #expect(throws: CBORError.trailing(offset: 3)) { try CBOR(decoding: [0x82, 1, 2, 0x61, 0x78]) }
  }

  static let refused: [(String, CBORError)] = [
    ("", .truncated), ("19", .truncated), ("5801", .truncated), ("8201", .truncated), ("a101", .truncated),
    ("9bffffffffffffffff", .truncated), ("bb7fffffffffffffff", .truncated), ("5bffffffffffffffff", .truncated),
    ("1c", .malformed(offset: 0)), ("811c", .malformed(offset: 1)), ("61ff", .notText(offset: 0)),
    ("9fff", .unsupported(offset: 0)), ("5f4100ff", .unsupported(offset: 0)), ("7f6161ff", .unsupported(offset: 0)),
    ("bfff", .unsupported(offset: 0)), ("ff", .unsupported(offset: 0)),
    ("c074323031332d30332d32315432303a30343a30305a", .unsupported(offset: 0)),
    ("f93c00", .unsupported(offset: 0)), ("fb3ff199999999999a", .unsupported(offset: 0)),
    ("f7", .unsupported(offset: 0)), ("a201020103", .duplicateKey(offset: 4)),
  ]

  @Test(arguments: refused)
  func `bytes that are no value are refused with their place`(hex: String, error: CBORError) {
    #expect(throws: error) { try CBOR(decoding: CBORTests.bytes(hex)) }
  }

  /// What is wrong about them depends on the version of libcbor.
  @Test(arguments: ["e0", "f0", "f820", "f8ff", "82e001"])
  func `simple values without a name are refused`(hex: String) {
    #expect(throws: CBORError.self) { try CBOR(decoding: CBORTests.bytes(hex)) }
  }

  @Test func `values stand sixteen deep and no deeper`() throws {
    let deep = [UInt8](repeating: 0x81, count: CBOR.depthLimit)
    #expect(throws: Never.self) { try CBOR(decoding: deep + [0]) }
    #expect(throws: CBORError.tooDeep(offset: 17)) { try CBOR(decoding: deep + [0x81, 0]) }
  }

  @Test func `no bytes bring it down`() {
    var state: UInt64 = 88_172_645_463_325_252
    func next() -> UInt8 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    for _ in 0..<20_000 {
      let bytes = (0..<Int(next() % 40)).map { _ in next() }
      _ = try? CBOR(decoding: bytes)
    }
  }
}
