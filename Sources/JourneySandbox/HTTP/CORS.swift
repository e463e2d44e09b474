import HTTPServer

/// Cross-origin sharing for the origins that the sandbox was started with; without any, no header of it is ever sent (am-protocol 11.5).
struct CORS: Sendable {
  let origins: Set<String>

  /// Whether a text is an origin as a browser writes it: scheme and host in small letters, the port unless it is the scheme's own.
  static func isOrigin(_ text: String) -> Bool {
    func isMade(_ part: Substring, of others: String) -> Bool {
      !part.isEmpty
        && part.utf8.allSatisfy { byte in
          (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || others.utf8.contains(byte)
        }
    }
    guard let mark = text.firstRange(of: "://"), isMade(text[..<mark.lowerBound], of: "+.-") else { return false }
    let rest = text[mark.upperBound...]
    let end = rest.hasPrefix("[") ? rest.firstIndex(of: "]").map(rest.index(after:)) : rest.firstIndex(of: ":")
    guard !rest.hasPrefix("[") || end != nil else { return false }
    let host = rest[..<(end ?? rest.endIndex)]
    let isHost = host.hasPrefix("[") ? isMade(host.dropFirst().dropLast(), of: ":.") : isMade(host, of: ".-_")
    let port = rest[host.endIndex...]
    guard isHost, !port.isEmpty else { return isHost }
    guard port.hasPrefix(":"), let number = UInt16(port.dropFirst()), number > 0 else { return false }
    return port.dropFirst() == String(number)
      && !["http:80", "https:443"].contains("\(text[..<mark.lowerBound]):\(number)")
  }

  /// The answer to a preflight of an allowed origin, given before any other check.
  func preflight(_ request: ServerRequest) -> ServerResponse? {
    guard allowed(request) != nil, request.header("Access-Control-Request-Method") != nil else { return nil }
    return ServerResponse(
      status: 204,
      headers: [
        (
          "Access-Control-Allow-Headers",
          "accept-api-version,authorization,content-type,x-requested-with,x-requested-platform"
        ),
        ("Access-Control-Allow-Methods", "GET,POST,PUT,DELETE"),
      ], body: [])
  }

  /// Every answer to an allowed origin says so, errors too; and every answer that it depends on the origin, for caches.
  func mark(_ response: inout ServerResponse, for request: ServerRequest) {
    guard !origins.isEmpty else { return }
    if let origin = allowed(request) {
      response.headers += [
        ("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"),
      ]
    }
    response.headers.append(("Vary", "Origin"))
  }

  private func allowed(_ request: ServerRequest) -> String? {
    guard !origins.isEmpty, let origin = request.header("Origin"), origins.contains(origin) else { return nil }
    return origin
  }
}
