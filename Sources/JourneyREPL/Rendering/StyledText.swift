import LineEditor

/// What a piece of text is, for those who see colours.
enum TextStyle: Sendable {
  case plain, heading, faint, good, bad, warning, key

  /// SGR parameters (ECMA-48). Only the eight colours that every palette makes readable.
  var attributes: String {
    switch self {
    case .plain: ""
    case .heading: "1"
    case .faint: "2"
    case .good: "1;32"
    case .bad: "1;31"
    case .warning: "33"
    case .key: "36"
    }
  }
}

/// A line in pieces.
struct StyledText: Sendable, ExpressibleByStringLiteral {
  var pieces: [(text: String, style: TextStyle)]

  init(stringLiteral text: String) { self.init(text) }
  init(_ text: String, _ style: TextStyle = .plain) { pieces = [(text, style)] }
  init(joining parts: [StyledText], by separator: String) {
    pieces = []
    for part in parts {
      if !pieces.isEmpty { pieces.append((separator, .plain)) }
      pieces += part.pieces
    }
  }

  var width: Int { pieces.reduce(0) { $0 + TextWidth.of($1.text) } }

  static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.pieces += right.pieces
    return sum
  }

  /// The blanks that it begins with.
  var indent: Int {
    var count = 0
    for piece in pieces {
      let blanks = piece.text.utf8.prefix { $0 == UInt8(ascii: " ") }.count
      count += blanks
      if blanks < piece.text.utf8.count { break }
    }
    return count
  }

  func padded(to width: Int) -> StyledText {
    let missing = width - self.width
    return missing > 0 ? self + StyledText(String(repeating: " ", count: missing)) : self
  }
}

/// Lays out styled text: wraps it to the width of a terminal and puts the attributes in.
///
/// Lines break at blanks, and between the characters of scripts that are written without blanks. A word that is wider than
/// the terminal is left to the terminal, so that it can be copied in one piece.
struct Typesetter {
  let appearance: Appearance
  /// How far in the text stands below a lead that has the line to itself.
  private static let step = 4

  /// `lead` and then `text`, further lines below the beginning of `text`. Where that leaves the text too little room, the lead
  /// has its line to itself. Line feeds in the text begin lines too.
  ///
  /// - Parameters:
  ///   - hanging: where further lines begin, if not below the beginning of `text`.
  ///   - alone: where the text begins below a lead that has its line to itself, if not a step further in than the lead.
  func lines(_ text: StyledText, lead: StyledText = "", hanging: Int? = nil, alone: Int? = nil) -> [String] {
    let columns = appearance.columns ?? .max
    let words = words(of: text)
    guard !words.isEmpty else { return [painted(lead)] }
    var lines = Lines(line: lead, used: lead.width, inset: hanging ?? lead.width)
    let room = columns - lead.width
    if lead.width > lead.indent, room < min(24, columns / 2) || room < words[0].text.width {
      lines.inset = alone ?? lead.indent + Self.step
      lines.begin()
    }
    for word in words {
      if word.startsLine || (lines.hasWord && lines.used + word.blanks + word.text.width > columns) {
        lines.begin()
        lines.add(word, gap: 0)
      } else {
        lines.add(word, gap: word.blanks)
      }
    }
    return (lines.done + [lines.line]).map(painted)
  }

  /// Lines that are being filled.
  private struct Lines {
    var done: [StyledText] = []
    var line: StyledText
    var used: Int
    var inset: Int
    var hasWord = false

    init(line: StyledText, used: Int, inset: Int) {
      (self.line, self.used, self.inset) = (line, used, inset)
    }

    mutating func begin() {
      done.append(line)
      line = StyledText(String(repeating: " ", count: inset))
      used = inset
      hasWord = false
    }

    mutating func add(_ word: TextWord, gap: Int) {
      if gap > 0 {
        // Within one style the blanks have it too, so that the attributes are not set anew for each word.
        let style = line.pieces.last?.style
        let isWithin = style == word.text.pieces.first?.style
        line.pieces.append((String(repeating: " ", count: gap), isWithin ? style ?? .plain : .plain))
      }
      line.pieces += word.text.pieces
      used += gap + word.text.width
      hasWord = true
    }
  }

  func painted(_ text: StyledText) -> String {
    var line = ""
    var pieces: [(text: String, style: TextStyle)] = []
    for piece in text.pieces where !piece.text.isEmpty {
      if let last = pieces.last, last.style == piece.style {
        pieces[pieces.count - 1].text += piece.text
      } else {
        pieces.append(piece)
      }
    }
    for piece in pieces {
      let attributes = appearance.hasColor ? piece.style.attributes : ""
      line += attributes.isEmpty ? piece.text : "\u{1B}[\(attributes)m\(piece.text)\u{1B}[0m"
    }
    return line.utf8.last == UInt8(ascii: " ") ? trimmed(line) : line
  }

  private func trimmed(_ text: String) -> String {
    var bytes = Array(text.utf8)
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private struct TextWord {
    var text: StyledText
    var blanks = 0
    var startsLine = false
  }

  /// The words with the blanks before them; a word may go over the border of two pieces.
  private func words(of text: StyledText) -> [TextWord] {
    var words: [TextWord] = []
    var word = TextWord(text: StyledText(""))
    word.text.pieces = []
    func end() {
      if !word.text.pieces.isEmpty || word.startsLine { words.append(word) }
      word = TextWord(text: StyledText(""))
      word.text.pieces = []
    }
    for piece in text.pieces {
      var run = String.UnicodeScalarView()
      func endRun() {
        if !run.isEmpty { word.text.pieces.append((String(run), piece.style)) }
        run.removeAll()
      }
      for scalar in piece.text.unicodeScalars {
        switch scalar {
        case " ":
          endRun()
          if word.text.pieces.isEmpty, !word.startsLine {
            word.blanks += 1
          } else if word.text.pieces.isEmpty {
            // Blanks at the start of a line of the text are kept as part of the word.
            run.append(scalar)
          } else {
            end()
            word.blanks = 1
          }
        case "\n":
          endRun()
          end()
          word.startsLine = true
        default:
          if let last = run.last ?? word.text.pieces.last?.text.unicodeScalars.last,
            LineBreak.isAllowed(between: last, and: scalar)
          {
            endRun()
            end()
          }
          run.append(scalar)
        }
      }
      endRun()
    }
    end()
    return words
  }
}
