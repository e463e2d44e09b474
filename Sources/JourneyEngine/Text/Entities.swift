/// Character references of HTML.
///
/// - Source: HTML Living Standard 13.5; of its two thousand names the ones of HTML 4 that texts for people use.
enum Entities {
  /// The text with its references decoded, once: `&amp;lt;` is `&lt;`. What is no reference stays.
  static func decode(_ bytes: some Collection<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    var rest = Array(bytes)[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "&"), let (text, length) = reference(rest) {
        result += text.utf8
        rest = rest.dropFirst(length)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The text of the reference at the start, and the length of the reference.
  static func reference(_ bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
    guard let end = bytes.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = bytes[(bytes.startIndex + 1)..<end]
    let length = end + 1 - bytes.startIndex
    guard name.first == UInt8(ascii: "#") else {
      return named[String(decoding: name, as: UTF8.self)].map { (String($0), length) }
    }
    let digits = name.dropFirst()
    let isHex = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
    let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
    guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let value = UInt32(text, radix: isHex ? 16 : 10)
    else { return nil }
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    return (String(Character(scalar ?? "\u{FFFD}")), length)
  }

  /// Names with their characters.
  private static let named: [String: Character] = {
    var table: [String: Character] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "OElig": "Œ", "oelig": "œ", "Scaron": "Š",
      "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ", "tilde": "˜", "ensp": " ", "emsp": " ", "thinsp": " ",
      "zwnj": "\u{200C}", "zwj": "\u{200D}", "lrm": "\u{200E}", "rlm": "\u{200F}", "ndash": "–", "mdash": "—",
      "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "dagger": "†", "Dagger": "‡",
      "bull": "•", "hellip": "…", "permil": "‰", "prime": "′", "Prime": "″", "lsaquo": "‹", "rsaquo": "›", "euro": "€",
      "trade": "™", "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔", "minus": "−", "le": "≤", "ge": "≥",
      "ne": "≠", "infin": "∞", "check": "✓", "lbrace": "{", "rbrace": "}", "lpar": "(", "rpar": ")", "commat": "@",
      "num": "#", "excl": "!", "colon": ":", "semi": ";", "comma": ",", "period": ".", "sol": "/", "equals": "=",
      "plus": "+", "quest": "?", "lsqb": "[", "rsqb": "]", "lowbar": "_", "Tab": " ", "NewLine": "\n",
    ]
    // The names of U+00A0 to U+00FF in their order.
    let latin = """
      nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro \
      para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil \
      Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
      Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
      igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute \
      thorn yuml
      """
    for (offset, name) in latin.split(separator: " ").enumerated() {
      table[String(name)] = Unicode.Scalar(UInt32(0xA0 + offset)).map { Character($0) }
    }
    return table
  }()
}
