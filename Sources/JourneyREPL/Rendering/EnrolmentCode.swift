import JSON
import JourneyEngine
import QRCode

/// An enrolment URI as a QR code. The URI holds the secret of a device: it is printed where that is asked for, and nowhere else.
extension Renderer {
  private static let quietZone = 2
  private static let inset = "  "
  /// Beside the code: the line for the next input.
  private static let otherLines = 1

  /// The codes of a step, which stand last so that they are on the screen whole. Several callbacks may carry one URI: a script for
  /// browsers, and a value for the others.
  func enrolments(_ callbacks: [JSON]) -> [String] {
    var uris: [String] = []
    for uri in callbacks.compactMap({ $0["uri"]?.string }) where !uris.contains(uri) { uris.append(uri) }
    return uris.flatMap(enrolment)
  }

  /// The code, where this is a terminal that has room for it, and the URI or the way to it.
  func enrolment(_ uri: String) -> [String] {
    if appearance.isTerminal, shownURIs.contains(uri) {
      return typesetter.lines(
        StyledText("the code is the same as before; 'show' shows it again", .faint), lead: StyledText(Self.inset))
    }
    let code = try? (appearance.isTerminal ? QRCode(uri) : nil)
    let drawing = code.map(drawing(of:)) ?? []
    let lines = code.map { fits($0, drawing) } == true ? drawing : []
    if revealsURI {
      return typesetter.lines(StyledText(ServerText.line(uri, limit: 4000)), lead: "  enrolment URI: ", alone: 2)
        + lines
    }
    let why =
      !lines.isEmpty
      ? "scan the code with the phone"
      : code.map {
        "the QR code needs \(width(of: $0)) columns and \(drawing.count + Self.otherLines) lines"
      } ?? "there is an enrolment URI"
    return typesetter.lines(
      StyledText("\(why); 'show --reveal' prints the URI", .faint), lead: StyledText(Self.inset)) + lines
  }

  /// Block characters only where they come out; colours of its own where colours are wanted at all, since scanners like black on
  /// white best.
  private var style: QRCode.Style {
    switch (appearance.hasColor, appearance.showsUTF8) {
    case (true, true): .ansi
    case (true, false): .ansiWide
    case (false, true): .halfBlocks
    case (false, false): .ascii
    }
  }

  private func drawing(of code: QRCode) -> [String] {
    code.lines(style: style, quietZone: Self.quietZone, inverted: !style.isColoured && appearance.isDark)
      .map { Self.inset + $0 }
  }

  /// A code whose first lines are scrolled away is of no use to a scanner.
  private func fits(_ code: QRCode, _ drawing: [String]) -> Bool {
    width(of: code) <= appearance.columns ?? 0
      && appearance.rows.map { drawing.count + Self.otherLines <= $0 } ?? true
  }

  private func width(of code: QRCode) -> Int {
    let modules = code.size + 2 * Self.quietZone
    return Self.inset.utf8.count + modules * (appearance.showsUTF8 ? 1 : 2)
  }
}
