/// A request of a login with tokens, in the order in which they go out.
enum Stage: String, CaseIterable, Sendable {
  case firstStep, answers, discovery, serverInfo, authorize, token, keys, userInfo

  /// Which request one is, by its target and body.
  init?(target: String, body: String) {
    let path = target.prefix { $0 != "?" }
    if path.hasSuffix("/serverinfo/*") {
      self = .serverInfo
    } else if path.hasSuffix("/authenticate") {
      self = body.contains("callbacks") ? .answers : .firstStep
    } else if path.hasSuffix("/.well-known/openid-configuration") {
      self = .discovery
    } else if path.hasSuffix("/authorize") {
      self = .authorize
    } else if path.hasSuffix("/access_token") {
      self = .token
    } else if path.hasSuffix("/connect/jwk_uri") {
      self = .keys
    } else if path.hasSuffix("/userinfo") {
      self = .userInfo
    } else {
      return nil
    }
  }

  /// Whether it goes out by GET, so that it may be sent again by itself.
  var isSafe: Bool { ![.firstStep, .answers, .token].contains(self) }

  /// The request that goes out before this one.
  var before: Stage? { Stage.allCases.firstIndex(of: self).flatMap { $0 > 0 ? Stage.allCases[$0 - 1] : nil } }
}

/// What a server does wrong with one request.
enum Fault: String, CaseIterable, Sendable {
  case refuse, silence, stallInHead, stallInBody
  case reset, closeAtOnce, closeInHead, closeInBody, lengthTooLong
  case lengthTooShort, badChunks, badLength, hugeBody, hugeHead, gzipBomb, notHTTP, notUTF8, deepJSON
  case redirectToItself, bareText, empty404, html403
  case empty500, html502
  /// Faults of HTTP/2, which the server in front plays: GOAWAY before the request was looked at, in place of an answer, and in the
  /// middle of one; a stream that is reset, and one that is refused.
  case goawayBefore, goawayInstead, goawayInAnswer, resetStream, refusedStream

  var isHTTP2: Bool {
    [.goawayBefore, .goawayInstead, .goawayInAnswer, .resetStream, .refusedStream].contains(self)
  }

  /// Whether it ends by the client's time limit alone.
  var stalls: Bool { [.silence, .stallInHead, .stallInBody].contains(self) }

  /// Whether it is a whole answer of HTTP, after which the connection goes on: to close it without a word would be another fault.
  var isWholeAnswer: Bool {
    switch self {
    case .gzipBomb, .notUTF8, .deepJSON, .redirectToItself, .bareText, .empty404, .html403, .empty500, .html502: true
    default: isHTTP2
    }
  }

  /// Whether the end of a kept connection, with no answer at all, is all that the client sees. It may have come before the
  /// request did, so a safe request is sent once more, on a new connection. A refused stream says outright that it was not looked at.
  var looksIdle: Bool { [.closeAtOnce, .reset, .refusedStream].contains(self) }

  /// The cause of a failure node, and `data.code` of a failure.
  var code: String {
    switch self {
    case .silence, .stallInHead, .stallInBody: "timeout"
    case .refuse, .reset, .closeAtOnce, .closeInHead, .closeInBody, .lengthTooLong: "network"
    case .goawayBefore, .goawayInstead, .goawayInAnswer, .resetStream, .refusedStream: "network"
    case .empty500, .html502: "server"
    default: "unexpected-reply"
    }
  }

  /// Plays it on a connection from which the request was read, up to the end of the connection.
  func play(on connection: FaultConnection, target: String) {
    switch self {
    case .refuse: break
    case .silence: connection.waitForEnd()
    case .stallInHead:
      connection.write("HTTP/1.1 200 OK\r\nContent-Type: appli")
      connection.waitForEnd()
    case .stallInBody:
      connection.write(Self.head(length: 1000) + "{\"callbacks\":[")
      connection.waitForEnd()
    case .reset: connection.reset()
    case .closeAtOnce: break
    case .closeInHead: connection.write("HTTP/1.1 200 OK\r\nContent-Type: appli")
    case .closeInBody, .lengthTooLong:
      connection.write(Self.head(length: self == .closeInBody ? 1000 : 40) + "{\"tokenId\":\"not-all\",\"access_token")
    case .lengthTooShort:
      connection.write(Self.head(length: 9) + "{\"tokenId\":\"x\",\"successUrl\":\"/\",\"realm\":\"/\"}")
    case .badChunks:
      connection.write(Self.chunked + "2\r\n{}\r\nZZ\r\n{}\r\n0\r\n\r\n")
      connection.waitForEnd()
    case .badLength: connection.write(Self.head(length: -5) + "{}")
    case .hugeBody: connection.write(Self.head(length: 100_000_000), repeating: " ", count: 100_000_000)
    case .hugeHead: connection.write("HTTP/1.1 200 OK\r\nX-Long: ", repeating: "x", count: 100_000_000)
    case .gzipBomb:
      connection.write(Self.head(length: GzipBomb.bytes.count, "Content-Encoding: gzip"))
      connection.write(bytes: GzipBomb.bytes)
    case .notHTTP: connection.write("SSH-2.0-OpenSSH_9.9\r\n")
    case .notUTF8:
      connection.write(Self.head(length: 16) + "{\"tokenId\":\"")
      connection.write(bytes: [0xFF, 0xFE, 0x22, 0x7D])
    case .deepJSON:
      let text = String(repeating: "[", count: 500_000)
      connection.write(Self.head(length: text.utf8.count) + text)
    case .redirectToItself:
      connection.write("HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
    case .bareText: connection.write(Self.answer("200 OK", "text/plain", "It works."))
    case .empty404: connection.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    case .html403: connection.write(Self.answer("403 Forbidden", "text/html", "<html><h1>Request blocked</h1></html>"))
    case .empty500: connection.write("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n")
    case .goawayBefore, .goawayInstead, .goawayInAnswer, .resetStream, .refusedStream:
      connection.write("HTTP/1.1 200 OK\r\nX-Fault: \(rawValue)\r\nContent-Length: 0\r\n\r\n")
    case .html502: connection.write(Self.answer("502 Bad Gateway", "text/html", "<html><h1>502</h1></html>"))
    }
  }

  private static let chunked =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"

  private static func head(length: Int, _ more: String? = nil) -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\n"
      + (more.map { $0 + "\r\n" } ?? "") + "\r\n"
  }

  private static func answer(_ status: String, _ type: String, _ body: String) -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }
}
