/// The word at the cursor of a line that is being typed, and the words of its command before it.
///
/// It reads what `ScriptParser` reads, but half-finished: an open quote is where the cursor stands, not an error.
struct LineCursor: Equatable {
  /// The words before, without quotes; the first one is the command.
  var before: [String] = []
  /// The word up to the cursor, without quotes.
  var word = ""
  /// Where that word begins, in scalars from the start of the line.
  var start = 0
  /// Where in the line a `${` begins that is not closed before the cursor, and the name behind it.
  var variable: (start: Int, name: String)?

  static func == (left: LineCursor, right: LineCursor) -> Bool {
    left.before == right.before && left.word == right.word && left.start == right.start
      && left.variable?.start == right.variable?.start && left.variable?.name == right.variable?.name
  }

  private enum Quote { case none, single, double }

  init(line: String, cursor: Int) {
    let scalars = Array(line.unicodeScalars.prefix(cursor))
    var text = String.UnicodeScalarView()
    var isInWord = false
    var quote = Quote.none
    var index = 0
    func endWord(_ cursor: inout LineCursor) {
      if isInWord { cursor.before.append(String(text)) }
      text.removeAll()
      isInWord = false
    }
    func beginWord(_ cursor: inout LineCursor) {
      if !isInWord { cursor.start = index }
      isInWord = true
    }
    while index < scalars.count {
      let scalar = scalars[index]
      switch (scalar, quote) {
      case ("'", .single), ("\"", .double): quote = .none
      case ("'", .none), ("\"", .none):
        beginWord(&self)
        quote = scalar == "'" ? .single : .double
      case ("\\", .none), ("\\", .double):
        beginWord(&self)
        if index + 1 < scalars.count { text.append(scalars[index + 1]) }
        index += 1
      case ("$", .none), ("$", .double):
        beginWord(&self)
        if index + 1 < scalars.count, scalars[index + 1] == "{" { variable = openVariable(scalars, from: index) }
        text.append(scalar)
      case (" ", .none), ("\t", .none): endWord(&self)
      case (";", .none), ("\n", .none):
        endWord(&self)
        before = []
      case ("-", .none) where before.isEmpty && !isInWord, ("@", .none) where before.isEmpty && !isInWord: break
      default:
        beginWord(&self)
        text.append(scalar)
      }
      index += 1
    }
    if !isInWord { start = scalars.count }
    word = String(text)
  }

  private func openVariable(_ scalars: [Unicode.Scalar], from start: Int) -> (start: Int, name: String)? {
    let name = scalars[(start + 2)...]
    guard !name.contains("}") else { return nil }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: name)
    return (start, String(text))
  }
}
