import JSON
import Synchronization

/// The secrets of a workspace, by value. Whatever goes to a person beside results (debug, trace, errors) is scrubbed of them,
/// also where they stand URL-, form-, JSON- or base64-encoded.
///
/// What a person or a script gave is remembered for as long as the workspace lives. What a server issued is remembered until
/// at least ``generation`` newer ones have come, so that a process that signs in for days does not grow. Registering is
/// cheap: the forms of a secret are made when a text is scrubbed for the first time after it.
///
/// - Source: CONTRACT.md 2, DESIGN.md 4 rule 7, terminal-and-rpc 6.
package final class SecretRegistry: Sendable {
  /// Shorter values are not looked for: they would be found everywhere.
  static let shortest = 4
  /// What stands in the place of a secret.
  static let dots = "••••"
  private static let ellipsis = Array("…".utf8)
  /// How many secrets of the server make a generation; this one and the one before it are known.
  static let generation = 1024

  private struct State {
    var given = SecretShelf()
    var issued = SecretShelf()
    var issuedBefore = SecretShelf()
  }

  private let state = Mutex(State())

  package init() {}

  /// Remembers a value.
  ///
  /// - Parameter isIssued: whether it comes from the server (step, session, tokens) and others will follow it.
  package func register(_ secret: String, isIssued: Bool = false) {
    guard secret.utf8.count >= Self.shortest else { return }
    state.withLock { state in
      guard isIssued else { return state.given.add(secret) }
      if state.issued.count >= Self.generation, !state.issued.contains(secret) {
        state.issuedBefore = state.issued
        state.issued = SecretShelf()
      }
      state.issued.add(secret)
    }
  }

  /// Whether a text is one of them.
  package func knows(_ text: String) -> Bool {
    state.withLock { $0.given.contains(text) || $0.issued.contains(text) || $0.issuedBefore.contains(text) }
  }

  /// The text with dots in place of every secret.
  package func scrub(_ text: String) -> String { scrub(text, sparesWords: false) }

  /// The value with dots in place of every secret in its texts; the names of members stay.
  ///
  /// - Parameter sparesWords: whether a secret that is a word (`password`, say) stays: a server's texts hold it in its own
  ///   right.
  func scrubTexts(of value: JSON, sparesWords: Bool) -> JSON {
    switch value {
    case .string(let text): .string(scrub(text, sparesWords: sparesWords))
    case .array(let items): .array(items.map { scrubTexts(of: $0, sparesWords: sparesWords) })
    case .object(let object):
      .object(
        JSON.Object(
          object.members.map { .init(name: $0.name, value: scrubTexts(of: $0.value, sparesWords: sparesWords)) }))
    case .null, .bool, .number: value
    }
  }

  private func scrub(_ text: String, sparesWords: Bool) -> String {
    let tables = state.withLock { state in
      [state.given.forms(), state.issued.forms(), state.issuedBefore.forms()].filter { !$0.isEmpty }
    }
    guard !tables.isEmpty else { return text }
    let bytes = Array(text.utf8)
    let scrubbed = Self.replace(tables, in: bytes, sparesWords: sparesWords)
    return scrubbed.count == bytes.count && scrubbed == bytes ? text : String(decoding: scrubbed, as: UTF8.self)
  }

  /// Where several secrets begin at one place the longest is taken, so that a secret inside a longer one leaves nothing of it.
  /// A text that was shortened may end in the middle of one.
  private static func replace(_ tables: [SecretShelf.Forms], in bytes: [UInt8], sparesWords: Bool) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    let end = bytes.count - ellipsis.count
    let isCut = bytes.suffix(ellipsis.count) == ellipsis[...]
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...]
      let longest = SecretShelf.key(of: rest).map { key in
        tables.lazy.compactMap { $0[key]?.first { rest.starts(with: $0) && !(sparesWords && isWord($0)) }?.count }.max()
          ?? 0
      }
      if let longest, longest > 0 {
        output += dots.utf8
        index += longest
      } else if isCut, index < end, Self.begins(with: bytes[index..<end], in: tables, sparesWords) {
        return output + dots.utf8 + ellipsis
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return output
  }

  /// Whether a secret begins with that, and goes on.
  private static func begins(
    with start: ArraySlice<UInt8>, in tables: [SecretShelf.Forms], _ sparesWords: Bool
  ) -> Bool {
    guard let key = SecretShelf.key(of: start) else { return false }
    return tables.contains { $0[key]?.contains { $0.starts(with: start) && !(sparesWords && isWord($0)) } == true }
  }

  /// Whether a form could be a word of a language: a few letters, all small or all large but for the first.
  private static func isWord(_ form: [UInt8]) -> Bool {
    let rest = form.dropFirst()
    func isAll(_ letters: ClosedRange<UInt8>) -> Bool { rest.allSatisfy(letters.contains) }
    return form.count <= longestWord && form.first.map { isLetter($0) } == true
      && (isAll(UInt8(ascii: "a")...UInt8(ascii: "z")) || isAll(UInt8(ascii: "A")...UInt8(ascii: "Z")))
  }

  private static let longestWord = 16

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
}
