import JSON

/// Which paths a result has: for completion, and where one leads nowhere.
extension ResultPath {
  /// The paths that go on from what was typed by one name or index. One behind which there is more ends in `.` or `[`.
  static func paths(in result: JSON?, from typed: String) -> [String] {
    let mark = typed.utf8.lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
    let front = mark.map { String(typed[..<$0]) } ?? ""
    guard let result, let path = try? ResultPath(parsing: front), let value = path.value(in: result) else { return [] }
    let members = (value.object?.members ?? []).map { member in
      isPlain(member.name)
        ? (front.isEmpty ? "" : front + ".") + member.name + end(of: member.value)
        : "\(front)[\(JSON.string(member.name).text())]\(end(of: member.value))"
    }
    let elements = (value.array ?? []).prefix(100).enumerated().map { "\(front)[\($0)]\(end(of: $1))" }
    return members + elements
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && !name.utf8.contains { [UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]")].contains($0) }
  }

  private static func end(of value: JSON) -> String {
    if value.array?.isEmpty == false { return "[" }
    return value.object?.isEmpty == false ? "." : ""
  }

  /// Which names there are where it leads nowhere; nil where there are none.
  func hint(in result: JSON) -> String? {
    var value = result
    var rest = parts[...]
    while let part = rest.first, let next = ResultPath.step(part, in: value) {
      value = next
      rest.removeFirst()
    }
    guard case .member(let name)? = rest.first else { return nil }
    let names = value.object?.members.map(\.name) ?? []
    guard !names.isEmpty else { return nil }
    let near = Text.near(name, among: names)
    return near.isEmpty ? "It has \(names.joined(separator: ", "))." : "Did you mean \(near.joined(separator: " or "))?"
  }
}
