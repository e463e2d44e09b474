import JSON
import JourneyEngine
import LineEditor

/// Profiles, settings, and the answer of `call`.
extension Renderer {
  func profile(_ value: JSON) -> [String] {
    var lines = [typesetter.painted(StyledText("profile ") + StyledText(oneLine(value["name"]) ?? "", .heading))]
    if let settings = value["settings"]?.object {
      lines += fields(
        settings.members.map { (ServerText.line($0.name), setting($0.name, $0.value["value"] ?? $0.value)) })
    }
    return lines
  }

  func profiles(_ value: JSON) -> [String] {
    let rows = (value.array ?? []).map { profile in
      [
        oneLine(profile["name"]) ?? "", oneLine(profile["server"]) ?? "-", oneLine(profile["realm"]) ?? "-",
        profile["loggedIn"]?.bool == true ? "signed in" : "",
        profile["name"]?.string == currentProfile ? "(current)" : "",
      ]
    }
    return columns(rows)
  }

  /// Key, value, and where the value comes from.
  func config(_ value: JSON) -> [String] {
    let rows = (value.object?.members ?? []).map { member in
      let origin = sandboxKeys.contains(member.name) ? "sandbox" : oneLine(member.value["origin"])
      return [
        ServerText.line(member.name), setting(member.name, member.value["value"]) ?? "-",
        origin.map { "(\($0))" } ?? "",
      ]
    }
    return columns(rows)
  }

  /// A setting as it is shown everywhere: a realm is a path, however it was written.
  private func setting(_ key: String, _ value: JSON?) -> String? {
    guard key == "realm", let realm = value?.string else { return written(value) }
    return ServerText.line(Realm(realm).path)
  }

  /// A setting as a person writes it: a list of texts with commas.
  private func written(_ value: JSON?) -> String? {
    let texts = value?.array?.compactMap(\.string)
    return texts.map { $0.isEmpty ? "-" : ServerText.line($0.joined(separator: ", "), limit: 400) } ?? oneLine(value)
  }

  private func columns(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    var widths = (0..<count).map { column in rows.map { TextWidth.of($0[column]) }.max() ?? 0 }
    // Where the columns have no room beside each other, each row takes what it needs.
    if widths.reduce(2 * (count - 1), +) > appearance.columns ?? .max {
      for column in widths.indices.dropFirst() { widths[column] = 0 }
    }
    return rows.flatMap { row -> [String] in
      let cells = zip(row, widths).map { StyledText($0).padded(to: $1) }
      return typesetter.lines(
        StyledText(joining: Array(cells.dropFirst()), by: "  "), lead: (cells.first ?? "") + "  ", alone: 2)
    }
  }

  func call(_ value: JSON) -> [String] {
    var lines = [typesetter.painted(StyledText("HTTP \(value["status"]?.integer ?? 0)", .heading))]
    for header in value["headers"]?.object?.members ?? [] {
      for item in header.value.array ?? [] {
        lines += plain("\(ServerText.line(header.name)): \(oneLine(item, limit: 4000) ?? "")")
      }
    }
    lines.append("")
    guard let body = value["body"] else { return lines }
    return lines + (body.string.map(plain) ?? document(body))
  }
}
