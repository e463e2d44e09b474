import Crypto
import JSON

/// One way to make the sandbox differ from its form of a modern AM (am-protocol 11, "Switch"). Off unless asked for.
struct Switch: Sendable {
  typealias Path<Value> = any WritableKeyPath<Services.Settings, Value> & Sendable

  /// What a switch takes and which settings it changes.
  enum Kind: Sendable {
    case flag(Path<Bool>)
    case number(Path<Int>, ClosedRange<Int>)
    /// The name of a cookie.
    case token(Path<String>)
    case domains(Path<[String]>)
    /// Several at once, with randomness for names that no two servers share.
    case preset(@Sendable (inout Services.Settings, any RandomSource) -> Void)
  }

  let name: String
  let summary: String
  let kind: Kind

  /// Changes the settings as the value says, or says what the switch takes.
  func apply(_ value: JSON, to settings: inout Services.Settings, random: any RandomSource) -> String? {
    switch kind {
    case .flag(let path):
      guard let flag = value.bool else { return "takes true or false" }
      settings[keyPath: path] = flag
    case .number(let path, let range):
      guard let number = value.integer, range.contains(number) else {
        return "takes a number from \(range.lowerBound) to \(range.upperBound)"
      }
      settings[keyPath: path] = number
    case .token(let path):
      guard let text = value.string, Switch.isMade(text, of: "!#$%&'*+-.^_`|~") else {
        return "takes a name without blanks and separators"
      }
      guard !Switch.takenNames.contains(text.lowercased()) else {
        return "takes a name that no other cookie and no header of a request has"
      }
      settings[keyPath: path] = text
    case .domains(let path):
      let list = value.string.map { [$0] } ?? value.array?.compactMap(\.string)
      guard let list, list.count == value.array?.count ?? 1, list.allSatisfy(Switch.isDomain) else {
        return "takes a list of domains"
      }
      settings[keyPath: path] = list
    case .preset(let change):
      guard let flag = value.bool else { return "takes true or false" }
      if flag { change(&settings, random) }
    }
    return nil
  }

  /// The value that a text on the command line means.
  func value(of text: String) -> JSON {
    switch kind {
    case .flag, .preset, .number: (try? JSON(parsing: text)) ?? .string(text)
    case .token: .string(text)
    case .domains:
      .array(text.split(separator: ",", omittingEmptySubsequences: false).map { .string(String($0)) })
    }
  }

  /// The session goes by the name of its cookie in a header too (am-protocol 6.1).
  private static let takenNames: Set<String> = [
    "amlbcookie", "reentry", "oauth_request_attributes", "sandbox-changing", "accept", "accept-api-version",
    "accept-language", "authorization", "connection", "content-length", "content-type", "cookie", "expect", "host",
    "origin", "referer", "te", "transfer-encoding", "upgrade", "user-agent", "x-forgerock-transactionid",
    "x-requested-with",
  ]

  /// Labels with dots between them, perhaps with one before.
  private static func isDomain(_ text: String) -> Bool {
    let labels = (text.hasPrefix(".") ? text.dropFirst() : text[...]).split(
      separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy { isMade(String($0), of: "-_") }
  }

  /// Whether a text has letters and digits of ASCII and these characters alone, and at least one of them.
  private static func isMade(_ text: String, of others: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || others.utf8.contains(byte)
      }
  }
}
