/// A recursive descent over the bytes of one document; the depth limit bounds the recursion.
struct Parser {
  /// What is wrong at which byte.
  struct Fault: Error {
    let kind: JSON.ParseError.Kind
    let offset: Int
  }

  /// The document. Valid only within the closure that made the parser.
  let bytes: UnsafeBufferPointer<UInt8>
  let depthLimit: Int
  /// The next byte to read.
  var index = 0

  init(bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  /// The next byte, nil at the end.
  var next: UInt8? {
    index < bytes.count ? bytes[index] : nil
  }

  /// The fault at the next byte; at the end it is always that the document ends too early.
  func fault(_ kind: JSON.ParseError.Kind) -> Fault {
    Fault(kind: index < bytes.count ? kind : .unexpectedEnd, offset: index)
  }

  mutating func document() throws(Fault) -> JSON {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw fault(.byteOrderMark) }
    skipWhiteSpace()
    let value = try value(depth: 0)
    skipWhiteSpace()
    guard index == bytes.count else { throw fault(.trailingText) }
    return value
  }

  mutating func skipWhiteSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  private mutating func value(depth: Int) throws(Fault) -> JSON {
    guard let first = next else { throw fault(.unexpectedEnd) }
    switch first {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let start = index
      try skipNumber()
      return .number(JSON.Number(checked: text(from: start, to: index)))
    default: throw fault(.expectedValue)
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(Fault) -> JSON {
    let start = index
    for position in 0..<word.utf8CodeUnitCount {
      guard let byte = next else { throw fault(.unexpectedEnd) }
      guard byte == word.utf8Start[position] else { throw Fault(kind: .expectedValue, offset: start) }
      index += 1
    }
    return value
  }

  private mutating func array(depth: Int) throws(Fault) -> [JSON] {
    guard depth <= depthLimit else { throw fault(.tooDeep) }
    index += 1
    skipWhiteSpace()
    var elements: [JSON] = []
    if next == UInt8(ascii: "]") {
      index += 1
      return elements
    }
    while true {
      elements.append(try value(depth: depth))
      if try ends(with: UInt8(ascii: "]")) { return elements }
    }
  }

  private mutating func object(depth: Int) throws(Fault) -> JSON.Object {
    guard depth <= depthLimit else { throw fault(.tooDeep) }
    index += 1
    skipWhiteSpace()
    var members: [JSON.Object.Member] = []
    if next == UInt8(ascii: "}") {
      index += 1
      return JSON.Object(members)
    }
    // Most objects of a step have two to five members: grown by one at a time, the first ones would move twice.
    members.reserveCapacity(4)
    while true {
      guard next == UInt8(ascii: "\"") else { throw fault(.expectedName) }
      let name = try string()
      skipWhiteSpace()
      guard next == UInt8(ascii: ":") else { throw fault(.expectedColon) }
      index += 1
      skipWhiteSpace()
      members.append(JSON.Object.Member(name: name, value: try value(depth: depth)))
      if try ends(with: UInt8(ascii: "}")) { return JSON.Object(members) }
    }
  }

  /// Reads what follows an element or a member: the end, or a comma and the white space before the next one.
  private mutating func ends(with end: UInt8) throws(Fault) -> Bool {
    skipWhiteSpace()
    guard let byte = next, byte == end || byte == UInt8(ascii: ",") else { throw fault(.expectedComma) }
    index += 1
    if byte == end { return true }
    skipWhiteSpace()
    return false
  }

  /// The text of a part of the document that is known to be UTF-8.
  func text(from start: Int, to end: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }
}
