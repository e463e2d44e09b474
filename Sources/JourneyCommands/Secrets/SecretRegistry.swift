import JSON
import Synchronization

/// The secrets of a workspace, by value. Whatever goes to a person beside results (debug, trace, errors) is scrubbed of them,
/// also where they stand URL-, form-, JSON-, HTML- or base64-encoded.
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
  /// How many secrets of the server make a generation; this one and the one before it are known.
  static let generation = 1024

  private struct State {
    var given = SecretShelf()
    var issued = SecretShelf()
    var issuedBefore = SecretShelf()
    /// Values that are too short to be looked for in a text: they are known where they stand alone.
    var short: Set<String> = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Remembers a value.
  ///
  /// - Parameter isIssued: whether it comes from the server (step, session, tokens) and others will follow it.
  package func register(_ secret: String, isIssued: Bool = false) {
    guard secret.utf8.count >= Self.shortest else {
      if !secret.isEmpty { state.withLock { _ = $0.short.insert(secret) } }
      return
    }
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

  /// Whether a value as a whole is a secret, however short.
  func isSecret(_ value: String) -> Bool { knows(value) || state.withLock { $0.short.contains(value) } }

  /// Whether a text is the masked form of one of them, which nobody can do anything with.
  func isMask(_ text: String) -> Bool {
    guard text.utf8.last == UInt8(ascii: ")") else { return false }
    return state.withLock { $0.given.hasMask(text) || $0.issued.hasMask(text) || $0.issuedBefore.hasMask(text) }
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
    let scrubbed = SecretSearch(tables: tables, sparesWords: sparesWords).scrubbed(bytes)
    return scrubbed == bytes ? text : String(decoding: scrubbed, as: UTF8.self)
  }
}
