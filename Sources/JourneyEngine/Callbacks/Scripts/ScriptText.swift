/// Just enough of JavaScript to read what scripts of AM carry: literals, and the values of named members. Nothing
/// is run.
///
/// The scripts are no stable interface, so everything here answers nil rather than guessing.
struct ScriptText {
  let bytes: [UInt8]

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  func contains(_ word: String) -> Bool {
    find(Array(word.utf8), from: 0) != nil
  }

  func find(_ word: [UInt8], from start: Int, before end: Int? = nil) -> Int? {
    guard let first = word.first else { return nil }
    var position = start
    let last = (end ?? bytes.count) - word.count
    while position <= last {
      if bytes[position] == first, bytes[position..<position + word.count].elementsEqual(word) { return position }
      position += 1
    }
    return nil
  }

  /// Every string literal that is not in a comment, decoded, in the order of the script.
  func literals() -> [String] {
    var found: [String] = []
    var position = 0
    while position < bytes.count {
      if let end = comment(at: position) {
        position = end
      } else if let literal = string(at: position) {
        found.append(literal.text)
        position = literal.end
      } else {
        position += 1
      }
    }
    return found
  }

  /// The place after `name:`, where the name may be quoted.
  func member(_ name: String, in range: Range<Int>? = nil) -> Int? {
    let word = Array(name.utf8)
    var start = range?.lowerBound ?? 0
    while let found = find(word, from: start, before: range?.upperBound) {
      start = found + 1
      guard found == 0 || !Self.isName(bytes[found - 1]) else { continue }
      var next = found + word.count
      if next < bytes.count, Self.isQuote(bytes[next]) { next += 1 }
      next = skippingBlanks(next)
      if next < bytes.count, bytes[next] == UInt8(ascii: ":") { return skippingBlanks(next + 1) }
    }
    return nil
  }

  /// The place after `var name =`.
  func variable(_ name: String) -> Int? {
    guard let found = find(Array("var \(name)".utf8), from: 0) else { return nil }
    let next = skippingBlanks(found + 4 + name.utf8.count)
    guard next < bytes.count, bytes[next] == UInt8(ascii: "=") else { return nil }
    return skippingBlanks(next + 1)
  }

  /// A whole number, or one in quotes.
  func integer(at start: Int) -> Int? {
    if let literal = string(at: start) { return Int(literal.text) }
    let end = bytes[start...].firstIndex { !Self.isDigit($0) && $0 != UInt8(ascii: "-") } ?? bytes.count
    return Int(String(decoding: bytes[start..<end], as: UTF8.self))
  }

  /// A name that stands for something else.
  func name(at start: Int) -> String? {
    let end = bytes[start...].firstIndex { !Self.isName($0) } ?? bytes.count
    return end == start ? nil : String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// What stands between a bracket and the one that closes it, with both.
  func balanced(at start: Int) -> Range<Int>? {
    var depth = 0
    var position = start
    while position < bytes.count {
      if let end = comment(at: position) ?? string(at: position)?.end {
        position = end
        continue
      }
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"): depth -= 1
      default: break
      }
      position += 1
      if depth <= 0 { return position - start > 1 ? start..<position : nil }
    }
    return nil
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The contents of every `Int8Array([…])`, signed or unsigned; one that holds anything but bytes is left out.
  func byteArrays(in range: Range<Int>) -> [[UInt8]] {
    let word = Array("Int8Array(".utf8)
    var found: [[UInt8]] = []
    var start = range.lowerBound
    while let position = find(word, from: start, before: range.upperBound) {
      start = position + word.count
      guard let list = balanced(at: skippingBlanks(start)) else { continue }
      let numbers = bytes[list].dropFirst().dropLast().split(separator: UInt8(ascii: ",")).map { part in
        Int(String(decoding: part.filter { !Self.isBlank($0) }, as: UTF8.self))
      }
      if let bytes = SignedBytes.unsigned(numbers) { found.append(bytes) }
    }
    return found
  }
}

extension ScriptText {
  func skippingBlanks(_ start: Int) -> Int {
    var position = start
    while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    return position
  }

  private func comment(at start: Int) -> Int? {
    guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "/") else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "/"): return bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    case UInt8(ascii: "*"): return find(Array("*/".utf8), from: start + 2).map { $0 + 2 } ?? bytes.count
    default: return nil
    }
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }
}
