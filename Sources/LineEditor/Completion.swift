/// What Tab offers at a place in a line.
package struct Completion: Equatable, Sendable {
  package struct Candidate: Equatable, Sendable {
    /// What replaces the text from `start` to the cursor, quoted where it has to be.
    package var text: String
    /// What the list of candidates shows.
    package var label: String
    /// A few words about it for the list, or empty.
    package var note: String
    /// The word is complete and a blank may follow; not so for a folder or `NAME=`.
    package var isWhole: Bool

    package init(_ text: String, label: String? = nil, note: String = "", isWhole: Bool = true) {
      self.text = text
      self.label = label ?? text
      self.note = note
      self.isWhole = isWhole
    }
  }

  /// Where the text that the candidates replace begins, in Unicode scalars from the start of the line.
  package var start: Int
  package var candidates: [Candidate]

  package init(start: Int, candidates: [Candidate]) {
    self.start = start
    self.candidates = candidates
  }

  /// What Tab puts in the place of `typed`: the one candidate with a blank, or what all have in common.
  ///
  /// - Returns: Nil where nothing can be added and the list should be shown.
  func insertion(for typed: String) -> String? {
    guard let first = candidates.first else { return nil }
    if candidates.count == 1 { return first.text + (first.isWhole ? " " : "") }
    var common = Array(first.text.unicodeScalars)
    for candidate in candidates.dropFirst() {
      let shared = zip(common, candidate.text.unicodeScalars).prefix { $0 == $1 }.count
      common.removeLast(common.count - shared)
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: common)
    return common.count > typed.unicodeScalars.count ? String(text) : nil
  }

  /// The candidates as lines for a terminal of so many columns: in columns, or one a line where there are notes.
  func listing(columns: Int) -> String {
    let shown = candidates.prefix(100)
    let width = shown.map { TextWidth.of($0.label) }.max() ?? 0
    var lines: [String] = []
    if shown.contains(where: { !$0.note.isEmpty }) {
      lines = shown.map { candidate in
        let gap = String(repeating: " ", count: width - TextWidth.of(candidate.label))
        return Self.cut("\(candidate.label)\(gap)  \(candidate.note)", to: columns - 1)
      }
    } else {
      let across = max(1, columns / (width + 2))
      let down = (shown.count + across - 1) / across
      lines = (0..<down).map { row in
        let cells = stride(from: row, to: shown.count, by: down).map { shown[$0].label }
        let padded = cells.dropLast().map { $0 + String(repeating: " ", count: width + 2 - TextWidth.of($0)) }
        return Self.cut(padded.joined() + (cells.last ?? ""), to: columns - 1)
      }
    }
    if candidates.count > shown.count { lines.append("… \(candidates.count - shown.count) more") }
    return lines.map { Self.trimmed($0) + "\n" }.joined()
  }

  private static func cut(_ text: String, to columns: Int) -> String {
    var width = 0
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      width += TextWidth.of(scalar)
      if width > columns { break }
      kept.append(scalar)
    }
    return String(kept)
  }

  private static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }
}
