/// Takes what a program writes to a terminal apart: characters, controls, and sequences that begin with ESC.
struct ScreenDecoder {
  enum Part {
    case scalar(Unicode.Scalar)
    case control(UInt8)
    /// A sequence of ECMA-48: its last byte and its numbers. One that is private to a terminal has none.
    case sequence(UInt8, [Int])
  }

  private enum State { case text, escape, skipOne, parameters, command }

  private var state = State.text
  private var parameters: [UInt8] = []
  private var character: [UInt8] = []

  /// - Returns: What this byte has completed.
  mutating func feed(_ byte: UInt8) -> Part? {
    switch state {
    case .text: return text(byte)
    case .escape:
      switch byte {
      case UInt8(ascii: "["): (state, parameters) = (.parameters, [])
      case UInt8(ascii: "]"): state = .command
      case UInt8(ascii: "("), UInt8(ascii: ")"): state = .skipOne
      default: state = .text
      }
    case .skipOne: state = .text
    case .parameters:
      if (0x40...0x7E).contains(byte) { return sequence(byte) }
      parameters.append(byte)
    case .command: if byte == 0x07 { state = .text }
    }
    return nil
  }

  private mutating func sequence(_ final: UInt8) -> Part {
    state = .text
    let isPrivate = parameters.first.map { (0x3C...0x3F).contains($0) } ?? false
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    return .sequence(final, isPrivate || parameters.isEmpty ? [] : numbers)
  }

  private mutating func text(_ byte: UInt8) -> Part? {
    if byte == 0x1B {
      state = .escape
      return nil
    }
    if byte < 0x20 || byte == 0x7F { return .control(byte) }
    if byte < 0x80 { return .scalar(Unicode.Scalar(byte)) }
    if byte >= 0xC0 { character = [] }
    character.append(byte)
    guard let scalar = String(validating: character, as: UTF8.self)?.unicodeScalars.first else { return nil }
    character = []
    return .scalar(scalar)
  }
}
