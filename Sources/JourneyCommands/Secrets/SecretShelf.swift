import Crypto
import JourneyEngine

/// A set of secrets, and the forms in which they may stand in a text.
struct SecretShelf {
  /// Forms by their first four bytes, longest first.
  typealias Forms = [UInt32: [[UInt8]]]

  private var known: Set<String> = []
  /// Those whose forms are not made yet.
  private var pending: [String] = []
  private var made: Forms = [:]

  var count: Int { known.count }

  func contains(_ secret: String) -> Bool { known.contains(secret) }

  /// Whether a text is what one of them is shown as.
  func hasMask(_ text: String) -> Bool { known.contains { Masking.masked($0) == text } }

  mutating func add(_ secret: String) {
    if known.insert(secret).inserted { pending.append(secret) }
  }

  /// The forms of all secrets.
  mutating func forms() -> Forms {
    for secret in pending {
      for form in Self.forms(of: secret) {
        guard let key = Self.key(of: form[...]) else { continue }
        let list = made[key, default: []]
        made[key, default: []].insert(form, at: list.firstIndex { $0.count < form.count } ?? list.count)
      }
    }
    pending = []
    return made
  }

  /// What forms are filed under; nil where a text is too short to hold one.
  static func key(of bytes: ArraySlice<UInt8>) -> UInt32? {
    guard bytes.count >= SecretRegistry.shortest else { return nil }
    return bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// What is looked for: the secret in plain, as it is shown on a terminal, and in base64. Other encodings are undone.
  private static func forms(of secret: String) -> Set<[UInt8]> {
    let bytes = Array(secret.utf8)
    var forms: Set<[UInt8]> = [bytes, Array(ServerText.visible(secret).utf8)]
    for offset in 0..<3 {
      for core in base64(bytes, offset: offset) {
        forms.insert(core)
        forms.insert(
          core.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 })
      }
    }
    return forms
  }

  /// The base64 characters that depend on the secret alone when it stands `offset` bytes behind a multiple of three; with
  /// something behind it, and at the end, padded and not.
  private static func base64(_ bytes: [UInt8], offset: Int) -> [[UInt8]] {
    guard bytes.count >= 6 else { return [] }
    let text = Array(Base64.encode([UInt8](repeating: 0, count: offset) + bytes).utf8)
    let start = offset == 0 ? 0 : offset + 1
    let end = (offset + bytes.count) * 8 / 6
    let unpadded = text.firstIndex(of: UInt8(ascii: "=")) ?? text.count
    return [Array(text[start..<end]), Array(text[start..<unpadded]), Array(text[start...])]
  }
}
