extension QRCode {
  /// How a code is drawn on a terminal. A cell of a terminal is about twice as high as wide.
  package enum Style: Sendable, CaseIterable {
    /// One character a column and two rows a line, from `▀`, `▄`, `█` and blank: for a terminal that shows UTF-8. No
    /// escapes, so the colours are those of the terminal.
    case halfBlocks
    /// Two characters a module, `##` or blanks: for ASCII. No escapes. Few scanners read it from a screen.
    case ascii
    /// As `halfBlocks`, black on white by escapes, whatever the colours of the terminal are: what scanners read best.
    case ansi
    /// Two blanks a module with a black or a white ground by escapes: for a terminal with colours, but without UTF-8.
    case ansiWide

    /// Whether the lines bring their own colours, and escapes with them.
    package var isColoured: Bool { self == .ansi || self == .ansiWide }
  }

  /// The code as lines without their ends, all equally wide.
  ///
  /// Scanners want dark modules on a light ground. What is drawn stands for dark, as ink on paper does; that is right on a
  /// terminal with dark text on a light ground. `inverted` draws what is light instead, the quiet zone too: right on a
  /// terminal with light text on a dark ground. The coloured styles need it on neither.
  ///
  /// - Parameters:
  ///   - quietZone: light modules around the code; the standard has four, on a screen two are enough.
  package func lines(style: Style, quietZone: Int = 2, inverted: Bool = false) -> [String] {
    let shown = -quietZone..<(size + quietZone)
    switch style {
    case .halfBlocks:
      return stride(from: shown.lowerBound, to: shown.upperBound, by: 2).map { y in
        halfBlocks(shown, upperRow: y, inverted: inverted)
      }
    case .ansi:
      return lines(style: .halfBlocks, quietZone: quietZone, inverted: inverted).map { line in
        Colour.blackOnWhite + line + Colour.reset
      }
    case .ascii:
      return shown.map { y in String(shown.flatMap { x in self[x, y] != inverted ? "##" : "  " }) }
    case .ansiWide:
      return shown.map { y in grounds(shown, row: y, inverted: inverted) }
    }
  }

  /// Two rows as one line; below an odd last row everything is light.
  private func halfBlocks(_ columns: Range<Int>, upperRow y: Int, inverted: Bool) -> String {
    String(
      columns.map { x -> Character in
        switch (self[x, y] != inverted, self[x, y + 1] != inverted) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      })
  }

  /// One row as blanks, with an escape only where the ground changes.
  private func grounds(_ columns: Range<Int>, row y: Int, inverted: Bool) -> String {
    var line = ""
    var ground: Bool?
    for x in columns {
      let isDark = self[x, y] != inverted
      if isDark != ground { line += isDark ? Colour.blackGround : Colour.whiteGround }
      ground = isDark
      line += "  "
    }
    return line + Colour.reset
  }

  /// Black and white as the colour cube of 256 colours has them: themes change the sixteen before it, not these.
  private enum Colour {
    static let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"
    static let blackGround = "\u{1B}[48;5;16m"
    static let whiteGround = "\u{1B}[48;5;231m"
    static let reset = "\u{1B}[0m"
  }
}
