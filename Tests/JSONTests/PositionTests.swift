import JSON
import Testing

struct PositionTests {
  @Test(arguments: [
    ("[1,]", 1, 4),
    ("[1,\n2,\n  x]", 3, 3),
    ("[1,\r\n2,\r\n  x]", 3, 3),
    ("{\n  \"name\": \"é€🔑\", x}", 2, 18),
    ("\n\n", 3, 1),
    ("[\"line\\n\", \"tab\t\"]", 1, 16),
  ])
  func `an error names its line, and its column in characters`(_ text: String, _ line: Int, _ column: Int) {
    let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: text) }
    #expect(error?.line == line)
    #expect(error?.column == column)
  }

  @Test func `the sentence says where and what, and nothing of the document`() {
    let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: "{\n  \"password\": \"secret\" 1}") }
    #expect(error?.description == "line 2, column 24: expected ',' or the end of the array or object")
  }

  @Test func `each kind of error has a sentence of its own`() {
    let sentences = JSON.ParseError.Kind.allCases.compactMap { kind in
      Self.examples[kind].flatMap { bytes, limits in
        #expect(throws: JSON.ParseError.self) { try JSON(parsing: bytes, limits: limits) }
      }
    }
    #expect(sentences.map(\.kind) == JSON.ParseError.Kind.allCases)
    #expect(Set(sentences.map { $0.description.drop { $0 != ":" } }).count == JSON.ParseError.Kind.allCases.count)
  }

  private static let examples: [JSON.ParseError.Kind: ([UInt8], JSON.Limits)] = [
    .tooLarge: (Array("[]".utf8), JSON.Limits(bytes: 1)),
    .tooDeep: (Array("[]".utf8), JSON.Limits(depth: 0)),
    .byteOrderMark: ([0xEF, 0xBB, 0xBF], .standard),
    .unexpectedEnd: ([], .standard),
    .expectedValue: (Array("x".utf8), .standard),
    .expectedName: (Array("{x".utf8), .standard),
    .expectedColon: (Array(#"{"a"x"#.utf8), .standard),
    .expectedComma: (Array("[1x".utf8), .standard),
    .trailingText: (Array("1x".utf8), .standard),
    .invalidNumber: (Array("01".utf8), .standard),
    .invalidEscape: (Array(#""\x"#.utf8), .standard),
    .loneSurrogate: (Array(#""\ud800""#.utf8), .standard),
    .controlCharacter: (quoted([0]), .standard),
    .invalidUTF8: (quoted([0xFF]), .standard),
  ]
}
