import JSON
import JourneyEngine

/// How a secret is shown where something of it may be shown (CONTRACT.md 4): the first four characters and the length,
/// `eyJ0…(1,234)`; below 40 characters the length alone, `(12)`.
enum Masking {
  static func masked(_ secret: String) -> String { Secret(secret).masked }

  /// The document with every text below a secret's name masked, at any depth.
  static func masked(_ value: JSON, isSecret: (String) -> Bool) -> JSON {
    switch value {
    case .object(let object):
      return .object(
        JSON.Object(
          object.members.map { member in
            JSON.Object.Member(
              name: member.name,
              value: isSecret(member.name) ? hidden(member.value) : masked(member.value, isSecret: isSecret))
          }))
    case .array(let items): return .array(items.map { masked($0, isSecret: isSecret) })
    default: return value
    }
  }

  /// All texts and numbers of a value masked, its form kept.
  static func hidden(_ value: JSON) -> JSON {
    switch value {
    case .string(let text): .string(text.isEmpty ? "" : masked(text))
    case .number(let number): .string(masked(number.text))
    case .array(let items): .array(items.map(hidden))
    case .object(let object): .object(JSON.Object(object.members.map { .init(name: $0.name, value: hidden($0.value)) }))
    case .null, .bool: value
    }
  }
}
