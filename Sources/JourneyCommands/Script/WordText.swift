/// Words as they are written on a command line (CONTRACT.md 2): the other direction of `ScriptParser`.
package enum WordText {
  /// The text with its variables by name.
  package static func plain(_ word: Word) -> String {
    word.pieces.map { piece in
      switch piece {
      case .literal(let text): text
      case .variable(let name): "${\(name)}"
      case .environment(let name): "${env:\(name)}"
      }
    }.joined()
  }

  package static func quoted(_ word: Word) -> String {
    if let literal = word.literal { return quoted(literal) }
    let text = plain(word)
    return isBare(text.utf8.filter { $0 != UInt8(ascii: "$") && $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "}") })
      ? text : "\"\(text)\""
  }

  /// `text` as one word of a command line: bare where that will do, else in quotes.
  package static func quoted(_ text: String) -> String {
    if !text.isEmpty, isBare(Array(text.utf8)), !text.utf8.starts(with: "#".utf8) { return text }
    return inQuotes(text)
  }

  /// The same for a file that is kept: bare only where no reader could take the text for something else.
  static func quotedForFile(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "/", ":", ".", "-", "_", ",", "+", "=", "@", "%", "~": true
      default: false
      }
    }
    return isPlain && !text.isEmpty ? text : inQuotes(text)
  }

  /// In single quotes where they can hold it, else in double ones.
  private static func inQuotes(_ text: String) -> String {
    text.unicodeScalars.contains { $0 == "'" || isControl($0) } ? "\"\(escaped(text))\"" : "'\(text)'"
  }

  /// What stands between double quotes.
  static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "$": output += "\\\(scalar)"
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      case _ where isControl(scalar): output += "\\u{\(String(scalar.value, radix: 16))}"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || scalar.value == 0x7F }

  private static func isBare(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { byte in
      switch byte {
      case 0...0x20, 0x7F, UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: ";"),
        UInt8(ascii: "$"):
        false
      default: true
      }
    }
  }
}
