extension Parser {
  /// Reads a string, from its opening to its closing quote.
  ///
  /// The first pass checks everything and finds the end. Most strings hold no escape and are then taken in one piece;
  /// for the others a second pass, which cannot fail any more, puts the characters in.
  mutating func string() throws(Fault) -> String {
    index += 1
    let start = index
    var hasEscapes = false
    while true {
      skipPlainBytes()
      guard index < bytes.count else { throw fault(.unexpectedEnd) }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return hasEscapes ? unescapedText(from: start, to: index - 1) : text(from: start, to: index - 1)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try skipEscape()
      case 0x00...0x1F:
        throw fault(.controlCharacter)
      case 0x80...0xFF:
        guard let length = sequenceLength(at: index) else { throw fault(.invalidUTF8) }
        index += length
      default:
        index += 1
      }
    }
  }

  /// Passes over ASCII that stands for itself, eight bytes at a time, to the first byte that does not or to the last few.
  private mutating func skipPlainBytes() {
    while let word = bytes.word(at: index) {
      let others = bytesToEscape(word) | word & 0x8080_8080_8080_8080
      index += others.trailingZeroBitCount / 8
      if others != 0 { return }
    }
  }

  /// Passes over one escape, and over both halves of a surrogate pair.
  private mutating func skipEscape() throws(Fault) {
    let start = index
    index += 1
    guard let letter = next else { throw fault(.unexpectedEnd) }
    guard letter == UInt8(ascii: "u") else {
      guard Self.escaped(letter) != nil else { throw Fault(kind: .invalidEscape, offset: start) }
      index += 1
      return
    }
    switch try codeUnit(start) {
    case 0xD800...0xDBFF:
      let second = index
      guard second + 1 < bytes.count, bytes[second] == UInt8(ascii: "\\"), bytes[second + 1] == UInt8(ascii: "u") else {
        throw Fault(kind: .loneSurrogate, offset: start)
      }
      index += 1
      guard case 0xDC00...0xDFFF = try codeUnit(second) else { throw Fault(kind: .loneSurrogate, offset: start) }
    case 0xDC00...0xDFFF:
      throw Fault(kind: .loneSurrogate, offset: start)
    default:
      break
    }
  }

  /// Reads `uXXXX`; the escape's backslash stands at `start`.
  private mutating func codeUnit(_ start: Int) throws(Fault) -> UInt16 {
    index += 1
    for _ in 0..<4 {
      guard let digit = next else { throw fault(.unexpectedEnd) }
      guard Self.hexValue(digit) != nil else { throw Fault(kind: .invalidEscape, offset: start) }
      index += 1
    }
    return hexUnit(at: index - 4)
  }

  /// The four hexadecimal digits at a place, which have been checked.
  private func hexUnit(at place: Int) -> UInt16 {
    bytes[place..<place + 4].reduce(0) { $0 << 4 | UInt16(Self.hexValue($1) ?? 0) }
  }

  private static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// What a backslash and a letter stand for.
  private static func escaped(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// The text of a checked string that holds escapes. No escape is shorter than the UTF-8 that it stands for.
  private func unescapedText(from start: Int, to end: Int) -> String {
    String(unsafeUninitializedCapacity: end - start) { output in
      var written = 0
      var place = start
      while place < end {
        guard bytes[place] == UInt8(ascii: "\\") else {
          output[written] = bytes[place]
          written += 1
          place += 1
          continue
        }
        if let byte = Self.escaped(bytes[place + 1]) {
          output[written] = byte
          written += 1
          place += 2
        } else {
          let scalar = escapedScalar(at: &place)
          for byte in Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter {
            output[written] = byte
            written += 1
          }
        }
      }
      return written
    }
  }

  /// The character that `\uXXXX`, or a pair of them, stands for; moves the place behind it.
  private func escapedScalar(at place: inout Int) -> Unicode.Scalar {
    let first = UInt32(hexUnit(at: place + 2))
    place += 6
    guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    let second = UInt32(hexUnit(at: place + 2))
    place += 6
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  /// How many bytes the UTF-8 sequence at a place has, nil when it is none: too long a form, a surrogate, a value past
  /// U+10FFFF, or cut off (Unicode 15, table 3-7).
  private func sequenceLength(at place: Int) -> Int? {
    let first = bytes[place]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard place + length <= bytes.count, second.contains(bytes[place + 1]) else { return nil }
    for following in bytes[(place + 2)..<(place + length)] where following & 0xC0 != 0x80 { return nil }
    return length
  }
}
