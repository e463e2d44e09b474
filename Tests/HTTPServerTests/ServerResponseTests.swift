import Foundation
import HTTPServer
import Testing

/// What goes out of a response.
@Suite struct ServerResponseTests {
  private func exchange(
    _ response: ServerResponse, _ request: String = "GET / HTTP/1.1\r\nHost: h\r\n\r\n", head: Bool = false,
    then check: (String?, RawClient) async throws -> Void
  ) async throws {
    let server = try HTTPServer { _ in response }
    let client = try #require(RawClient(port: server.port))
    client.write(request)
    try await check(client.readResponse(head: head), client)
    await server.stop(within: .zero)
  }

  @Test func `status, headers in order and body arrive, without a Server header`() async throws {
    let response = ServerResponse(
      status: 401, headers: [("Set-Cookie", "a=1"), ("X-Y", "z"), ("Set-Cookie", "b=2")], body: Array("no".utf8))
    try await exchange(response) { text, _ in
      let lines = try #require(text).components(separatedBy: "\r\n")
      #expect(lines[0] == "HTTP/1.1 401 Unauthorized")
      #expect(
        lines.filter { $0.hasPrefix("Set-Cookie") || $0.hasPrefix("X-") } == [
          "Set-Cookie: a=1", "X-Y: z", "Set-Cookie: b=2",
        ])
      #expect(lines.contains("Content-Length: 2"))
      #expect(lines.filter { $0.hasPrefix("Date: ") }.count == 1)
      #expect(!lines.contains { $0.lowercased().hasPrefix("server:") })
      #expect(lines.last == "no")
    }
  }

  @Test func `a Date of the handler takes the place of the server's`() async throws {
    try await exchange(ServerResponse(headers: [("Date", "Thu, 01 Jan 1970 00:00:00 GMT")])) { text, _ in
      let dates = try #require(text).components(separatedBy: "\r\n").filter { $0.hasPrefix("Date: ") }
      #expect(dates == ["Date: Thu, 01 Jan 1970 00:00:00 GMT"])
    }
  }

  @Test func `a line break in a header does not go out`() async throws {
    try await exchange(ServerResponse(headers: [("X", "a\r\nEvil: 1"), ("Y", "ok")])) { text, _ in
      #expect(text?.contains("Evil") == false)
      #expect(text?.contains("\r\nY: ok\r\n") == true)
    }
  }

  @Test func `HEAD has the length and not the body`() async throws {
    let request = "HEAD / HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n"
    try await exchange(ServerResponse(body: Array("12345".utf8)), request, head: true) { text, client in
      #expect(text?.contains("Content-Length: 5\r\n") == true)
      #expect(await client.readResponse()?.hasSuffix("\r\n\r\n12345") == true)
    }
  }

  @Test(arguments: [204, 304])
  func `a status that has no body has none`(_ status: Int) async throws {
    let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n"
    try await exchange(ServerResponse(status: status), request) { text, client in
      #expect(text?.hasPrefix("HTTP/1.1 \(status) ") == true)
      #expect(await client.readResponse()?.hasPrefix("HTTP/1.1 \(status) ") == true)
    }
  }

  @Test func `requests sent in one go are answered in order`() async throws {
    let server = try HTTPServer { ServerResponse(body: Array($0.target.utf8)) }
    let client = try #require(RawClient(port: server.port))
    client.write((0..<50).map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
    for number in 0..<50 { #expect(await client.readResponse()?.hasSuffix("\r\n\r\n/\(number)") == true) }
    await server.stop(within: .zero)
  }

  @Test func `a dropped connection ends without a byte`() async throws {
    let response = ServerResponse(body: Array("x".utf8), disposition: .dropConnection)
    try await exchange(response) { text, _ in #expect(text == nil) }
  }

  @Test(arguments: [0, 1, 4, 9])
  func `a truncated response announces all and sends a part`(_ length: Int) async throws {
    let response = ServerResponse(body: Array("0123456789".utf8), disposition: .truncate(after: length))
    try await exchange(response) { text, client in
      #expect(text?.contains("\r\nContent-Length: 10\r\n") == true)
      #expect(text?.hasSuffix("\r\n\r\n" + "0123456789".prefix(length)) == true)
      #expect(await client.isClosedByServer())
    }
  }

  @Test func `truncating after the end is no fault`() async throws {
    let response = ServerResponse(body: Array("0123".utf8), disposition: .truncate(after: 4))
    try await exchange(response) { text, _ in #expect(text?.hasSuffix("\r\n\r\n0123") == true) }
  }
}
