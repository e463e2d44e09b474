import HTTPClient
import JSON
import JourneyEngine

/// The forms in which people give an address: with a slash at the end, with the default port, or as pasted from a browser that
/// shows a login page, `https://am.example.com/am/XUI/?realm=/alpha#login`.
enum ServerAddress {
  /// Why a text is no address; one piece of a sentence, `write https://…`.
  struct Problem: Error {
    var advice: String
  }

  /// The base URL of a server with its context path, without what a browser shows behind it.
  static func base(_ text: String) throws(Problem) -> String {
    var text = Text.trimmed(text)
    if let page = page(in: text) {
      guard text[page...].filter({ !$0.isNewline }).unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
      else { throw Problem(advice: "there are control characters in the link") }
      text = String(text[..<page])
    }
    let url = try Self.url(text)
    guard url.query == nil, !text.utf8.contains(UInt8(ascii: "#")) else {
      throw Problem(advice: "leave out what stands behind '?' or '#'")
    }
    var base = url.description
    while base.utf8.last == UInt8(ascii: "/") { base.removeLast() }
    return base
  }

  /// What a link of a login page names beside the server, by the key of its setting: the realm, and the journey. It is read from its page
  /// on: what stands there need not be as a URL has it, and mostly is not where somebody has copied it.
  static func settings(in text: String) -> JSON.Object {
    let text = Text.trimmed(text)
    // Without a query it names nothing.
    guard let page = page(in: text), let link = try? ResumeLink(String(text[page...])) else { return [:] }
    var settings: JSON.Object = [:]
    if let realm = link.value("realm") { settings["realm"] = .string(realm) }
    let isJourney = link.value("authIndexType") == "service"
    if let journey = link.value("service") ?? (isJourney ? link.value("authIndexValue") : nil) {
      settings["journey"] = .string(journey)
    }
    return settings
  }

  /// Where in a text the path of a login page begins.
  private static func page(in text: String) -> String.Index? {
    let places = ["/XUI", "/UI/Login"].compactMap { text.range(of: $0) }.filter { isEndOfWord(text, $0.upperBound) }
    return places.map(\.lowerBound).min()
  }

  /// An http or https URL, or what is wrong with it.
  static func url(_ text: String) throws(Problem) -> HTTPURL {
    if let url = HTTPURL(text), text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) { return url }
    throw Problem(advice: advice(for: text))
  }

  private static func isEndOfWord(_ text: String, _ index: String.Index) -> Bool {
    index == text.endIndex || ["/", "?", "#"].contains(text[index])
  }

  private static func advice(for text: String) -> String {
    guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
      return "there are blanks or control characters in it"
    }
    guard let start = text.range(of: "://") else {
      let better = "https://\(text)"
      return HTTPURL(better) == nil ? "it begins with https:// or http://" : "write \(better)"
    }
    guard ["http", "https"].contains(text[..<start.lowerBound].lowercased()) else {
      return "it begins with https:// or http://"
    }
    let authority = text[start.upperBound...].prefix { !["/", "?", "#"].contains($0) }
    if text[start.upperBound...].contains("@") { return "leave out user name and password" }
    if authority.count(where: { $0 == ":" }) > 1, authority.allSatisfy({ $0.isHexDigit || $0 == ":" }) {
      return "an IPv6 address stands in brackets, as in http://[::1]:8080/am"
    }
    if authority.isEmpty || authority.hasPrefix(":") { return "the host is missing" }
    if !authority.utf8.allSatisfy({ $0 < 0x80 }) { return "write the host in ASCII letters (xn--…)" }
    let port = authority.split(separator: ":" as Character, omittingEmptySubsequences: false).last.map { String($0) }
    if !authority.hasSuffix("]"), authority.contains(":"), Int(port ?? "").map({ !(1...65535).contains($0) }) ?? true {
      return "the port is a number from 1 to 65535"
    }
    return "this cannot be a host"
  }

  /// A URL with dots in place of the user name and password in it.
  static func withoutCredentials(_ url: String) -> String {
    guard let at = url.lastIndex(of: "@") else { return url }
    let start = url.range(of: "://")?.upperBound ?? url.startIndex
    return start <= at ? url[..<start] + SecretRegistry.dots + url[at...] : url
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
