/// A prompt in parts, each with or without terminal attributes.
package struct Prompt: Sendable, Equatable {
  package struct Part: Sendable, Equatable {
    package var text: String
    /// SGR parameters such as `1;36`, or empty for plain text.
    package var attributes: String

    package init(_ text: String, attributes: String = "") {
      self.text = text
      self.attributes = attributes
    }
  }

  package var parts: [Part]

  package init(_ parts: [Part]) {
    self.parts = parts
  }

  package init(_ text: String) {
    self.init([Part(text)])
  }

  /// Without attributes and control characters; a character that is not ASCII becomes `?` unless the C library has UTF-8
  /// (libedit crashes on it in the C locale, terminal-and-rpc 1).
  func plainText(ascii: Bool) -> String {
    parts.map { Self.safe($0.text, ascii: ascii) }.joined()
  }

  /// As `EL_PROMPT_ESC` takes it: escape sequences between two `\1`, and a character after the last one, without which
  /// libedit loses it.
  func escapedText(ascii: Bool) -> String {
    var text = ""
    for part in parts {
      let safe = Self.safe(part.text, ascii: ascii)
      guard !part.attributes.isEmpty, !safe.isEmpty else {
        text += safe
        continue
      }
      text += "\u{1}\u{1B}[\(part.attributes)m\u{1}\(safe)\u{1}\u{1B}[0m\u{1}"
    }
    return text.utf8.last == 1 ? text + " " : text
  }

  private static func safe(_ text: String, ascii: Bool) -> String {
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
      safe.append(ascii && !scalar.isASCII ? "?" : scalar)
    }
    return String(safe)
  }
}
