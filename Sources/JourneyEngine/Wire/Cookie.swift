import JSON

/// One cookie as a user agent keeps it.
///
/// - Source: RFC 6265, 5.2 and 5.3.
package struct Cookie: Sendable, Hashable {
  package var name: String
  package var value: String
  /// Lower-case host, or the domain of the `Domain` attribute without a leading dot.
  package var domain: String
  /// Whether it goes to exactly that host.
  package var isHostOnly: Bool
  package var path: String
  package var isSecure: Bool
  /// Seconds since 1970; nil keeps it for as long as the profile.
  package var expires: Double?
}

extension Cookie {
  /// The longest name and value together that are kept, in bytes. Client-side sessions of AM take some thousand.
  static let longest = 16 << 10

  /// Reads a `Set-Cookie` line that came from `host` for `path`; nil for what is no cookie of that host.
  ///
  /// `now` is in seconds since 1970. A cookie that expires at once is returned: it removes an older one.
  init?(setCookie line: String, host: String, path requestPath: String, now: Double) {
    let host = host.lowercased()
    var fields = line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).makeIterator()
    guard let first = fields.next(), let (name, value) = Self.pair(first), !name.isEmpty else { return nil }
    guard name.utf8.count + value.utf8.count <= Self.longest, Self.isClean(name), Self.isClean(value) else {
      return nil
    }
    self.name = name
    self.value = value
    domain = host
    isHostOnly = true
    path = Self.defaultPath(requestPath)
    isSecure = false
    var maxAge: Double?
    while let field = fields.next() {
      let (key, text) = Self.pair(field) ?? (Self.trimmed(field), "")
      switch key.lowercased() {
      case "domain":
        guard take(domain: text.lowercased(), host: host) else { return nil }
      case "path": path = text.hasPrefix("/") ? text : Self.defaultPath(requestPath)
      case "secure": isSecure = true
      case "max-age": maxAge = Self.seconds(text) ?? maxAge
      case "expires": expires = CookieDate.seconds(text) ?? expires
      default: break
      }
    }
    // Max-Age goes before Expires, wherever it stands.
    if let maxAge { expires = maxAge <= 0 ? 0 : now + maxAge }
  }

  /// Sets the domain; false where it does not cover the host, or is a name without a dot that is not the host itself.
  private mutating func take(domain text: String, host: String) -> Bool {
    let name = text.hasPrefix(".") ? String(text.dropFirst()) : text
    if name.isEmpty || name == host {
      domain = host
      isHostOnly = name.isEmpty || Self.isAddress(host)
      return true
    }
    guard name.utf8.contains(UInt8(ascii: ".")), Self.covers(name, host) else { return false }
    domain = name
    isHostOnly = false
    return true
  }

  /// Whether a domain covers a host: it is the host, or the host ends in it on the border of a label. Addresses have no
  /// labels.
  static func covers(_ domain: String, _ host: String) -> Bool {
    host == domain || host.hasSuffix("." + domain) && !isAddress(host)
  }

  static func isAddress(_ host: String) -> Bool {
    host.contains(":") || host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || ($0 >= 0x30 && $0 <= 0x39) }
  }

  /// The folder of the request's path (RFC 6265, 5.1.4).
  static func defaultPath(_ path: String) -> String {
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Whether a path lies at or below the cookie's.
  func fits(path other: String) -> Bool {
    guard other.hasPrefix(path) else { return false }
    return other.utf8.count == path.utf8.count || path.hasSuffix("/")
      || other.utf8[other.utf8.index(other.utf8.startIndex, offsetBy: path.utf8.count)] == UInt8(ascii: "/")
  }

  private static func pair(_ field: Substring.UTF8View) -> (String, String)? {
    guard let equals = field.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return (trimmed(field[..<equals]), trimmed(field[field.index(after: equals)...]))
  }

  private static func trimmed(_ field: Substring.UTF8View) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let start = field.drop(while: isBlank)
    guard let end = start.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(Substring(start[...end]))
  }

  private static func isClean(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  private static func seconds(_ text: String) -> Double? {
    let digits = text.hasPrefix("-") ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return Double(text)
  }
}

extension Cookie {
  /// The cookie in the kept state.
  var json: JSON {
    var object: JSON.Object = [
      "name": .string(name), "value": .string(value), "domain": .string(domain), "path": .string(path),
    ]
    if isHostOnly { object["hostOnly"] = true }
    if isSecure { object["secure"] = true }
    if let expires, let number = JSON.Number(expires) { object["expires"] = .number(number) }
    return .object(object)
  }

  /// A cookie of the kept state.
  init?(json: JSON) {
    guard let name = json["name"]?.string, let value = json["value"]?.string, let domain = json["domain"]?.string,
      let path = json["path"]?.string
    else { return nil }
    self.init(
      name: name, value: value, domain: domain, isHostOnly: json["hostOnly"]?.bool ?? false, path: path,
      isSecure: json["secure"]?.bool ?? false, expires: json["expires"]?.double)
  }
}
