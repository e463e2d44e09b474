import HTTPServer
import Testing

@Suite struct ServerLimitTests {
  /// Writes a request and gives the first line of the response, and whether the server closed after it.
  private func answer(to request: [UInt8]) async throws -> (line: String, closed: Bool) {
    let server = try HTTPServer { request in ServerResponse(body: Array("\(request.body.count)".utf8)) }
    let client = try #require(RawClient(port: server.port))
    client.write(request)
    let response = try #require(await client.readResponse())
    let line = String(response.prefix { $0 != "\r\n" })
    let closed = response.contains("Connection: close") ? await client.isClosedByServer() : false
    await server.stop(within: .zero)
    return (line, closed)
  }

  private static let limit = 8 * 1024 * 1024

  private func post(_ length: Int) -> [UInt8] {
    Array("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n".utf8)
      + [UInt8](repeating: UInt8(ascii: "x"), count: length)
  }

  @Test func `a body of just the limit is taken`() async throws {
    #expect(try await answer(to: post(Self.limit)) == ("HTTP/1.1 200 OK", false))
  }

  @Test func `a body over the limit is refused, and the client that wrote all of it sees that`() async throws {
    #expect(try await answer(to: post(Self.limit + 1)) == ("HTTP/1.1 413 Content Too Large", true))
  }

  @Test func `a body in chunks is counted as well`() async throws {
    let chunk = Array("100000\r\n".utf8) + [UInt8](repeating: 0, count: 0x100000) + Array("\r\n".utf8)
    let request =
      Array("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
      + (0..<9).flatMap { _ in chunk } + Array("0\r\n\r\n".utf8)
    #expect(try await answer(to: request) == ("HTTP/1.1 413 Content Too Large", true))
  }

  @Test func `a body that is announced far over the limit is refused before it is read`() async throws {
    let request = Array(
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999\r\nExpect: 100-continue\r\n\r\n".utf8)
    #expect(try await answer(to: request).line == "HTTP/1.1 413 Content Too Large")
  }

  /// A GET whose head has just `size` bytes.
  private func head(_ size: Int) -> [UInt8] {
    let start = "GET / HTTP/1.1\r\nHost: h\r\nX: "
    return Array((start + String(repeating: "x", count: size - start.utf8.count - 4) + "\r\n\r\n").utf8)
  }

  @Test func `a head of just the limit is taken`() async throws {
    #expect(try await answer(to: head(64 * 1024)) == ("HTTP/1.1 200 OK", false))
  }

  @Test(arguments: [64 * 1024 + 1, 100_000, 1_000_000])
  func `a head over the limit is refused`(_ size: Int) async throws {
    #expect(try await answer(to: head(size)).line.hasPrefix("HTTP/1.1 431 "))
  }

  @Test func `many short header fields within the limit are taken`() async throws {
    let fields = (0..<1000).map { "X\($0): 1\r\n" }.joined()
    #expect(try await answer(to: Array("GET / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n".utf8)).line == "HTTP/1.1 200 OK")
  }

  @Test func `a target over the limit is refused`() async throws {
    let target = String(repeating: "x", count: 200_000)
    let line = try await answer(to: Array("GET /\(target) HTTP/1.1\r\nHost: h\r\n\r\n".utf8)).line
    #expect(line.hasPrefix("HTTP/1.1 414 ") || line.hasPrefix("HTTP/1.1 431 "))
  }
}
