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

  func padded(to width: Int) -> StyledText {
    let missing = width - self.width
    return missing > 0 ? self + StyledText(String(repeating: " ", count: missing)) : self
  }
}

/// Lays out styled text: wraps it at blanks to the width of a terminal and puts the attributes in.
struct Typesetter {
  let appearance: Appearance

  /// `lead` and then `text`, further lines below the beginning of `text` (or less far in where the terminal is narrow).
  /// Line feeds in the text begin lines too.
  func lines(_ text: StyledText, lead: StyledText = "") -> [String] {
    let columns = appearance.columns ?? .max
    let inset = min(lead.width, columns / 2)
    var done: [String] = []
    var line = lead
    var used = lead.width
    var hasWord = false
    for word in words(of: text) {
      let breaksHere = word.startsLine || (hasWord && used + word.blanks + word.text.width > columns)
      if breaksHere {
        done.append(painted(line))
        line = StyledText(String(repeating: " ", count: inset))
        used = inset
      }
      let gap = breaksHere ? 0 : word.blanks
      if gap > 0 {
        // Within one style the blanks have it too, so that the attributes are not set anew for each word.
        let isWithin = line.pieces.last?.style == word.text.pieces.first?.style
        line.pieces.append((String(repeating: " ", count: gap), isWithin ? line.pieces.last?.style ?? .plain : .plain))
      }
      line.pieces += word.text.pieces
      used += gap + word.text.width
      hasWord = true
    }
    return done + [painted(line)]
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
        default: run.append(scalar)
        }
      }
      endRun()
    }
    end()
    return words
  }
}
