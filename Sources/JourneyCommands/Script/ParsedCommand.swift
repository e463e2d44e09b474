/// A place in a script: lines and columns are counted from 1, columns in Unicode scalars.
package struct ScriptPlace: Sendable, Hashable, CustomStringConvertible {
  /// The file as it was named; nil for `-c` and for a line from a terminal or a pipe.
  package var file: String?
  package var line: Int
  package var column: Int

  package init(file: String? = nil, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `login.journey:3:14`, or `3:14` without a file.
  package var description: String { (file.map { $0 + ":" } ?? "") + "\(line):\(column)" }
}

/// A word of a command line, before its variables are put in.
package struct Word: Sendable, Equatable {
  package enum Piece: Sendable, Equatable {
    case literal(String)
    /// `${NAME}`
    case variable(String)
    /// `${env:NAME}`
    case environment(String)
  }

  package var pieces: [Piece]
  /// Whether its first character was written in quotes or behind a backslash: such a word is never an option.
  package var beginsQuoted: Bool
  package var place: ScriptPlace

  package init(pieces: [Piece], beginsQuoted: Bool = false, place: ScriptPlace) {
    self.pieces = pieces
    self.beginsQuoted = beginsQuoted
    self.place = place
  }

  /// The text of a word without variables.
  package var literal: String? {
    if pieces.isEmpty { return "" }
    if pieces.count == 1, case .literal(let text) = pieces[0] { return text }
    return nil
  }
}

/// One command of a line (CONTRACT.md 2).
package struct ParsedCommand: Sendable, Equatable {
  /// The name of the command and its words; never empty.
  package var words: [Word]
  /// `-` in front: its failure does not stop the script.
  package var toleratesFailure: Bool
  /// `@` in front: it is not echoed under `--echo`.
  package var isSilent: Bool
  package var place: ScriptPlace
  /// As it was written, prefixes and variables included.
  package var text: String

  package init(words: [Word], toleratesFailure: Bool, isSilent: Bool, place: ScriptPlace, text: String) {
    self.words = words
    self.toleratesFailure = toleratesFailure
    self.isSilent = isSilent
    self.place = place
    self.text = text
  }
}
