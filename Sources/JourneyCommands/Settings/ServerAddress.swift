/// The forms in which people give the address of a server (cases.md, issue 5): with a slash at the end, with the default
/// port, or as pasted from a browser that shows a login page, `https://am.example.com/am/XUI/?realm=/alpha#login`.
enum ServerAddress {
  /// The base URL with the context path. What cannot be one is given back as it is: the engine refuses it by name.
  static func base(_ text: String) -> String {
    var text = Text.trimmed(text)
    if let page = text.range(of: "/XUI"), isEndOfWord(text, page.upperBound) { text = String(text[..<page.lowerBound]) }
    while text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
    return text
  }

  private static func isEndOfWord(_ text: String, _ index: String.Index) -> Bool {
    index == text.endIndex || ["/", "?", "#"].contains(text[index])
  }

  /// A URL with dots in place of the password in it.
  static func withoutPassword(_ url: String) -> String {
    guard let start = url.range(of: "://")?.upperBound, let at = url[start...].lastIndex(of: "@"),
      let colon = url[start..<at].firstIndex(of: ":")
    else { return url }
    return url[...colon] + SecretRegistry.dots + url[at...]
  }
}

extension String {
  /// Where a text occurs first.
  func range(of part: String) -> Range<String.Index>? {
    let bytes = Array(part.utf8)
    for index in utf8.indices where utf8[index...].starts(with: bytes) {
      return index..<utf8.index(index, offsetBy: bytes.count)
    }
    return nil
  }
}
