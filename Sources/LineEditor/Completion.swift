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

  /// The candidates as lines for a terminal of so many columns: in columns, or one below the other where there are notes, which wrap.
  /// A label that is wider than the terminal is left to it.
  func listing(columns: Int) -> String {
    let shown = candidates.prefix(100)
    let width = shown.map { TextWidth.of($0.label) }.max() ?? 0
    var lines: [String] = []
    if shown.contains(where: { !$0.note.isEmpty }) {
      lines = shown.flatMap { Self.noted($0, width: width, columns: columns) }
    } else {
      let across = max(1, columns / (width + 2))
      let down = (shown.count + across - 1) / across
      lines = (0..<down).map { row in
        let cells = stride(from: row, to: shown.count, by: down).map { shown[$0].label }
        return cells.dropLast().map { Self.padded($0, to: width + 2) }.joined() + (cells.last ?? "")
      }
    }
    if candidates.count > shown.count { lines.append("… \(candidates.count - shown.count) more") }
    return lines.map { Self.trimmed($0) + "\n" }.joined()
  }

  /// A label with its note beside it, wrapped by words; below it where that leaves the note little room.
  private static func noted(_ candidate: Candidate, width: Int, columns: Int) -> [String] {
    let isBelow = columns - width - 2 < 16
    let inset = isBelow ? 4 : width + 2
    var lines = [isBelow ? candidate.label : padded(candidate.label, to: inset)]
    if isBelow, !candidate.note.isEmpty { lines.append(padded("", to: inset)) }
    var hasWord = false
    for word in candidate.note.split(separator: " ") {
      if hasWord, TextWidth.of(lines[lines.count - 1]) + 1 + TextWidth.of(word) >= columns {
        lines.append(padded("", to: inset))
        hasWord = false
      }
      lines[lines.count - 1] += (hasWord ? " " : "") + word
      hasWord = true
    }
    return lines
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - TextWidth.of(text)))
  }

  private static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }
}
