import PseudoTerminal
import Testing

/// A terminal as people have it: what the locale says, and how wide it is. Each point of the terminal face is tried in all of them.
struct TerminalSetting: CustomTestStringConvertible, Sendable {
  /// LC_ALL; nil: no variable says anything of a locale.
  let locale: String?
  let columns: Int

  static let all = [40, 120].flatMap { columns in
    ["C", "C.UTF-8", nil].map { TerminalSetting(locale: $0, columns: columns) }
  }

  var environment: [String: String] { locale.map { ["LC_ALL": $0] } ?? [:] }

  /// Characters that are drawn for their looks come out: block characters of a QR code.
  var showsUTF8: Bool { locale == "C.UTF-8" }

  var isNarrow: Bool { columns == 40 }

  var testDescription: String { "\(locale.map { "LC_ALL=\($0)" } ?? "no locale"), \(columns) columns" }
}

extension Desk {
  /// What a person sees is no wider than the terminal, and no word is cut: the terminal has broken no line but where one word is wider than
  /// all of it, and where somebody typed.
  ///
  /// - Parameter typed: How the lines begin on which something is typed or is printed as it was typed.
  func checkWidth(typed: [String] = [], _ place: SourceLocation = #_sourceLocation) {
    terminal.takeRest()
    var line = ""
    var isBroken = false
    for row in terminal.screen.rows {
      line += row.text + (row.goesOn ? "" : "\n")
      isBroken = isBroken || row.goesOn
      guard !row.goesOn else { continue }
      let text = line.trimming(" \n")
      if isBroken, text.contains(" "), !Self.isTyped(text, typed) {
        Issue.record("wider than the terminal: \(text)", sourceLocation: place)
      }
      (line, isBroken) = ("", false)
    }
  }

  private static func isTyped(_ line: String, _ starts: [String]) -> Bool {
    line.starts(with: #/[^>]*> /#) || starts.contains { line.hasPrefix($0) }
  }

  /// The words that were shown, wherever lines break.
  var words: String { terminal.screenText.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension String {
  fileprivate func trimming(_ characters: String) -> String {
    var text = self[...]
    while let last = text.last, characters.contains(last) { text.removeLast() }
    while let first = text.first, characters.contains(first) { text.removeFirst() }
    return String(text)
  }
}
