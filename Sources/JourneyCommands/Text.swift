/// Small things to do with text that the standard library has not, on bytes or Unicode scalars.
enum Text {
  /// The two sides of the first separator; blanks around a `:` do not count.
  static func pair(_ text: String, separator: String) -> (name: String, value: String)? {
    guard let mark = separator.utf8.first,
      let at = text.utf8.firstIndex(of: mark)
    else { return nil }
    let (name, value) = (String(text[..<at]), String(text[text.utf8.index(after: at)...]))
    return separator == ":" ? (trimmed(name), trimmed(value)) : (name, value)
  }

  /// Without blanks and line ends at both ends.
  static func trimmed(_ text: String) -> String {
    let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\n" }
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return String(scalars)
  }

  /// With a capital at its start and a full stop at its end.
  static func sentence(_ text: String) -> String {
    guard let first = text.first else { return text }
    let start = first.uppercased() + text.dropFirst()
    return [".", "!", "?", "…"].contains(start.last) ? start : start + "."
  }

  /// At most so many characters, the cut marked.
  static func shortened(_ text: String, to limit: Int) -> String {
    text.unicodeScalars.count <= limit ? text : String(text.unicodeScalars.prefix(limit - 1)) + "…"
  }

  /// Those of the names that somebody may have meant, the nearest ones alone: a letter off or, where the word is long or begins alike, a few;
  /// else those of which one begins the other.
  static func near(_ word: String, among names: [String]) -> [String] {
    let limit = word.count < 4 ? 1 : max(2, word.count / 3)
    let found = names.compactMap { name -> (String, Int)? in
      let distance = distance(Array(word.lowercased().unicodeScalars), Array(name.lowercased().unicodeScalars))
      let isLikely = distance <= 1 || word.count >= 6 || word.lowercased().first == name.lowercased().first
      if distance <= limit, isLikely { return (name, distance) }
      let isStart =
        min(word.count, name.count) >= 2
        && (name.lowercased().hasPrefix(word.lowercased()) || word.lowercased().hasPrefix(name.lowercased()))
      return isStart ? (name, limit + 1) : nil
    }
    .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    return found.prefix { $0.1 == found.first?.1 }.prefix(3).map(\.0)
  }

  /// How many letters have to be put in, taken out, replaced or swapped with their neighbour.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    guard a.count <= 64, b.count <= 64 else { return .max }
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
