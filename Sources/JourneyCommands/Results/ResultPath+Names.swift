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
    if !near.isEmpty { return "Did you mean \(near.joined(separator: " or "))?" }
    if parts.count == 1, let place = ResultPath.place(of: name, in: result) { return "Did you mean \(place)?" }
    return "It has \(names.joined(separator: ", "))."
  }

  /// The first path that ends in a name, the shortest ones first; a result of a server may be of any size.
  private static func place(of name: String, in result: JSON) -> String? {
    var open = [""]
    var next = 0
    while next < min(open.count, 1000) {
      let paths = paths(in: result, from: open[next])
      next += 1
      let found = paths.first { path in
        guard let parsed = try? ResultPath(parsing: path.trimmingEnd) else { return false }
        return parsed.parts.last == .member(name)
      }
      if let found { return found.trimmingEnd }
      open += paths.filter { $0 != $0.trimmingEnd }
    }
    return nil
  }
}

extension String {
  /// A path without the mark behind which it goes on.
  fileprivate var trimmingEnd: String {
    utf8.last == UInt8(ascii: ".") || utf8.last == UInt8(ascii: "[") ? String(dropLast()) : self
  }
}
