/// Pairs of a query or a form, in their order.
struct Parameters: Sendable {
  var pairs: [(name: String, value: String)] = []

  init() {}

  /// Reads `application/x-www-form-urlencoded` text. Blanks and other characters that stand there unencoded are taken as they are, as AM
  /// does (frodo sends them so); what is no good escape is kept literally.
  init(encoded text: String) {
    // Over an array, since slices of it are read at once, which those of a text are not.
    for pair in Array(text.utf8).split(separator: UInt8(ascii: "&")) {
      let equals = pair.firstIndex(of: UInt8(ascii: "="))
      let name = PercentText.decode(pair[..<(equals ?? pair.endIndex)], plusIsBlank: true)
      let value = equals.map { PercentText.decode(pair[($0 + 1)...], plusIsBlank: true) } ?? ""
      pairs.append((name, value))
    }
  }

  /// The first value of a name: of one that is given twice the first counts (am-protocol 1.10).
  subscript(name: String) -> String? {
    pairs.first { $0.name == name }?.value
  }

  func all(_ name: String) -> [String] {
    pairs.compactMap { $0.name == name ? $0.value : nil }
  }

  /// A name that stands there more than once.
  var repeated: String? {
    var seen: Set<String> = []
    return pairs.first { !seen.insert($0.name).inserted }?.name
  }

  /// True for `true` alone; `false`, empty and missing are the same (am-protocol 1.3).
  func flag(_ name: String) -> Bool {
    self[name]?.lowercased() == "true"
  }

  mutating func add(_ name: String, _ value: String) {
    pairs.append((name, value))
  }

  /// The pairs as they go into a query.
  var encoded: String {
    pairs.map { PercentText.encode($0.name) + "=" + PercentText.encode($0.value) }.joined(separator: "&")
  }
}

/// Percent-encoding (RFC 3986 2.1) over bytes.
enum PercentText {
  /// Everything but the unreserved characters of RFC 3986 2.3.
  static func encode(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes what is well encoded and keeps the rest; bytes that are no UTF-8 become U+FFFD. Most texts hold nothing to decode.
  static func decode(_ text: ArraySlice<UInt8>, plusIsBlank: Bool = false) -> String {
    String(decoding: decodedBytes(text, plusIsBlank: plusIsBlank), as: UTF8.self)
  }

  /// The same without an idea of what the bytes mean.
  static func decodedBytes(_ source: ArraySlice<UInt8>, plusIsBlank: Bool = false) -> ArraySlice<UInt8> {
    guard isCoded(source) else { return source }
    var decoded: [UInt8] = []
    var index = source.startIndex
    while index < source.endIndex {
      let byte = source[index]
      if byte == UInt8(ascii: "%"), index + 2 < source.endIndex, let high = nibble(source[index + 1]),
        let low = nibble(source[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return decoded[...]
  }

  private static func isCoded(_ text: ArraySlice<UInt8>) -> Bool {
    text.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
  }

  /// Whether each percent sign begins an escape.
  static func isWhole(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.contains(UInt8(ascii: "%")) else { return true }
    return text.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst().allSatisfy { piece in
      piece.count >= 2 && piece.prefix(2).allSatisfy { nibble($0) != nil }
    }
  }

  private static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
