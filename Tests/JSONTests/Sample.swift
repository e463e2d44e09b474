import JSON
import Testing

/// A document of a test, shown by its name in the report.
struct Sample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]

  init(_ name: String, _ text: String) {
    self.init(name, bytes: Array(text.utf8))
  }

  init(_ name: String, bytes: [UInt8]) {
    testDescription = name
    self.bytes = bytes
  }
}

/// A document that is refused, with what for and after how many bytes.
struct Refusal: Sendable, CustomTestStringConvertible {
  let sample: Sample
  let kind: JSON.ParseError.Kind
  let offset: Int
  var testDescription: String { sample.testDescription }

  init(_ name: String, _ text: String, _ kind: JSON.ParseError.Kind, _ offset: Int) {
    self.init(name, bytes: Array(text.utf8), kind, offset)
  }

  init(_ name: String, bytes: [UInt8], _ kind: JSON.ParseError.Kind, _ offset: Int) {
    sample = Sample(name, bytes: bytes)
    self.kind = kind
    self.offset = offset
  }
}

/// A string in quotes, of these bytes.
func quoted(_ bytes: [UInt8]) -> [UInt8] {
  [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
}
