import JSON
import JourneyEngine

/// Profiles, settings, and the answer of `call`.
extension Renderer {
  func profile(_ value: JSON) -> [String] {
    var lines = [typesetter.painted(StyledText("profile ") + StyledText(oneLine(value["name"]) ?? "", .heading))]
    if let settings = value["settings"]?.object {
      lines += fields(settings.members.map { (ServerText.line($0.name), written($0.value["value"] ?? $0.value)) })
    }
    return lines
  }

  func profiles(_ value: JSON) -> [String] {
    let rows = (value.array ?? []).map { profile in
      [
        oneLine(profile["name"]) ?? "", oneLine(profile["server"]) ?? "-", oneLine(profile["realm"]) ?? "-",
        profile["loggedIn"]?.bool == true ? "signed in" : "",
      ]
    }
    return columns(rows)
  }

  /// Key, value, and where the value comes from.
  func config(_ value: JSON) -> [String] {
    let rows = (value.object?.members ?? []).map { member in
      let setting = member.value["value"]
      return [
        ServerText.line(member.name), written(setting) ?? "-",
        oneLine(member.value["origin"]).map { "(\($0))" } ?? "",
      ]
    }
    return columns(rows)
  }

  /// A setting as a person writes it: a list of texts with commas.
  private func written(_ value: JSON?) -> String? {
    let texts = value?.array?.compactMap(\.string)
    return texts.map { $0.isEmpty ? "-" : ServerText.line($0.joined(separator: ", "), limit: 400) } ?? oneLine(value)
  }

  private func columns(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { StyledText($0[column]).width }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { StyledText($0).padded(to: $1) }
      return typesetter.painted(StyledText(joining: cells, by: "  "))
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
