import QRCode

/// Lines of a terminal read back into rows of modules, as eyes that know the style would.
struct DrawnCode {
  /// True for dark.
  let rows: [[Bool]]

  init(_ lines: [String], style: QRCode.Style) {
    switch style {
    case .halfBlocks: rows = lines.flatMap(Self.halfBlocks)
    case .ansi: rows = lines.map(Self.withoutEscapes).flatMap(Self.halfBlocks)
    case .ascii:
      rows = lines.map { line in
        let characters = Array(line)
        return stride(from: 0, to: characters.count, by: 2).map { characters[$0] == "#" && characters[$0 + 1] == "#" }
      }
    case .ansiWide: rows = lines.map(Self.grounds)
    }
  }

  /// The code as a portable bitmap (PBM, plain), each module `scale` pixels wide and high.
  func bitmap(scale: Int) -> String {
    let width = (rows.first?.count ?? 0) * scale
    let pixels = rows.flatMap { row in
      let line = row.map { String(repeating: $0 ? "1 " : "0 ", count: scale) }.joined()
      return Array(repeating: line, count: scale)
    }
    return "P1\n\(width) \(pixels.count)\n" + pixels.joined(separator: "\n") + "\n"
  }

  private static func halfBlocks(_ line: String) -> [[Bool]] {
    [line.map { $0 == "█" || $0 == "▀" }, line.map { $0 == "█" || $0 == "▄" }]
  }

  private static func withoutEscapes(_ line: String) -> String {
    line.split(separator: "\u{1B}").map { part in String(part.drop { $0 != "m" }.dropFirst()) }.joined()
  }

  private static func grounds(_ line: String) -> [Bool] {
    line.split(separator: "\u{1B}").flatMap { part in
      let blanks = part.drop { $0 != "m" }.dropFirst().count
      return Array(repeating: part.hasPrefix("[48;5;16m"), count: blanks / 2)
    }
  }
}
