/// Where secrets stand in a text, in plain or encoded.
struct SecretSearch {
  /// Tables of secrets; where several begin at one place the longest counts, so that one inside a longer one leaves nothing of it.
  let tables: [SecretShelf.Forms]
  /// Whether a secret that is a word stays.
  let sparesWords: Bool

  private static let dots = Array(SecretRegistry.dots.utf8)
  private static let ellipsis = Array("…".utf8)
  /// How many encodings around one another are undone: JSON in a form, HTML in JSON.
  private static let depth = 2

  /// The text with dots in place of every secret.
  func scrubbed(_ text: [UInt8]) -> [UInt8] {
    var found: [Range<Int>] = []
    collect(in: TextLayer(text), depth: Self.depth, into: &found)
    guard !found.isEmpty else { return text }
    found.sort { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var index = 0
    for range in found where range.upperBound > index {
      if range.lowerBound >= index {
        output += text[index..<range.lowerBound]
        output += Self.dots
      }
      index = range.upperBound
    }
    return output + text[index...]
  }

  private func collect(in layer: TextLayer, depth: Int, into found: inout [Range<Int>]) {
    for range in ranges(in: layer.bytes) {
      found.append(layer.starts[range.lowerBound]..<layer.starts[range.upperBound])
    }
    guard depth > 0 else { return }
    for encoding in TextLayer.Encoding.allCases {
      if let below = layer.undoing(encoding) { collect(in: below, depth: depth - 1, into: &found) }
    }
  }

  /// Where they stand in plain. A text that was shortened may end in the middle of one.
  private func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    let end = bytes.suffix(Self.ellipsis.count) == Self.ellipsis[...] ? bytes.count - Self.ellipsis.count : nil
    var index = 0
    while index < bytes.count {
      let length = longest(at: bytes[index...])
      if length > 0 {
        found.append(index..<index + length)
        index += length
      } else if let end, index < end, isBegun(by: bytes[index..<end]) {
        found.append(index..<end)
        return found
      } else {
        index += 1
      }
    }
    return found
  }

  /// The length of the longest secret that the bytes begin with.
  private func longest(at bytes: ArraySlice<UInt8>) -> Int {
    guard let key = SecretShelf.key(of: bytes) else { return 0 }
    return tables.lazy.compactMap { $0[key]?.first { bytes.starts(with: $0) && !isSpared($0) }?.count }.max() ?? 0
  }

  /// Whether a secret begins with that, and goes on.
  private func isBegun(by start: ArraySlice<UInt8>) -> Bool {
    guard let key = SecretShelf.key(of: start) else { return false }
    return tables.contains { $0[key]?.contains { $0.starts(with: start) && !isSpared($0) } == true }
  }

  /// Whether a form stays because it could be a word of a language: a few letters, all small or all large but for the first.
  private func isSpared(_ form: [UInt8]) -> Bool {
    guard sparesWords, form.count <= Self.longestWord else { return false }
    let small = UInt8(ascii: "a")...UInt8(ascii: "z")
    let large = UInt8(ascii: "A")...UInt8(ascii: "Z")
    let rest = form.dropFirst()
    return form.first.map { small.contains($0 | 0x20) } == true
      && (rest.allSatisfy(small.contains) || rest.allSatisfy(large.contains))
  }

  private static let longestWord = 16
}
