/// HTML as plain text.
///
/// Tags are dropped, `<br>`, paragraphs, headings and list items make lines, a link shows its target behind its text,
/// entities are decoded once. Only what HTML knows is a tag: `a < b` and `<username>` stay. In a text with tags, white
/// space joins; in one without, line breaks stay as they are.
enum HTMLText {
  /// What is read of a text at most, in bytes: the rest of a longer one is cut.
  private static let longest = 128 << 10

  static func readable(_ whole: String) -> String {
    let isLong = whole.utf8.count > longest
    let text = isLong ? String(decoding: whole.utf8.prefix(longest), as: UTF8.self) : whole
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return text }
    let tokens = HTMLTokens(text).all
    let isHTML = tokens.contains { if case .text = $0 { false } else { true } }
    var writer = Writer(joins: isHTML)
    for token in tokens { writer.take(token) }
    return writer.finish()
  }

  /// Builds the text.
  private struct Writer {
    let joins: Bool
    var result = ""
    var newlines = 0
    var hasBlank = false
    var link: (target: String, start: String.Index)?

    init(joins: Bool) {
      self.joins = joins
    }

    mutating func take(_ token: HTMLTokens.Token) {
      switch token {
      case .text(let text): write(text)
      case .open(let name, let attributes): open(name, attributes)
      case .close(let name): close(name)
      }
    }

    mutating func finish() -> String {
      endLink()
      return joins ? String(result.reversed().drop { $0.isWhitespace }.reversed()) : result
    }

    private mutating func open(_ name: String, _ attributes: [String: String]) {
      switch name {
      case "br": newlines += result.isEmpty ? 0 : 1
      case "li":
        lineBreak(1)
        write("• ")
      case "hr": lineBreak(1)
      case "td", "th": hasBlank = true
      case "img": write(attributes["alt"] ?? "")
      case "a":
        endLink()
        flush()
        if let target = attributes["href"], !target.isEmpty { link = (target, result.endIndex) }
      default: lineBreak(HTMLTokens.blocks[name] ?? 0)
      }
    }

    private mutating func close(_ name: String) {
      if name == "a" { endLink() }
      lineBreak(name == "li" ? 1 : HTMLTokens.blocks[name] ?? 0)
    }

    private mutating func endLink() {
      guard let link else { return }
      self.link = nil
      let shown = result[min(link.start, result.endIndex)...].drop { $0.isWhitespace }
      let scheme = link.target.drop { $0.isWhitespace }.prefix(11).lowercased()
      guard shown != link.target, !scheme.hasPrefix("javascript:") else { return }
      write(shown.isEmpty ? link.target : " (\(link.target))")
    }

    private mutating func lineBreak(_ count: Int) {
      guard !result.isEmpty else { return }
      newlines = max(newlines, count)
    }

    private mutating func flush() {
      if newlines > 0 {
        result += String(repeating: "\n", count: min(newlines, 2))
      } else if hasBlank, !result.isEmpty {
        result += " "
      }
      newlines = 0
      hasBlank = false
    }

    private mutating func write(_ text: String) {
      guard joins else {
        result += text
        return
      }
      for scalar in text.unicodeScalars {
        switch scalar {
        case " ", "\t", "\n", "\r", "\u{0C}": hasBlank = true
        default:
          flush()
          result.unicodeScalars.append(scalar)
        }
      }
    }
  }
}
