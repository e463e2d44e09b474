import Foundation
import Testing

@testable import HTTPServer

/// Requests at the edges of HTTP, byte by byte: each is answered rightly or its connection closed, and the server goes on.
@Suite struct EdgeTests {
  private static let host = "Host: h\r\n"

  /// A server that tells what its handler saw, and that says `refused STATUS` where the handler saw nothing.
  private func serving(
    _ patience: HTTPServer.Patience = .init(), _ body: (HTTPServer) async throws -> Void
  ) async throws {
    let server = try HTTPServer(
      patience: patience,
      refusal: { ServerResponse(status: $0, body: Array("refused \($0)".utf8)) },
      answer: { request in
        .now(
          ServerResponse(
            body: Array("<\(request.method) \(request.target)> <\(String(decoding: request.body, as: UTF8.self))>".utf8)
          ))
      })
    try await body(server)
    // Whatever came: it still answers.
    let client = try #require(RawClient(port: server.port))
    client.write("GET /after HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(await client.readResponse()?.hasSuffix("<GET /after> <>") == true)
    await server.stop(within: .zero)
  }

  private func answer(to request: String) async throws -> (text: String, isClosed: Bool) {
    var answer = (text: "", isClosed: false)
    try await serving { server in
      let client = try #require(RawClient(port: server.port))
      client.write(request)
      let text = try #require(await client.readResponse())
      let isClosed = text.contains("Connection: close") ? await client.isClosedByServer() : false
      answer = (text, isClosed)
    }
    return answer
  }

  private static func post(_ fields: String, _ body: String = "") -> String {
    "POST / HTTP/1.1\r\n" + host + fields + "\r\n" + body
  }

  @Test(arguments: [
    post("Content-Length: 2\r\nContent-Length: 2\r\n", "{}"), post("Content-Length: 2\r\nContent-Length: 3\r\n", "{}"),
    post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
    post("Transfer-Encoding: identity\r\n", "{}"),
    post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
    post("Content-Length : 2\r\n", "{}"),
    "G<T> / HTTP/1.1\r\n\r\n", "GET /a\0/../b HTTP/1.1\r\n\r\n",
    "GET /a b HTTP/1.1\r\n\r\n",
    "GET /a\tb HTTP/1.1\r\n\r\n", "GET /a\u{7F} HTTP/1.1\r\n\r\n",
  ])
  func `what could be read in two ways is refused in the server's words, and the connection closed`(_ request: String)
    async throws
  {
    let answer = try await answer(to: request)
    #expect(answer.text.hasPrefix("HTTP/1.1 400 "), "\(answer.text)")
    #expect(answer.text.hasSuffix("\r\n\r\nrefused 400"))
    #expect(answer.isClosed)
  }

  @Test(arguments: [
    (post("Expect: 200-ok\r\nContent-Length: 2\r\n", "{}"), 417),
    (post("Content-Length: 9223372036854775807\r\n"), 413),
    (post("Content-Length: 9223372036854775808\r\n"), 413), (post("Content-Length: 18446744073709551614\r\n"), 413),
    ("GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 70_000))\r\n\r\n", 431),
  ])
  func `what is not done is refused in the server's words`(_ request: String, _ status: Int) async throws {
    let answer = try await answer(to: request)
    #expect(answer.text.hasPrefix("HTTP/1.1 \(status) "), "\(answer.text)")
    #expect(answer.text.hasSuffix("\r\n\r\nrefused \(status)"))
    #expect(answer.isClosed)
  }

  @Test(arguments: [
    (post("Content-Length: x\r\n"), 400), (post("Content-Length: -1\r\n"), 400),
    (post("Content-Length: +2\r\n", "{}"), 400),
    (post("Content-Length: 0x2\r\n", "{}"), 400), (post("Content-Length:\r\n", "{}"), 400),
    (post("Content-Length: 2, 2\r\n", "{}"), 400),
    (post("Content-Length: 99999999999999999999999\r\n"), 413),
    (post("Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n0\r\n\r\n"), 400),
    (post("Transfer-Encoding: chunked\r\n", "-1\r\n{}\r\n0\r\n\r\n"), 400),
    (post("Transfer-Encoding: chunked\r\n", "2\r\n{}0\r\n\r\n"), 400),
    (post("Transfer-Encoding: chunked\r\n", "FFFFFFFFFFFFFFFFF\r\n{}"), 413),
    ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
    ("GET /\r\n\r\n", 400), ("GET / http/1.1\r\n\r\n", 400), ("GET / HTTP/9\r\n\r\n", 400),
    ("GET / HTTP/2.0\r\n\r\n", 505),
    ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
  ])
  func `what the library itself cannot read it refuses with a status, and closes`(_ request: String, _ status: Int)
    async throws
  {
    try await serving { server in
      let client = try #require(RawClient(port: server.port))
      client.write(request)
      let text = try #require(await client.readResponse())
      #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(text)")
      #expect(text.contains("\r\nConnection: close\r\n"))
      // The handler has seen nothing, and what else comes is no second answer.
      while let more = await client.readResponse() { #expect(!more.contains(" 200 ")) }
    }
  }

  @Test(arguments: [
    ("BREW / HTTP/1.1\r\n\r\n", "<BREW /> <>"), ("GET http://h/x HTTP/1.1\r\n\r\n", "<GET http://h/x> <>"),
    ("OPTIONS * HTTP/1.1\r\n\r\n", "<OPTIONS *> <>"), ("GET /%zz%00 HTTP/1.1\r\n\r\n", "<GET /%zz%00> <>"),
    ("\r\n\r\nGET / HTTP/1.1\r\n\r\n", "<GET /> <>"), ("GET / HTTP/1.1\n\n", "<GET /> <>"),
    ("GET / HTTP/1.0\r\n\r\n", "<GET /> <>"),
    ("GET /  HTTP/1.1\r\n\r\n", nil), ("GET / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", "<GET /> <{}>"),
    ("GET / HTTP/1.1\r\n" + (0..<300).map { "X\($0): 1\r\n" }.joined() + "\r\n", "<GET /> <>"),
    ("GET / HTTP/1.1\r\nX: a\0b\r\n\r\n", "<GET /> <>"),
    ("GET / HTTP/1.1\r\nX: a\r\n b\r\n\r\n", "<GET /> <>"),
  ])
  func `what is odd and clear reaches the handler`(_ request: String, _ seen: String?) async throws {
    let answer = try await answer(to: request)
    if let seen {
      #expect(answer.text.hasPrefix("HTTP/1.1 200 ") && answer.text.hasSuffix("\r\n\r\n" + seen), "\(answer.text)")
    } else {
      #expect(answer.text.hasPrefix("HTTP/1.1 400 "))
    }
  }

  @Test func `a client that waits for leave gets it, and one whose body is too large does not`() async throws {
    try await serving { server in
      let client = try #require(RawClient(port: server.port))
      client.write(Self.post("Expect: 100-continue\r\nContent-Length: 2\r\n"))
      #expect(await client.readResponse() == "HTTP/1.1 100 Continue\r\n\r\n")
      client.write("{}")
      #expect(await client.readResponse()?.hasSuffix("<POST /> <{}>") == true)
      client.write(Self.post("Expect: 100-Continue\r\nContent-Length: 99999999\r\n"))
      #expect(await client.readResponse()?.hasPrefix("HTTP/1.1 413 ") == true)
      #expect(await client.isClosedByServer())
    }
  }

  @Test func `chunks come in any pieces, and the next request follows them`() async throws {
    try await serving { server in
      let client = try #require(RawClient(port: server.port))
      let request =
        Self.post("Transfer-Encoding: Chunked\r\n", "1\r\na\r\n00A;x=y\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n")
        + "GET /next HTTP/1.1\r\n\r\n"
      for byte in request.utf8 { client.write([byte]) }
      #expect(await client.readResponse()?.hasSuffix("<POST /> <a0123456789>") == true)
      #expect(await client.readResponse()?.hasSuffix("<GET /next> <>") == true)
    }
  }

  @Test func `what follows a body is the next request, and garbage there is refused`() async throws {
    try await serving { server in
      let client = try #require(RawClient(port: server.port))
      client.write(Self.post("Content-Length: 2\r\n", "{}extra of a body\r\n\r\n"))
      #expect(await client.readResponse()?.hasSuffix("<POST /> <{}>") == true)
      let second = try #require(await client.readResponse())
      #expect(second.hasPrefix("HTTP/1.1 400 ") || second.hasPrefix("HTTP/1.1 505 "), "\(second)")
      while let more = await client.readResponse() { #expect(!more.contains(" 200 ")) }
    }
  }

  @Test func `many requests at once on one connection are all answered, in order`() async throws {
    try await serving { server in
      let client = try #require(RawClient(port: server.port))
      let count = 500
      client.write(
        (0..<count).map { "POST /\($0) HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc" }.joined())
      for number in 0..<count {
        #expect(await client.readResponse()?.hasSuffix("<POST /\(number)> <abc>") == true)
      }
    }
  }

  @Test func `HEAD of what was cut short and of errors has no body either`() async throws {
    try await serving { server in
      let client = try #require(RawClient(port: server.port))
      client.write("HEAD /x HTTP/1.1\r\n\r\nGET /y HTTP/1.1\r\n\r\n")
      let head = try #require(await client.readResponse(head: true))
      #expect(head.contains("\r\nContent-Length: \("<HEAD /x> <>".utf8.count)\r\n"))
      #expect(await client.readResponse()?.hasSuffix("<GET /y> <>") == true)
    }
  }

  // MARK: Time

  private static let halves = [
    "", "GET / HT", "GET / HTTP/1.1\r\nHost: h\r\nX", "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nab",
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\na", "\u{16}\u{3}\u{1}",
    "POST / HTTP/1.1\r\nContent-Length: 9000000\r\n\r\nab",
  ]

  @Test(.timeLimit(.minutes(1))) func `a connection on which nothing comes is closed`() async throws {
    var patience = HTTPServer.Patience()
    patience.idle = .seconds(1)
    try await closesHalves(patience)
  }

  @Test(.timeLimit(.minutes(1))) func `a request that takes too long is cut off, however it drips`() async throws {
    var patience = HTTPServer.Patience()
    patience.request = .milliseconds(300)
    try await closesHalves(patience)
  }

  /// On a thread of its own: nothing tells when the library is done with a connection.
  private func waitUntilAllAreClosed(_ server: HTTPServer) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        while server.connectionCount > 0 { usleep(1000) }
        continuation.resume()
      }
    }
  }

  private func closesHalves(_ patience: HTTPServer.Patience) async throws {
    let server = try HTTPServer(patience: patience, answer: { _ in .now(ServerResponse()) })
    let clients = try Self.halves.map { half in
      let client = try #require(RawClient(port: server.port))
      client.write(half)
      return client
    }
    for client in clients { #expect(await client.isClosedByServer()) }
    await waitUntilAllAreClosed(server)
    await server.stop(within: .zero)
  }

  @Test(.timeLimit(.minutes(1))) func `a handler may take longer than a client`() async throws {
    var patience = HTTPServer.Patience()
    patience.request = .milliseconds(300)
    let (opened, gate) = AsyncStream.makeStream(of: Void.self)
    let server = try HTTPServer(
      patience: patience,
      answer: { _ in
        .later {
          for await _ in opened { break }
          return ServerResponse(body: Array("late".utf8))
        }
      })
    let waiting = try #require(RawClient(port: server.port))
    waiting.write("GET / HTTP/1.1\r\n\r\n")
    let half = try #require(RawClient(port: server.port))
    half.write("GET / HT")
    #expect(await half.isClosedByServer())
    gate.yield()
    #expect(await waiting.readResponse()?.hasSuffix("late") == true)
    await server.stop(within: .zero)
  }

  @Test(.timeLimit(.minutes(1))) func `clients that go away leave nothing behind`() async throws {
    // The library overlooks an end that comes together with bytes (seen with 0.9.75); such a connection goes when it has been idle.
    var patience = HTTPServer.Patience()
    patience.idle = .seconds(1)
    try await serving(patience) { server in
      for half in Self.halves + ["GET / HTTP/1.1\r\n\r\n", "x\r\n\r\n", Self.post("Content-Length: x\r\n")] {
        for _ in 0..<20 { try #require(RawClient(port: server.port)).write(half) }
      }
      await waitUntilAllAreClosed(server)
    }
  }
}
