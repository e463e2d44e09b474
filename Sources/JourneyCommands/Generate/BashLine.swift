/// A command line of bash up to the cursor, cut into words by the rules of the shell as far as completion needs them.
///
/// Replies take the place of what readline holds for the word, which is less than the word of the shell: it begins behind an open
/// quote, else behind the last unquoted character of `COMP_WORDBREAKS`, such as the colon of `a:b`.
struct BashLine {
  enum Quote { case none, single, double }

  /// Without quotes; the last one is at the cursor and may be empty.
  private(set) var words: [String] = []
  /// The quote that is open at the cursor.
  private(set) var quote = Quote.none
  /// What of the last word stands before the part that a reply replaces.
  private(set) var kept = ""

  init(_ line: String, breaks: String) {
    let breaks = Set(breaks.unicodeScalars.filter { $0 != "'" && $0 != "\"" })
    var word = String.UnicodeScalarView()
    var kept = String.UnicodeScalarView()
    var isInWord = false
    var scalars = line.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch (quote, scalar) {
      case (.none, " "), (.none, "\t"), (.none, "\n"):
        if isInWord { words.append(String(word)) }
        word.removeAll()
        kept.removeAll()
        isInWord = false
        continue
      case (.none, "'"), (.none, "\""):
        quote = scalar == "'" ? .single : .double
        kept = word
      case (.single, "'"), (.double, "\""): quote = .none
      case (.none, "\\"), (.double, "\\"):
        guard let next = scalars.first else { break }
        let isEscape = quote == .none || ["\"", "\\", "$", "`"].contains(next)
        if isEscape { scalars.removeFirst() }
        word.append(isEscape ? next : scalar)
      default:
        word.append(scalar)
        if quote == .none, breaks.contains(scalar) { kept = word }
      }
      isInWord = true
    }
    words.append(String(word))
    self.kept = String(kept)
    // Assignments in front of the command are no words of it.
    while words.count > 1, Self.isAssignment(words[0]) { words.removeFirst() }
  }

  private static func isAssignment(_ word: String) -> Bool {
    guard let name = Text.pair(word, separator: "=")?.name else { return false }
    return VariableName.isValid(name)
  }

  /// How a word is written in the place of what readline replaces; nil where it does not go on from what was typed.
  func reply(_ word: String) -> String? {
    guard word.utf8.starts(with: kept.utf8) else { return nil }
    let rest = String(decoding: word.utf8.dropFirst(kept.utf8.count), as: UTF8.self)
    var output = String.UnicodeScalarView()
    for scalar in rest.unicodeScalars {
      switch quote {
      case .single where scalar == "'":
        output.append(contentsOf: "'\\''".unicodeScalars)
        continue
      case .double where ["\"", "\\", "$", "`"].contains(scalar): output.append("\\")
      case .none where !Self.isPlain(scalar): output.append("\\")
      case .none, .single, .double: break
      }
      output.append(scalar)
    }
    return String(output)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "/", ":", ".", "-", "_", ",", "+", "=", "@", "%": true
    default: scalar.value > 0x7f
    }
  }
}
