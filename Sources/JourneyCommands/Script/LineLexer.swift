/// Cuts lines into commands and words (CONTRACT.md 2). Works on Unicode scalars, since `\r\n` and combining marks are one
/// `Character` in Swift. A line that ends in a backslash goes on with the next line that is given.
struct LineLexer {
  private enum Quote { case none, single, double }

  private var place: ScriptPlace
  private var commands: [ParsedCommand] = []

  // The command that is being read.
  private var words: [Word] = []
  private var toleratesFailure = false
  private var isSilent = false
  private var start: ScriptPlace?
  private var text = String.UnicodeScalarView()

  // The word that is being read.
  private var pieces: [Word.Piece] = []
  private var run = String.UnicodeScalarView()
  private var wordPlace: ScriptPlace?
  private var beginsQuoted = false
  private var quote = Quote.none
  private var quotePlace: ScriptPlace

  init(file: String?, line: Int) {
    place = ScriptPlace(file: file, line: line, column: 1)
    quotePlace = place
  }

  /// Takes one line without its line end. Gives the commands, or nil where the line goes on.
  mutating func take(_ line: String) throws(Failure) -> [ParsedCommand]? {
    let scalars = Array(line.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if quote == .none, wordPlace == nil, scalar == "#" { break }
      if scalar == "\\", quote != .single, index + 1 == scalars.count {
        if start != nil { text.append(" ") }
        place.line += 1
        place.column = 1
        return nil
      }
      let next = try step(scalars, index)
      if start != nil, !(scalar == ";" && quote == .none && next == index + 1 && words.isEmpty && wordPlace == nil) {
        text.append(contentsOf: scalars[index..<next])
      }
      place.column += next - index
      index = next
    }
    guard quote == .none else {
      let mark = quote == .single ? "'" : "\""
      throw fault(
        "The quote \(mark) is not closed.", at: quotePlace, hint: "A quoted text ends on the line on which it begins.")
    }
    try endCommand()
    return commands
  }

  /// Reads what begins at `index`; gives the index behind it.
  private mutating func step(_ scalars: [Unicode.Scalar], _ index: Int) throws(Failure) -> Int {
    let scalar = scalars[index]
    switch quote {
    case .single:
      if scalar != "'" { return plain(scalars, index) { $0 == "'" } }
      quote = .none
      return index + 1
    case .double:
      switch scalar {
      case "\"":
        quote = .none
        return index + 1
      case "\\": return try escape(scalars, index)
      case "$": return try variable(scalars, index)
      default: return plain(scalars, index) { $0 == "\"" || $0 == "\\" || $0 == "$" }
      }
    case .none: return try bare(scalars, index)
    }
  }

  private mutating func bare(_ scalars: [Unicode.Scalar], _ index: Int) throws(Failure) -> Int {
    let scalar = scalars[index]
    switch scalar {
    case " ", "\t": endWord()
    case ";": try endCommand()
    case "'", "\"":
      beginWord(quoted: true)
      quote = scalar == "'" ? .single : .double
      quotePlace = place
    case "\\":
      beginWord(quoted: true)
      run.append(scalars[index + 1])
      return index + 2
    case "$":
      beginWord(quoted: false)
      return try variable(scalars, index)
    case "-" where isPrefix && !toleratesFailure:
      begin()
      toleratesFailure = true
    case "@" where isPrefix && !isSilent:
      begin()
      isSilent = true
    default:
      beginWord(quoted: false)
      return plain(scalars, index) { " \t;'\"\\$".unicodeScalars.contains($0) }
    }
    return index + 1
  }

  /// Takes the text up to what `ends` it, one scalar at least.
  private mutating func plain(
    _ scalars: [Unicode.Scalar], _ index: Int, until ends: (Unicode.Scalar) -> Bool
  ) -> Int {
    let end = scalars[(index + 1)...].firstIndex(where: ends) ?? scalars.count
    run.append(contentsOf: scalars[index..<end])
    return end
  }

  /// Whether `-` and `@` still stand at the start of the command.
  private var isPrefix: Bool { words.isEmpty && wordPlace == nil }

  /// `\"`, `\\`, `\$`, `\n`, `\t` and `\u{…}` in double quotes.
  private mutating func escape(_ scalars: [Unicode.Scalar], _ index: Int) throws(Failure) -> Int {
    let scalar = scalars[index + 1]
    switch scalar {
    case "\"", "\\", "$": run.append(scalar)
    case "n": run.append("\n")
    case "t": run.append("\t")
    case "u":
      let close = scalars[index...].firstIndex(of: "}") ?? scalars.count
      guard index + 2 < scalars.count, scalars[index + 2] == "{", close < scalars.count,
        (1...8).contains(close - index - 3),
        let number = UInt32(String(String.UnicodeScalarView(scalars[(index + 3)..<close])), radix: 16),
        scalars[index + 3] != "+", let made = Unicode.Scalar(number)
      else {
        throw fault("\\u needs the number of a character in braces, as in \\u{20ac}.", at: place)
      }
      run.append(made)
      return close + 1
    default:
      throw fault(
        "\\\(scalar) is no escape in double quotes.", at: place,
        hint: "Known are \\\" \\\\ \\$ \\n \\t \\u{…}; in single quotes a backslash is a backslash.")
    }
    return index + 2
  }

  /// `${NAME}` and `${env:NAME}`; a `$` without a brace is a dollar sign.
  private mutating func variable(_ scalars: [Unicode.Scalar], _ index: Int) throws(Failure) -> Int {
    guard index + 1 < scalars.count, scalars[index + 1] == "{" else {
      run.append("$")
      return index + 1
    }
    guard let close = scalars[index...].firstIndex(of: "}") else {
      throw fault("${ is not closed.", at: place, hint: "Write \\${ for the text itself.")
    }
    let name = String(String.UnicodeScalarView(scalars[(index + 2)..<close]))
    let isEnvironment = name.utf8.starts(with: "env:".utf8)
    let bare = isEnvironment ? String(name.dropFirst(4)) : name
    guard VariableName.isValid(bare) else {
      throw fault(
        "\"\(name)\" is no name of a variable.", at: place,
        hint: "Names are letters, digits and _, and do not begin with a digit; ${env:NAME} is the environment.")
    }
    endRun()
    pieces.append(isEnvironment ? .environment(bare) : .variable(bare))
    return close + 1
  }

  private mutating func begin() {
    if start == nil { start = place }
  }

  private mutating func beginWord(quoted: Bool) {
    begin()
    if wordPlace == nil {
      wordPlace = place
      beginsQuoted = quoted
    }
  }

  private mutating func endRun() {
    guard !run.isEmpty else { return }
    pieces.append(.literal(String(run)))
    run.removeAll()
  }

  private mutating func endWord() {
    guard let at = wordPlace else { return }
    endRun()
    words.append(Word(pieces: pieces, beginsQuoted: beginsQuoted, place: at))
    pieces = []
    wordPlace = nil
  }

  private mutating func endCommand() throws(Failure) {
    endWord()
    if let start {
      guard !words.isEmpty else {
        throw fault("There is no command behind \(toleratesFailure ? "-" : "@").", at: start)
      }
      commands.append(
        ParsedCommand(
          words: words, toleratesFailure: toleratesFailure, isSilent: isSilent, place: start,
          text: trimmed(String(text))))
    }
    words = []
    toleratesFailure = false
    isSilent = false
    start = nil
    text.removeAll()
  }

  private func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while let last = scalars.last, last == " " || last == "\t" { scalars.removeLast() }
    return String(scalars)
  }

  private func fault(_ message: String, at place: ScriptPlace, hint: String? = nil) -> Failure {
    var failure = Failure(.usage, message, hint: hint)
    failure.place = place
    return failure
  }
}

/// Names of variables: ASCII letters, digits and `_`, not beginning with a digit.
package enum VariableName {
  package static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}
