/// Text for mdoc, the macro language of manual pages: what could be a macro or an escape is made harmless.
///
/// - Source: mdoc(7), mandoc_char(7).
struct Mdoc {
  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// A line that is a macro, `Sh NAME`, its words as they are given.
  mutating func macro(_ words: String) { lines.append("." + words) }

  /// The head of a page.
  mutating func title(_ name: String, section: Int, description: String) {
    macro("Dd November 30, 2026")
    macro("Dt \(name.uppercased()) \(section)")
    macro("Os")
    macro("Sh NAME")
    macro("Nm \(name)")
    macro("Nd \(Self.escaped(description))")
  }

  /// Running text, a sentence a line.
  mutating func text(_ text: String) {
    var sentence: [Substring] = []
    for word in text.split(separator: " ") {
      sentence.append(word)
      if word.utf8.last == UInt8(ascii: ".") {
        append(sentence.joined(separator: " "))
        sentence = []
      }
    }
    if !sentence.isEmpty { append(sentence.joined(separator: " ")) }
  }

  /// Lines as they are, in a block of their own.
  mutating func code(_ texts: [String]) {
    macro("Bd -literal -offset indent")
    for text in texts { append(text) }
    macro("Ed")
  }

  /// A list of terms, each given as the words of an `It` macro and its explanation.
  mutating func list(_ items: [(term: String, text: String)], isCompact: Bool = false) {
    open(isCompact: isCompact)
    for item in items {
      macro("It \(item.term)")
      text(item.text)
    }
    close()
  }

  mutating func open(isCompact: Bool = false) { macro("Bl -tag -width Ds\(isCompact ? " -compact" : "")") }
  mutating func close() { macro("El") }

  private mutating func append(_ text: String) {
    let escaped = Self.escaped(text)
    lines.append(escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped)
  }

  /// Text in which nothing means anything to mdoc, and every quote and hyphen can be copied as it is shown.
  static func escaped(_ text: String) -> String {
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": output.append(contentsOf: "\\e".unicodeScalars)
      case "-": output.append(contentsOf: "\\-".unicodeScalars)
      case "'": output.append(contentsOf: "\\(aq".unicodeScalars)
      case "`": output.append(contentsOf: "\\(ga".unicodeScalars)
      case "^": output.append(contentsOf: "\\(ha".unicodeScalars)
      case "~": output.append(contentsOf: "\\(ti".unicodeScalars)
      case "…": output.append(contentsOf: "...".unicodeScalars)
      case _ where scalar.value > 0x7e:
        let hex = String(scalar.value, radix: 16, uppercase: true)
        output.append(contentsOf: "\\[u\(String(repeating: "0", count: max(0, 4 - hex.count)))\(hex)]".unicodeScalars)
      default: output.append(scalar)
      }
    }
    return String(output)
  }

  /// A text as one argument of a macro.
  static func argument(_ text: String) -> String {
    "\"" + escaped(text).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq") + "\""
  }

  /// `--client-id ID` as the words of a macro.
  static func option(_ name: String, _ value: String = "") -> String {
    "Fl Fl \(escaped(String(name.drop { $0 == "-" })))" + (value.isEmpty ? "" : " Ar \(argument(value))")
  }
}
