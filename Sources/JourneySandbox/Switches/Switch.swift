import JSON

/// One way to make the sandbox differ from its form of a modern AM (am-protocol 11, "Switch"). Off unless asked for.
struct Switch: Sendable {
  typealias Path<Value> = any WritableKeyPath<Services.Settings, Value> & Sendable

  /// What a switch takes and which settings it changes.
  enum Kind: Sendable {
    case flag(Path<Bool>)
    case number(Path<Int>, ClosedRange<Int>)
    case text(Path<String>)
    case texts(Path<[String]>)
    /// Several at once.
    case preset(@Sendable (inout Services.Settings) -> Void)
  }

  let name: String
  let summary: String
  let kind: Kind

  /// Changes the settings as the value says, or says what the switch takes.
  func apply(_ value: JSON, to settings: inout Services.Settings) -> String? {
    switch kind {
    case .flag(let path):
      guard let flag = value.bool else { return "takes true or false" }
      settings[keyPath: path] = flag
    case .number(let path, let range):
      guard let number = value.integer, range.contains(number) else {
        return "takes a number from \(range.lowerBound) to \(range.upperBound)"
      }
      settings[keyPath: path] = number
    case .text(let path):
      guard let text = value.string, Switch.isPlain(text) else { return "takes a text without control characters" }
      settings[keyPath: path] = text
    case .texts(let path):
      let list = value.string.map { [$0] } ?? value.array?.compactMap(\.string)
      guard let list, list.count == value.array?.count ?? 1, list.allSatisfy(Switch.isPlain) else {
        return "takes a list of texts without control characters"
      }
      settings[keyPath: path] = list
    case .preset(let change):
      guard let flag = value.bool else { return "takes true or false" }
      if flag { change(&settings) }
    }
    return nil
  }

  /// The value that a text on the command line means.
  func value(of text: String) -> JSON {
    switch kind {
    case .flag, .preset, .number: (try? JSON(parsing: text)) ?? .string(text)
    case .text: .string(text)
    case .texts: .array(text.split(separator: ",").map { .string(String($0)) })
    }
  }

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }
}
