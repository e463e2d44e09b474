import Foundation
import HTTPClient
import HTTPServer
import Testing

/// What goes out.
@Suite struct RequestTests {
  private func received(_ request: (Int) throws -> HTTPRequest, userAgent: String? = nil) async throws -> String {
    let server = RawServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    defer { server.stop() }
    let transport = CurlTransport.forTests { $0.userAgent = userAgent }
    _ = try await transport.send(request(server.port))
    return try #require(server.received.first)
  }

  @Test func `a GET has nothing that was not asked for`() async throws {
    let request = try await received { try .get($0, "/am/../x%20y?q=%20&r") }
    let lines = request.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "GET /am/../x%20y?q=%20&r HTTP/1.1")
    #expect(lines[1].hasPrefix("Host: 127.0.0.1:"))
    #expect(lines[2...] == ["Accept: */*", "", ""])
  }

  @Test func `a POST has its length, its own headers in order, and no Expect`() async throws {
    let body = String(repeating: "ä", count: 700_000)
    let request = try await received { port in
      var request = try HTTPRequest.post(port, "/p", body: body)
      request.headers = ["X-B": "1", "x-a": "ü", "X-B": "2", "X-Empty": ""]
      return request
    }
    let parts = request.components(separatedBy: "\r\n\r\n")
    let lines = parts[0].components(separatedBy: "\r\n")
    #expect(lines[0] == "POST /p HTTP/1.1")
    #expect(lines.filter { $0.lowercased().hasPrefix("x-") } == ["X-B: 1", "x-a: ü", "X-B: 2", "X-Empty:"])
    #expect(lines.contains("Content-Length: 1400000"))
    #expect(!lines.contains { $0.hasPrefix("Expect") || $0.hasPrefix("Content-Type") || $0.hasPrefix("User-Agent") })
    #expect(parts[1] == body)
  }

  @Test func `a POST without a body says that it has none`() async throws {
    let request = try await received { port in
      var request = try HTTPRequest.post(port)
      request.body = nil
      return request
    }
    #expect(request.contains("\r\nContent-Length: 0\r\n"))
  }

  @Test(arguments: ["PUT", "DELETE", "PATCH", "OPTIONS", "GET"])
  func `any method goes out with and without a body`(_ method: String) async throws {
    for body in [nil, Array("b".utf8)] {
      let request = try await received { port in
        var request = try HTTPRequest.get(port, "/m")
        request.method = method
        request.body = body
        return request
      }
      #expect(request.hasPrefix("\(method) /m HTTP/1.1\r\n"))
      #expect(request.hasSuffix(body == nil ? "\r\n\r\n" : "\r\n\r\nb"))
    }
  }

  @Test func `HEAD brings headers and no body`() async throws {
    let server = try HTTPServer { ServerResponse(headers: [("X-Method", $0.method)], body: Array("hello".utf8)) }
    var request = try HTTPRequest.get(server.port)
    request.method = "HEAD"
    let response = try await CurlTransport.forTests().send(request)
    #expect(response.headers["X-Method"] == "HEAD")
    #expect(response.headers["Content-Length"] == "5")
    #expect(response.body.isEmpty)
    await server.stop(within: .zero)
  }

  @Test func `the user agent is the configured one`() async throws {
    #expect(try await received({ try .get($0) }, userAgent: "journey/1").contains("\r\nUser-Agent: journey/1\r\n"))
  }

  @Test(arguments: [
    HTTPHeaders([("X", "a\r\nY: b")]), HTTPHeaders([("X", "a\nb")]), HTTPHeaders([("X", "a\0b")]),
    HTTPHeaders([("X\r\nY", "a")]), HTTPHeaders([("X Y", "a")]), HTTPHeaders([("", "a")]),
    HTTPHeaders([("Content-Length", "5")]), HTTPHeaders([("transfer-encoding", "chunked")]),
  ])
  func `a header that would break the request is refused, and nothing goes out`(_ headers: HTTPHeaders) async throws {
    let server = RawServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    defer { server.stop() }
    var request = try HTTPRequest.get(server.port)
    request.headers = headers
    let error = try await CurlTransport.forTests().failure(of: request)
    #expect(error.phase == .invalidRequest)
    #expect(!error.mayHaveReachedServer)
    #expect(server.connectionCount == 0)
  }

  @Test func `a method that is no token is refused`() async throws {
    var request = try HTTPRequest.get(1)
    request.method = "GET / HTTP/1.1\r\nX:"
    #expect(try await CurlTransport.forTests().failure(of: request).phase == .invalidRequest)
  }
}
