/// An absolute `http` or `https` URL, checked when it is made.
///
/// Scheme and host are held in lower case, the port with its default filled in, path and query as encoded text, just as
/// they go out. A fragment is dropped: it never leaves a client. What may not stand in a path or query (blanks, control
/// characters, non-ASCII) is percent-encoded, so that no URL can break a request line; percent signs stay as they are.
///
/// Refused: other schemes, a user name or password, an empty host, a host with anything but letters, digits, `-`, `.`,
/// `_`, `~` (international names in their `xn--` form) or an IPv6 literal in brackets, a port outside 1 to 65535.
///
/// - Source: RFC 3986, RFC 9110 section 4.2.
package struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
  /// `http` or `https`.
  package let scheme: String
  /// The host in lower case; an IPv6 literal without its brackets.
  package let host: String
  /// The port, with the default of the scheme filled in.
  package let port: Int
  /// `host:port`, an IPv6 literal in brackets; the port is always there.
  package let hostAndPort: String
  private var storedPath: String
  private var storedQuery: String?

  /// Reads a URL; nil when `text` is not an absolute URL of the kind above.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    switch Self.lowercased(bytes[..<colon]) {
    case "http": scheme = "http"
    case "https": scheme = "https"
    default: return nil
    }
    let slash = UInt8(ascii: "/")
    let rest = bytes[(colon + 1)...]
    guard rest.starts(with: [slash, slash]) else { return nil }
    let afterSlashes = rest.dropFirst(2)
    let authorityEnd =
      afterSlashes.firstIndex { $0 == slash || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
    guard let authority = Self.authority(afterSlashes[..<authorityEnd]) else { return nil }
    host = authority.host
    port = authority.port ?? Self.defaultPort(scheme)
    hostAndPort = Self.bracketed(host) + ":" + String(port)
    let target = bytes[authorityEnd...].prefix { $0 != UInt8(ascii: "#") }
    let mark = target.firstIndex(of: UInt8(ascii: "?"))
    storedPath = Self.rooted(Self.encoded(target[..<(mark ?? target.endIndex)], query: false))
    storedQuery = mark.map { Self.encoded(target[($0 + 1)...], query: true) }
  }

  /// The path in encoded form; it always begins with `/`.
  package var path: String {
    get { storedPath }
    set { storedPath = Self.rooted(Self.encoded(Array(newValue.utf8)[...], query: false)) }
  }

  /// The query in encoded form without its question mark; nil when there is none.
  package var query: String? {
    get { storedQuery }
    set { storedQuery = newValue.map { Self.encoded(Array($0.utf8)[...], query: true) } }
  }

  /// `scheme://host:port`; the port is always there, so that two origins are equal when these are.
  package var origin: String { joined(hostAndPort) }

  /// The URL as it goes out: without a default port and without a fragment.
  package var description: String {
    var text = joined(port == Self.defaultPort(scheme) ? Self.bracketed(host) : hostAndPort)
    text += storedPath
    if let storedQuery {
      text += "?"
      text += storedQuery
    }
    return text
  }

  /// The authority behind the scheme, in a text with room for the rest of the URL: each request makes some of them, and an
  /// interpolation takes three times as long.
  private func joined(_ authority: String) -> String {
    var text = scheme
    text.reserveCapacity(16 + authority.utf8.count + storedPath.utf8.count + (storedQuery?.utf8.count ?? 0))
    text += "://"
    text += authority
    return text
  }

  private static func bracketed(_ host: String) -> String {
    host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
  }

  /// The text of the bytes with ASCII letters in lower case, which most have already.
  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return bytes.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ? text.lowercased() : text
  }

  private static func defaultPort(_ scheme: String) -> Int { scheme == "https" ? 443 : 80 }

  private static func rooted(_ path: String) -> String { path.utf8.first == UInt8(ascii: "/") ? path : "/" + path }

  private static func authority(_ bytes: ArraySlice<UInt8>) -> (host: String, port: Int?)? {
    let host: ArraySlice<UInt8>
    let rest: ArraySlice<UInt8>
    if bytes.first == UInt8(ascii: "[") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      host = bytes[(bytes.startIndex + 1)..<end]
      rest = bytes[(end + 1)...]
      guard host.contains(UInt8(ascii: ":")), host.allSatisfy(isAddressByte) else { return nil }
    } else {
      let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
      host = bytes[..<end]
      rest = bytes[end...]
      guard !host.isEmpty, host.allSatisfy(PercentEncoding.isUnreserved) else { return nil }
    }
    guard let port = port(rest) else { return nil }
    return (lowercased(host), port)
  }

  /// Reads `""`, `":"` (both: no port) or `":NUMBER"`; the outer nil means that it is none of these.
  private static func port(_ bytes: ArraySlice<UInt8>) -> Int?? {
    guard let first = bytes.first else { return .some(nil) }
    guard first == UInt8(ascii: ":") else { return nil }
    let digits = bytes.dropFirst()
    guard !digits.isEmpty else { return .some(nil) }
    guard digits.count <= 5, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return (1...65535).contains(number) ? .some(number) : nil
  }

  private static func isAddressByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: ":"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func encoded(_ bytes: ArraySlice<UInt8>, query: Bool) -> String {
    if bytes.allSatisfy({ mayStand($0, inQuery: query) }) { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    for byte in bytes {
      if mayStand(byte, inQuery: query) { result.append(byte) } else { PercentEncoding.append(byte, to: &result) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func mayStand(_ byte: UInt8, inQuery: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "?"): inQuery
    case UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
      UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
      false
    default: (0x21...0x7E).contains(byte)
    }
  }
}
