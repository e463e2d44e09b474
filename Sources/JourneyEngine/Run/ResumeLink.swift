import HTTPClient

/// What a person brings back from outside: a link of a mail, a return URL, or a suspended id.
///
/// - Source: am-protocol 9.4, 9.5.
package struct ResumeLink: Sendable {
  /// Origin of an http or https link, the port always named; nil for an id, for a path alone and for the private scheme
  /// of an app, none of which names a server.
  package let origin: String?
  /// The decoded pairs of query and fragment; of an id alone, `suspendedId` with it.
  package let pairs: [(name: String, value: String)]

  /// Reads what was brought back.
  package init(_ text: String) throws(Refusal) {
    let text = text.filter { !$0.isNewline }.split(separator: " ").joined()
    guard !text.isEmpty else { throw .unreadableLink("it is empty") }
    guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
      throw .unreadableLink("it holds control characters")
    }
    // An id is opaque and may hold a slash.
    guard text.hasPrefix("/") || text.contains("?") || text.contains("#") || text.contains("://") else {
      origin = nil
      pairs = [("suspendedId", text)]
      return
    }
    origin = try Self.origin(of: text)
    let (front, fragment) = Self.cut(text, at: "#")
    let query = Self.cut(front, at: "?").1 ?? ""
    pairs = PercentEncoding.parseQuery(query) + PercentEncoding.parseQuery(Self.query(ofFragment: fragment ?? ""))
    guard !pairs.isEmpty else { throw .unreadableLink("it has no query") }
  }

  /// The value of the first pair of a name, nil where there is none or it is empty.
  package func value(_ name: String) -> String? {
    pairs.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  private static func origin(of text: String) throws(Refusal) -> String? {
    if text.hasPrefix("/") || text.hasPrefix("?") { return nil }
    let scheme = cut(text, at: ":")
    guard scheme.1 != nil, let first = scheme.0.utf8.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A,
      !scheme.0.contains("?"), !scheme.0.contains("/")
    else { throw .unreadableLink("it has no scheme") }
    guard ["http", "https"].contains(scheme.0.lowercased()) else { return nil }
    guard let url = HTTPURL(text) else { throw .unreadableLink("its host cannot be read") }
    return url.origin
  }

  /// XUI puts its pages, and then the query, behind `#`: `#login/&suspendedId=…`, `#/?suspendedId=…`.
  private static func query(ofFragment fragment: String) -> String {
    let (front, rest) = cut(fragment, at: "?")
    if let rest { return rest }
    guard !cut(front, at: "&").0.contains("=") else { return front }
    return cut(front, at: "&").1 ?? ""
  }

  private static func cut(_ text: String, at mark: Character) -> (String, String?) {
    guard let index = text.firstIndex(of: mark) else { return (text, nil) }
    return (String(text[..<index]), String(text[text.index(after: index)...]))
  }
}
