/// The little of DER (X.690) that private keys are written in: definite lengths, one-byte tags.
struct DERReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// The tag of the next element.
  var nextTag: UInt8? { rest.first }

  /// The contents of the next element, if it has the tag; nil where it has not, or is cut off.
  mutating func take(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard rest.first == tag, let (length, head) = length() else { return nil }
    let start = rest.startIndex + head
    guard length <= rest.endIndex - start else { return nil }
    defer { rest = rest[(start + length)...] }
    return rest[start..<(start + length)]
  }

  /// The contents of a SEQUENCE as a reader of its own.
  mutating func sequence() -> DERReader? { take(0x30).map { DERReader($0) } }

  /// An INTEGER, without the zero that keeps it positive.
  mutating func integer() -> [UInt8]? {
    take(0x02).map { bytes in
      let cut = bytes.drop { $0 == 0 }
      return cut.isEmpty ? [0] : Array(cut)
    }
  }

  /// The length of the next element and the size of its tag and length; lengths beyond four bytes are refused.
  private func length() -> (length: Int, head: Int)? {
    let bytes = rest.dropFirst()
    guard let first = bytes.first else { return nil }
    if first < 0x80 { return (Int(first), 2) }
    let count = Int(first & 0x7f)
    guard (1...4).contains(count), bytes.count > count else { return nil }
    let value = bytes.dropFirst().prefix(count).reduce(0) { $0 << 8 | Int($1) }
    return (value, 2 + count)
  }
}
