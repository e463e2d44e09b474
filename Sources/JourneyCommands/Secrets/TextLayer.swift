import JourneyEngine

/// A text as somebody sees it who undoes the encodings around it; each byte knows where in the text it comes from.
///
/// So a secret is found however an encoder has written it: with small or large escapes, `+` or `%20`, `&quot;` or `&#34;`,
/// `ö` or `\u00f6`.
struct TextLayer {
  enum Encoding: CaseIterable {
    /// References of HTML: AM writes its messages so (am-protocol 5.3).
    case html
    /// Percent-encoding, also that of forms.
    case percent
    /// The escapes of JSON.
    case json

    /// The bytes of which one must be there for there to be something to undo.
    fileprivate var marks: [UInt8] {
      switch self {
      case .html: [UInt8(ascii: "&")]
      case .percent: [UInt8(ascii: "%"), UInt8(ascii: "+")]
      case .json: [UInt8(ascii: "\\")]
      }
    }
  }

  private(set) var bytes: [UInt8]
  /// For each byte the offset in the text where what it comes from begins, and the offset of the end.
  private(set) var starts: [Int]

  /// The text itself.
  init(_ text: [UInt8]) {
    bytes = text
    starts = Array(0...text.count)
  }

  private init() {
    bytes = []
    starts = []
  }

  /// The layer below, nil where there is nothing to undo.
  func undoing(_ encoding: Encoding) -> TextLayer? {
    guard encoding.marks.contains(where: { bytes.contains($0) }) else { return nil }
    var layer = TextLayer()
    layer.bytes.reserveCapacity(bytes.count)
    layer.starts.reserveCapacity(starts.count)
    var isChanged = false
    var index = 0
    while index < bytes.count {
      let undone = encoding.marks.contains(bytes[index]) ? Self.undo(encoding, bytes[index...]) : nil
      let plain = undone?.plain ?? [bytes[index]]
      isChanged = isChanged || undone != nil
      for byte in plain {
        layer.bytes.append(byte)
        layer.starts.append(starts[index])
      }
      index += undone?.length ?? 1
    }
    layer.starts.append(starts[bytes.count])
    return isChanged ? layer : nil
  }

  /// What stands escaped at the start, and the length of its escape.
  private static func undo(_ encoding: Encoding, _ bytes: ArraySlice<UInt8>) -> (plain: [UInt8], length: Int)? {
    switch encoding {
    case .html: return ServerText.reference(bytes).map { (Array($0.text.utf8), $0.length) }
    case .percent:
      if bytes.first == UInt8(ascii: "+") { return ([UInt8(ascii: " ")], 1) }
      let digits = bytes.dropFirst().prefix(2)
      guard digits.count == 2, let value = hexadecimal(digits) else { return nil }
      return ([UInt8(value)], 3)
    case .json: return undoJSON(bytes)
    }
  }

  private static func undoJSON(_ bytes: ArraySlice<UInt8>) -> (plain: [UInt8], length: Int)? {
    guard let escape = bytes.dropFirst().first else { return nil }
    switch escape {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"): return ([escape], 2)
    case UInt8(ascii: "b"): return ([0x08], 2)
    case UInt8(ascii: "f"): return ([0x0C], 2)
    case UInt8(ascii: "n"): return ([0x0A], 2)
    case UInt8(ascii: "r"): return ([0x0D], 2)
    case UInt8(ascii: "t"): return ([0x09], 2)
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal(bytes.dropFirst(2).prefix(4), count: 4) else { return nil }
      var units = [UInt16(unit)]
      let next = bytes.dropFirst(6)
      if 0xD800..<0xDC00 ~= unit, next.starts(with: "\\u".utf8),
        let low = hexadecimal(next.dropFirst(2).prefix(4), count: 4)
      {
        units.append(UInt16(low))
      }
      return (Array(String(decoding: units, as: UTF16.self).utf8), 6 * units.count)
    default: return nil
    }
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>, count: Int = 2) -> UInt32? {
    guard digits.count == count else { return nil }
    var value: UInt32 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
        value = value << 4 | UInt32((digit | 0x20) - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return value
  }
}
