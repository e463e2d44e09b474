import Crypto
import HTTPClient
import JSON
import Synchronization

/// The secrets of a workspace, by value. Whatever goes to a person beside results (debug, trace, errors) is scrubbed of them,
/// also where they stand URL-, form-, JSON- or base64-encoded.
///
/// - Source: CONTRACT.md 2, DESIGN.md 4 rule 7, terminal-and-rpc 6.
package final class SecretRegistry: Sendable {
  /// Shorter values are not looked for: they would be found everywhere.
  static let shortest = 4
  /// What stands in the place of a secret.
  static let dots = "••••"

  /// How many secrets are remembered that live for one step only.
  private static let passingLimit = 64

  private struct State {
    var known: Set<String> = []
    var passing: [String] = []
    /// All forms of all secrets, longest first, so that a secret inside a longer one leaves nothing of it. Made when they are
    /// first needed: most runs never do.
    var forms: [[UInt8]]?

    mutating func allForms() -> [[UInt8]] {
      if let forms { return forms }
      let made = known.union(passing).flatMap(SecretRegistry.forms).sorted { $0.count > $1.count }
      forms = made
      return made
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// Remembers a value for as long as the workspace lives.
  package func register(_ secret: String) {
    guard secret.utf8.count >= Self.shortest else { return }
    state.withLock { state in
      if state.known.insert(secret).inserted { state.forms = nil }
    }
  }

  /// Remembers a value that the next step makes worthless, such as an `authId`: the last ones only.
  func registerPassing(_ secret: String) {
    guard secret.utf8.count >= Self.shortest else { return }
    state.withLock { state in
      if state.passing.count == Self.passingLimit { state.passing.removeFirst() }
      state.passing.append(secret)
      state.forms = nil
    }
  }

  /// Whether a text is one of them.
  package func knows(_ text: String) -> Bool { state.withLock { $0.known.contains(text) } }

  /// The text with dots in place of every secret.
  package func scrub(_ text: String) -> String {
    let forms = state.withLock { $0.allForms() }
    guard !forms.isEmpty else { return text }
    let bytes = Array(text.utf8)
    let scrubbed = Self.replace(forms, in: bytes)
    return scrubbed.count == bytes.count && scrubbed == bytes ? text : String(decoding: scrubbed, as: UTF8.self)
  }

  private static func replace(_ forms: [[UInt8]], in bytes: [UInt8]) -> [UInt8] {
    let byFirst = Dictionary(grouping: forms, by: { $0[0] })
    let dots = Array(Self.dots.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let found = byFirst[bytes[index]]?.first(where: { bytes[index...].starts(with: $0) }) {
        output += dots
        index += found.count
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return output
  }

  fileprivate static func forms(of secret: String) -> [[UInt8]] {
    let bytes = Array(secret.utf8)
    var texts: Set<String> = [
      secret, PercentEncoding.encode(secret), PercentEncoding.encode(secret).lowercasedEscapes(),
    ]
    texts.insert(PercentEncoding.form([("", secret)]).dropFirstEqualsSign())
    texts.insert(JSON.string(secret).text().withoutQuotes())
    for offset in 0..<3 {
      guard let core = base64(bytes, offset: offset) else { continue }
      texts.insert(core)
      texts.insert(core.inURLAlphabet())
    }
    return texts.map { Array($0.utf8) }.filter { $0.count >= shortest }
  }

  /// The base64 characters that depend on the secret alone when it stands `offset` bytes behind a multiple of three.
  private static func base64(_ bytes: [UInt8], offset: Int) -> String? {
    guard bytes.count >= 6 else { return nil }
    let text = Array(Base64.encode([UInt8](repeating: 0, count: offset) + bytes).utf8)
    let start = offset == 0 ? 0 : offset + 1
    let end = (offset + bytes.count) * 8 / 6
    return String(decoding: text[start..<end], as: UTF8.self)
  }
}

extension String {
  fileprivate func withoutQuotes() -> String { String(dropFirst().dropLast()) }

  fileprivate func dropFirstEqualsSign() -> String { utf8.first == UInt8(ascii: "=") ? String(dropFirst()) : self }

  fileprivate func inURLAlphabet() -> String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }))
  }

  /// `%2F` as `%2f`: some encoders write small letters.
  fileprivate func lowercasedEscapes() -> String {
    var output = String.UnicodeScalarView()
    var escape = 0
    for scalar in unicodeScalars {
      if scalar == "%" { escape = 3 }
      output.append(contentsOf: escape > 0 ? String(scalar).lowercased().unicodeScalars : String(scalar).unicodeScalars)
      escape = max(0, escape - 1)
    }
    return String(output)
  }
}
