extension JSON {
  /// How a document is laid out.
  public enum Style: Sendable, Hashable, CaseIterable {
    /// Without any white space, members in their order.
    case compact
    /// A line for each element and member, two blanks for each level; no line feed at the end.
    case pretty
    /// As ``compact``, with the members of each object sorted by the bytes of their names: one text for one meaning.
    /// Members of the same name keep their order.
    case sorted
  }

  /// The document as text. Only what must be escaped is: `"`, `\` and U+0000 to U+001F.
  public func text(_ style: Style = .compact) -> String {
    String(decoding: bytes(style), as: UTF8.self)
  }

  /// The document as UTF-8; see ``text(_:)``.
  public func bytes(_ style: Style = .compact) -> [UInt8] {
    var writer = Writer(style: style)
    writer.write(self, level: 0)
    return writer.output
  }
}

/// Collects the bytes of one document.
private struct Writer {
  let style: JSON.Style
  var output: [UInt8] = []

  init(style: JSON.Style) {
    self.style = style
    output.reserveCapacity(1024)
  }

  mutating func write(_ value: JSON, level: Int) {
    switch value {
    case .null: output += "null".utf8
    case .bool(let value): output += (value ? "true" : "false").utf8
    case .number(let number): output += number.text.utf8
    case .string(let text): write(text)
    case .array(let elements):
      writeList(elements, "[", "]", level) { writer, element in writer.write(element, level: level + 1) }
    case .object(let object):
      writeList(ordered(object.members), "{", "}", level) { writer, member in
        writer.write(member.name)
        writer.output.append(UInt8(ascii: ":"))
        if writer.style == .pretty { writer.output.append(UInt8(ascii: " ")) }
        writer.write(member.value, level: level + 1)
      }
    }
  }

  private func ordered(_ members: [JSON.Object.Member]) -> [JSON.Object.Member] {
    // The sort of the standard library is stable.
    style == .sorted ? members.sorted { bytesPrecede($0.name, $1.name) } : members
  }

  private mutating func writeList<Item>(
    _ items: [Item], _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ level: Int,
    _ writeItem: (inout Writer, Item) -> Void
  ) {
    output.append(UInt8(ascii: open))
    for (position, item) in items.enumerated() {
      if position > 0 { output.append(UInt8(ascii: ",")) }
      startLine(level + 1)
      writeItem(&self, item)
    }
    if !items.isEmpty { startLine(level) }
    output.append(UInt8(ascii: close))
  }

  private mutating func startLine(_ level: Int) {
    guard style == .pretty else { return }
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
  }

  private mutating func write(_ text: String) {
    output.append(UInt8(ascii: "\""))
    let whole: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in escape(bytes) }
    if whole == nil { Array(text.utf8).withUnsafeBufferPointer { bytes in escape(bytes) } }
    output.append(UInt8(ascii: "\""))
  }

  /// Copies what needs no escape in runs.
  private mutating func escape(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while let place = Self.nextEscape(bytes, from: start) {
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<place]))
      writeEscape(bytes[place])
      start = place + 1
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
  }

  /// The first byte that must be escaped.
  private static func nextEscape(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var place = start
    while let word = bytes.word(at: place) {
      let found = bytesToEscape(word)
      if found != 0 { return place + found.trailingZeroBitCount / 8 }
      place += 8
    }
    return bytes[place...].firstIndex { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
  }

  private mutating func writeEscape(_ byte: UInt8) {
    output.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: output.append(UInt8(ascii: "b"))
    case 0x09: output.append(UInt8(ascii: "t"))
    case 0x0A: output.append(UInt8(ascii: "n"))
    case 0x0C: output.append(UInt8(ascii: "f"))
    case 0x0D: output.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(byte)
    default:
      output += "u00".utf8
      for digit in [byte >> 4, byte & 0xF] {
        output.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}
