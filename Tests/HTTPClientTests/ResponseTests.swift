import HTTPClient
import HTTPServer
import Testing

/// What comes back.
@Suite struct ResponseTests {
  private func response(to answer: String, method: String = "GET") async throws -> HTTPResponse {
    let server = RawServer { connection in
      if connection.readRequest() != nil { connection.write(answer) }
    }
    defer { server.stop() }
    var request = try HTTPRequest.get(server.port)
    request.method = method
    return try await CurlTransport.forTests().send(request)
  }

  @Test func `all headers are there, several of a name too`() async throws {
    let response = try await response(
      to: "HTTP/1.1 401 No\r\nSet-Cookie: a=1; Path=/\r\nX-Tab:\t v \t\r\nSET-COOKIE: b=2\r\nEmpty:\r\n"
        + "Folded: one\r\n  two\r\nContent-Length: 2\r\n\r\nhi")
    #expect(response.status == 401)
    #expect(response.headers.all("set-cookie") == ["a=1; Path=/", "b=2"])
    #expect(response.headers["X-Tab"] == "v")
    #expect(response.headers["Empty"] == "")
    #expect(response.headers["Folded"]?.split(separator: " ") == ["one", "two"])
    #expect(response.text == "hi")
  }

  @Test func `headers of interim responses and trailers are not the response's`() async throws {
    let response = try await response(
      to: "HTTP/1.1 100 Continue\r\nSet-Cookie: early=1\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
        + "HTTP/1.1 200 OK\r\nSet-Cookie: late=1\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3\r\nabc\r\n2;ext=1\r\nde\r\n0\r\nSet-Cookie: trailer=1\r\n\r\n")
    #expect(response.status == 200)
    #expect(response.headers.all("Set-Cookie") == ["late=1"])
    #expect(response.headers["Link"] == nil)
    #expect(response.text == "abcde")
  }

  @Test func `a body without a length ends with the connection`() async throws {
    #expect(try await response(to: "HTTP/1.1 200 OK\r\n\r\nto the end").text == "to the end")
  }

  @Test func `bytes come back as they are, and no content coding is undone`() async throws {
    let response = try await response(
      to: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\u{0}\r\nz")
    #expect(response.body == [0, 13, 10, 0x7A])
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `redirects are not followed`(_ status: Int) async throws {
    let server = try HTTPServer { _ in ServerResponse(status: status, headers: [("Location", "/next")]) }
    let response = try await CurlTransport.forTests().send(.get(server.port))
    #expect(response.status == status)
    #expect(response.headers["location"] == "/next")
    await server.stop(within: .zero)
  }

  @Test(arguments: [204, 304, 404, 500, 503])
  func `every final status is a response`(_ status: Int) async throws {
    #expect(try await response(to: "HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n").status == status)
  }

  @Test func `a large body comes whole`() async throws {
    let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let server = try HTTPServer { _ in ServerResponse(body: body) }
    #expect(try await CurlTransport.forTests().send(.get(server.port)).body == body)
    await server.stop(within: .zero)
  }
}
