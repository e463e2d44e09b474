/// What a request must not have, checked before curl sees it.
enum RequestCheck {
  /// Says for a person what is wrong with the request; nil when it can be sent. Header values are never repeated.
  static func fault(of request: HTTPRequest) -> String? {
    guard isToken(request.method) else { return "the method is not a token" }
    for (name, value) in request.headers.entries {
      guard isToken(name) else { return "a header name is not a token" }
      if HTTPHeaders.isSameName(name, "Content-Length") || HTTPHeaders.isSameName(name, "Transfer-Encoding") {
        return "the header \(name) is set by the client itself"
      }
      guard all(value, { $0 != 0x0D && $0 != 0x0A && $0 != 0 }) else {
        return "the value of the header \(name) has a line break or NUL in it"
      }
    }
    return nil
  }

  /// Methods that change nothing on the server: repeating such a request does no harm.
  ///
  /// - Source: RFC 9110 section 9.2.1.
  static func isSafe(_ method: String) -> Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }

  private static func isToken(_ text: String) -> Bool { !text.isEmpty && all(text, isTokenByte) }

  /// Whether all bytes of a text fit; over its storage, which is several times as fast as over its UTF-8 view.
  @inline(__always)
  private static func all(_ text: String, _ fits: (UInt8) -> Bool) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(fits) } ?? text.utf8.allSatisfy(fits)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"),
      UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"),
      UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
