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
    var line = line
    let cookie = line.withUTF8 { bytes in
      Cookie(bytes[...], host: host.lowercased(), path: requestPath, now: now)
    }
    guard let cookie else { return nil }
    self = cookie
  }

  /// A part of a line. Servers send cookies with each answer, so they are read where they lie.
  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  private init?(_ line: Bytes, host: String, path requestPath: String, now: Double) {
    var rest = line
    guard let (name, value) = Self.pair(Self.field(from: &rest) ?? rest), !name.isEmpty,
      name.count + value.count <= Self.longest, Self.isClean(name), Self.isClean(value)
    else { return nil }
    self.name = Self.text(name)
    self.value = Self.text(value)
    domain = host
    isHostOnly = true
    path = ""
    isSecure = false
    var ownPath: String?
    var maxAge: Double?
    while let field = Self.field(from: &rest) {
      let (key, bytes) = Self.pair(field) ?? (Self.trimmed(field), field[field.endIndex...])
      switch Self.attributes.first(where: { Self.isNamed(key, $0) }) {
      case "domain":
        guard take(domain: Self.text(bytes).lowercased(), host: host) else { return nil }
      case "path": ownPath = bytes.first == UInt8(ascii: "/") ? Self.text(bytes) : nil
      case "secure": isSecure = true
      case "max-age": maxAge = Self.seconds(Self.text(bytes)) ?? maxAge
      case "expires": expires = CookieDate.seconds(Self.text(bytes)) ?? expires
      default: break
      }
    }
    path = ownPath ?? Self.defaultPath(requestPath)
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
    host.utf8.contains(UInt8(ascii: ":"))
      || host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || ($0 >= 0x30 && $0 <= 0x39) }
  }

  /// The folder of the request's path (RFC 6265, 5.1.4).
  static func defaultPath(_ path: String) -> String {
    let slash = UInt8(ascii: "/")
    guard path.utf8.first == slash, let last = path.utf8.lastIndex(of: slash), last != path.startIndex else {
      return "/"
    }
    return String(path[..<last])
  }

  /// Whether a path lies at or below the cookie's.
  func fits(path other: String) -> Bool {
    let slash = UInt8(ascii: "/")
    guard other.utf8.starts(with: path.utf8) else { return false }
    return other.utf8.count == path.utf8.count || path.utf8.last == slash
      || other.utf8.dropFirst(path.utf8.count).first == slash
  }

  /// Names of attributes that are heeded.
  private static let attributes = ["path", "secure", "domain", "max-age", "expires"]

  /// Takes what stands before the next semicolon, and the semicolon; nil at the end.
  private static func field(from rest: inout Bytes) -> Bytes? {
    guard !rest.isEmpty else { return nil }
    let end = rest.firstIndex(of: UInt8(ascii: ";"))
    defer { rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...] }
    return rest[..<(end ?? rest.endIndex)]
  }

  private static func pair(_ field: Bytes) -> (Bytes, Bytes)? {
    guard let equals = field.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return (trimmed(field[..<equals]), trimmed(field[(equals + 1)...]))
  }

  private static func trimmed(_ field: Bytes) -> Bytes {
    var field = field
    while let first = field.first, isBlank(first) { field.removeFirst() }
    while let last = field.last, isBlank(last) { field.removeLast() }
    return field
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Whether an attribute has this name, which is in lower case, ASCII case aside.
  private static func isNamed(_ bytes: Bytes, _ name: String) -> Bool {
    bytes.count == name.utf8.count
      && zip(bytes, name.utf8).allSatisfy { byte, letter in
        byte == letter || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte | 0x20 == letter
      }
  }

  private static func isClean(_ bytes: Bytes) -> Bool { bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }

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
