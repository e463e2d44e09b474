package import JSON
import JourneyEngine

extension SettingSpec {
  /// Reads a value as it is written on a command line, in the environment (`JOURNEY_…`) or behind `config KEY`: booleans are
  /// `1 true yes` and `0 false no` or empty, lists and pairs have one entry a line.
  package func value(parsing text: String) throws(Failure) -> JSON {
    switch kind {
    case .boolean:
      switch text.lowercased() {
      case "1", "true", "yes": return .bool(true)
      case "0", "false", "no", "": return .bool(false)
      default: throw wrong(text, "use 1, true or yes, or 0, false or no")
      }
    case .list, .urls, .pairs:
      let lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) }
      return .array(try entries(lines).map(JSON.string))
    default:
      return try value(checking: .string(text))
    }
  }

  /// Checks a value that came with its JSON type; lists also take one text.
  package func value(checking value: JSON) throws(Failure) -> JSON {
    switch (kind, value) {
    case (.boolean, .bool): return value
    case (.list, .array(let items)), (.urls, .array(let items)), (.pairs, .array(let items)):
      var texts: [String] = []
      for item in items {
        guard let text = item.string else { throw wrong(item.text(), "a list holds texts") }
        texts.append(text)
      }
      return .array(try entries(texts).map(JSON.string))
    case (.pairs, .object(let object)):
      var texts: [String] = []
      for member in object.members {
        guard let text = member.value.string else { throw wrong(member.value.text(), "a value is a text") }
        texts.append(member.name + separator + text)
      }
      return .array(try entries(texts).map(JSON.string))
    case (.boolean, .string(let text)), (.list, .string(let text)), (.urls, .string(let text)),
      (.pairs, .string(let text)):
      return try self.value(parsing: text)
    case (.seconds, .number(let number)):
      guard number.double > 0, number.double <= 86_400 else { throw wrong(number.text, "use seconds, more than 0") }
      return value
    case (.seconds, .string(let text)):
      guard let number = JSON.Number(text: text) else { throw wrong(text, "use seconds, more than 0") }
      return try self.value(checking: .number(number))
    case (.choice(let choices), .string(let text)):
      guard choices.contains(text) else { throw wrong(text, "use one of \(choices.joined(separator: ", "))") }
      return value
    case (.source, .string(let text)):
      _ = try ValueSource(parsing: text)
      return value
    case (.server, .string(let text)), (.url, .string(let text)):
      // An empty text takes a setting away.
      return text.isEmpty ? value : .string(try address(text))
    case (.text, .string), (.file, .string):
      return value
    default:
      throw wrong(value.text(), "use a text")
    }
  }

  /// The address as it is kept.
  private func address(_ text: String) throws(Failure) -> String {
    do throws(ServerAddress.Problem) {
      if kind == .server { return try ServerAddress.base(text) }
      _ = try ServerAddress.url(text)
      return text
    } catch {
      throw wrong(ServerAddress.withoutCredentials(text), error.advice)
    }
  }

  private var separator: String {
    if case .pairs(let separator) = kind { return separator }
    return ""
  }

  /// The entries of a list: scopes are cut at blanks, pairs must have their separator.
  private func entries(_ texts: [String]) throws(Failure) -> [String] {
    var entries: [String] = []
    for text in texts {
      switch kind {
      case .pairs(let separator):
        guard let pair = Text.pair(text, separator: separator), !pair.name.isEmpty else {
          // What was written may be a secret, such as a header without its colon: it is not repeated.
          throw Failure(
            .config, "\(option) does not take this value: write \(placeholder).",
            data: ["key": .string(key), "candidates": []])
        }
        entries.append(text)
      case .list where key == "scope":
        entries += text.unicodeScalars.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\n" }).map {
          String($0)
        }
      case .urls: entries.append(try address(text))
      default: entries.append(text)
      }
    }
    return entries
  }

  private func wrong(_ text: String, _ advice: String) -> Failure {
    Failure(
      .config, "\(option) does not take \"\(ServerText.line(text, limit: 200))\": \(advice).",
      data: ["key": .string(key), "candidates": []])
  }
}
