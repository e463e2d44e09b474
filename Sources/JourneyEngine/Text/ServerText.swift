/// Text from the server, made fit for people: it is data, and must neither drive a terminal nor fill it.
///
/// Pure functions. What a program gets is never touched; only what a person sees goes through here.
///
/// - Source: DESIGN 4 rule 8; am-protocol 2.1, 5.3.
public enum ServerText {
  /// Where text for a person is cut unless asked otherwise, in Unicode scalars.
  public static let standardLimit = 4000

  /// A message of an answer: class names in front cut, HTML readable, control characters visible, length bounded.
  public static func message(_ text: String, limit: Int = standardLimit) -> String {
    bounded(visible(HTMLText.readable(withoutClassNames(text))), limit: limit)
  }

  /// A title, a prompt or a description, which may hold HTML; several lines.
  public static func readable(_ text: String, limit: Int = standardLimit) -> String {
    bounded(visible(HTMLText.readable(text)), limit: limit)
  }

  /// Text as it is, for one line: white space joined, control characters visible, length bounded.
  public static func line(_ text: String, limit: Int = 200) -> String {
    bounded(joined(visible(text)), limit: limit)
  }

  /// The character reference of HTML at the start of some bytes, with the text that it stands for and its length.
  package static func reference(_ bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
    Entities.reference(bytes)
  }

  /// Makes control, bidirectional and invisible format characters visible: `␛` for escape, `⟨U+202E⟩` for those without a
  /// picture of their own. Line feeds stay, and a CRLF is one; a lone carriage return is `␍`.
  public static func visible(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = String.UnicodeScalarView()
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()
    while let scalar = next {
      next = scalars.next()
      switch scalar.value {
      case 0x0D where next == "\n": continue
      case 0x0A, 0x2028, 0x2029: result.append("\n")
      case 0x09: result.append(" ")
      default: append(scalar, to: &result)
      }
    }
    return String(result)
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView) {
    switch scalar.value {
    case 0x00...0x1F: result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
    case 0x7F: result.append("\u{2421}")
    case 0x80...0x9F, 0x061C, 0x180E, 0x200E...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0000...0xE007F:
      let hex = String(scalar.value, radix: 16, uppercase: true)
      result.append(contentsOf: "⟨U+\(String(repeating: "0", count: max(0, 4 - hex.count)))\(hex)⟩".unicodeScalars)
    default: result.append(scalar)
    }
  }

  /// The text up to a number of scalars, and how many are left out.
  public static func bounded(_ text: String, limit: Int) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: max(0, limit), limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return text }
    return "\(text[..<end])… (\(scalars[end...].count) more characters)"
  }

  /// The words of a text with one blank between them.
  static func joined(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
  }
}
