/// Turns the bytes that a terminal sends into characters and pastes.
///
/// libedit drops bytes that are not UTF-8 without a word, and takes the marks of a bracketed paste for keys. So the bytes
/// are read here: what cannot be used is counted, and a paste comes out in one piece, with its line ends as LF and
/// without other control characters (a pasted ESC must not act as a key).
///
/// - Source: terminal-and-rpc 1; ECMA-48 and xterm's `ESC [ 200 ~` and `ESC [ 201 ~` for the marks.
struct KeyDecoder {
  enum Event: Equatable {
    case character(Unicode.Scalar)
    case paste(String)
    /// So many bytes could not be used: not UTF-8, NUL, or control characters in a paste.
    case unusable(Int)
  }

  /// A line of a terminal may have 1 MiB; what a paste has beyond that is unusable.
  static let pasteLimit = 1 << 20

  private static let pasteStart: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x30, 0x7E]
  private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private var bytes: [UInt8] = []
  private var position = 0
  /// The bytes of a paste whose end has not come yet.
  private var pasted: [UInt8]?
  private var pastedBeyondLimit = 0

  /// Holds bytes that have not come out as an event.
  var hasRest: Bool { position < bytes.count || pasted != nil }

  /// Is in a paste: the end mark has to come before anything else does.
  var isInPaste: Bool { pasted != nil }

  mutating func feed(_ more: some Sequence<UInt8>) {
    if position > 0 {
      bytes.removeFirst(position)
      position = 0
    }
    bytes.append(contentsOf: more)
  }

  mutating func clear() {
    self = KeyDecoder()
  }

  /// The next event, or nil where more bytes are needed to tell.
  ///
  /// - Parameter isComplete: No more bytes are coming soon: a lone ESC is the key and not the beginning of a sequence.
  mutating func next(isComplete: Bool = false) -> Event? {
    if pasted != nil { return nextOfPaste() }
    guard position < bytes.count else { return nil }
    switch bytes[position] {
    case 0x00:
      position += 1
      return .unusable(1)
    case 0x1B:
      return nextOfEscape(isComplete: isComplete)
    case 0x01..<0x80:
      defer { position += 1 }
      return .character(Unicode.Scalar(bytes[position]))
    default:
      return nextOfUTF8(isComplete: isComplete)
    }
  }

  private mutating func nextOfEscape(isComplete: Bool) -> Event? {
    let rest = bytes[position...]
    if rest.starts(with: Self.pasteStart) {
      position += Self.pasteStart.count
      pasted = []
      return nextOfPaste()
    }
    if rest.starts(with: Self.pasteEnd) {
      // The end of a paste that ^C cut off.
      position += Self.pasteEnd.count
      return next(isComplete: isComplete)
    }
    if !isComplete, Self.pasteStart.starts(with: rest) || Self.pasteEnd.starts(with: rest) { return nil }
    position += 1
    return .character("\u{1B}")
  }

  private mutating func nextOfUTF8(isComplete: Bool) -> Event? {
    let length =
      switch bytes[position] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let end = min(position + length, bytes.count)
    if length > 1, let text = String(validating: bytes[position..<end], as: UTF8.self),
      let scalar = text.unicodeScalars.first
    {
      position = end
      return .character(scalar)
    }
    let areContinuing = bytes[(position + 1)..<max(end, position + 1)].allSatisfy { $0 & 0xC0 == 0x80 }
    if end - position < length, areContinuing, !isComplete { return nil }
    position += 1
    return .unusable(1)
  }

  private mutating func nextOfPaste() -> Event? {
    var index = position
    while index < bytes.count {
      if bytes[index] == 0x1B {
        let rest = bytes[index...]
        if rest.starts(with: Self.pasteEnd) {
          keep(bytes[position..<index])
          position = index + Self.pasteEnd.count
          return endOfPaste()
        }
        if rest.count < Self.pasteEnd.count, Self.pasteEnd.starts(with: rest) { break }
      }
      index += 1
    }
    keep(bytes[position..<index])
    position = index
    return nil
  }

  private mutating func keep(_ part: ArraySlice<UInt8>) {
    let room = Self.pasteLimit - (pasted?.count ?? 0)
    pasted?.append(contentsOf: part.prefix(room))
    pastedBeyondLimit += max(0, part.count - room)
  }

  /// The paste as text; what of it is unusable stands in front of the rest of the bytes and comes out next.
  private mutating func endOfPaste() -> Event {
    let (text, unusable) = Self.text(ofPaste: pasted ?? [])
    let lost = unusable + pastedBeyondLimit
    pasted = nil
    pastedBeyondLimit = 0
    if lost > 0 {
      bytes.replaceSubrange(..<position, with: [UInt8](repeating: 0, count: lost))
      position = 0
    }
    return .paste(text)
  }

  /// The text of a paste, and how many bytes of it were left out.
  static func text(ofPaste bytes: [UInt8]) -> (text: String, unusable: Int) {
    var text = String.UnicodeScalarView()
    var unusable = 0
    var decoder = Unicode.UTF8()
    var iterator = bytes.makeIterator()
    var afterReturn = false
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .emptyInput: break decoding
      case .error: unusable += 1
      case .scalarValue(let scalar):
        defer { afterReturn = scalar == "\r" }
        switch scalar.value {
        case 0x0A where afterReturn: continue
        case 0x0D, 0x0A: text.append("\n")
        case 0x09: text.append(scalar)
        case 0x00..<0x20, 0x7F..<0xA0: unusable += 1
        default: text.append(scalar)
        }
      }
    }
    return (String(text), unusable)
  }
}
