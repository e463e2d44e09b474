import JSON

/// A generator with a seed, so that a failure comes again.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The step of SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// Makes documents, and damages them.
struct DocumentGenerator {
  var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func value(depth: Int = 0) -> JSON {
    switch Int.random(in: 0..<(depth < 5 ? 10 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2, 3: return .number(number())
    case 4, 5: return .string(text())
    case 6, 7: return .array((0..<count()).map { _ in value(depth: depth + 1) })
    default:
      return .object(
        JSON.Object((0..<count()).map { _ in JSON.Object.Member(name: text(), value: value(depth: depth + 1)) }))
    }
  }

  /// A document after one to three changes of single bytes; most of them are no JSON any more.
  mutating func damaged(_ document: [UInt8]) -> [UInt8] {
    var bytes = document
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let byte = Self.troublesome.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<3, using: &random) {
      case 0 where place < bytes.count: bytes[place] = byte
      case 1 where place < bytes.count: bytes.remove(at: place)
      default: bytes.insert(byte, at: place)
      }
    }
    return bytes
  }

  private static let troublesome =
    Array("[]{}:,\"\\/u0019.-+eEtfn \n\t\u{0}\u{1f}\u{7f}DdCc8".utf8) + [0x80, 0xC3, 0xED, 0xA0, 0xF4, 0xFF]

  private mutating func count() -> Int {
    Int.random(in: 0..<5, using: &random)
  }

  private mutating func number() -> JSON.Number {
    let whole =
      Bool.random(using: &random)
      ? Int.random(in: -20...20, using: &random) : Int.random(in: .min ... .max, using: &random)
    let fraction = Bool.random(using: &random) ? ".\(UInt16.random(in: 0...999, using: &random))" : ""
    let exponent =
      Int.random(in: 0..<4, using: &random) == 0 ? ["e5", "E+07", "e-400", "e00"].randomElement(using: &random) : nil
    return JSON.Number(text: "\(whole)\(fraction)\(exponent ?? "")") ?? JSON.Number(whole)
  }

  private mutating func text() -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      let limit: UInt32 = [0x20, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF].randomElement(using: &random) ?? 0x7F
      scalars.append(Unicode.Scalar(UInt32.random(in: 0...limit, using: &random)) ?? "\u{FFFD}")
    }
    return String(scalars)
  }
}
