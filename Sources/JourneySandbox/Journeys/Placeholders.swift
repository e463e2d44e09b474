import Crypto
import JSON

/// Puts the values of ESVs and property expressions in their places (journey-nodes 2.5).
struct Placeholders {
  /// Values by the name in the expression, `esv.my.var`.
  private var values: [String: String] = [:]

  /// Reads the `variable` map of an export entry, where the ids are written `esv-my-var`.
  init(_ variables: JSON.Object?) {
    for member in variables?.members ?? [] {
      let name = String(member.name.map { $0 == "-" ? "." : $0 })
      if let encoded = member.value["valueBase64"]?.string, let bytes = Base64.decode(encoded) {
        values[name] = String(decoding: bytes, as: UTF8.self)
      } else if let text = member.value["value"]?.string ?? member.value.string {
        values[name] = text
      }
    }
  }

  /// The document with every placeholder that is known replaced; the others stay as they stand.
  func resolved(_ json: JSON) -> JSON {
    switch json {
    case .string(let text): .string(resolved(text))
    case .array(let elements): .array(elements.map(resolved))
    case .object(let object): typed(object) ?? .object(resolved(object))
    case .null, .bool, .number: json
    }
  }

  func resolved(_ object: JSON.Object) -> JSON.Object {
    JSON.Object(object.members.map { JSON.Object.Member(name: $0.name, value: resolved($0.value)) })
  }

  /// `{"$int":"&{esv.x}"}` and its like.
  private func typed(_ object: JSON.Object) -> JSON? {
    guard object.members.count == 1, let member = object.members.first, member.name.hasPrefix("$"),
      let text = member.value.string
    else { return nil }
    let value = resolved(text)
    switch member.name {
    case "$string", "$inline": return .string(value)
    case "$int", "$long", "$number": return JSON.Number(text: value).map(JSON.number) ?? .string(value)
    case "$bool": return .bool(value == "true")
    case "$list", "$array", "$object":
      return (try? JSON(parsing: value)) ?? .array(value.split(separator: ",").map { .string(String($0)) })
    default: return nil
    }
  }

  /// The placeholders that are left in a configuration, as they stand there.
  static func open(in members: JSON.Object) -> Set<String> {
    members.members.reduce(into: []) { $0.formUnion(open(in: $1.value)) }
  }

  private static func open(in json: JSON) -> Set<String> {
    switch json {
    case .string(let text): return Set(pieces(text).compactMap(\.placeholder).map { "&{\($0)}" })
    case .array(let elements): return elements.reduce(into: []) { $0.formUnion(open(in: $1)) }
    case .object(let object): return open(in: object)
    case .null, .bool, .number: return []
    }
  }

  private func resolved(_ text: String) -> String {
    Placeholders.pieces(text).reduce(into: "") { result, piece in
      result += piece.text
      guard let placeholder = piece.placeholder else { return }
      let parts = placeholder.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.first.flatMap { values[String($0)] } ?? (parts.count == 2 ? String(parts[1]) : nil)
      result += value ?? "&{\(placeholder)}"
    }
  }

  /// A text in pieces, each with what stands between `&{` and `}` behind it; the last has nothing behind it.
  ///
  /// Over bytes: all texts of all exports come by here at every start.
  private static func pieces(_ text: String) -> [(text: Substring, placeholder: Substring?)] {
    let bytes = text.utf8
    var pieces: [(text: Substring, placeholder: Substring?)] = []
    var start = bytes.startIndex
    var place = start
    while let mark = bytes[place...].firstIndex(of: UInt8(ascii: "&")) {
      place = bytes.index(after: mark)
      guard place < bytes.endIndex, bytes[place] == UInt8(ascii: "{") else { continue }
      let name = bytes.index(after: place)
      guard let end = bytes[name...].firstIndex(of: UInt8(ascii: "}")) else { break }
      pieces.append((text[start..<mark], text[name..<end]))
      start = bytes.index(after: end)
      place = start
    }
    return pieces + [(text[start...], nil)]
  }
}
