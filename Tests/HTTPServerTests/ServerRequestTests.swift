import Foundation
import HTTPServer
import Testing

/// What a handler sees of a request.
@Suite struct ServerRequestTests {
  /// The response to one request as it is written, from a server whose handler tells what it saw.
  private func answer(to request: String) async throws -> String {
    let server = try HTTPServer { request in
      let headers = request.headers.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
      let text =
        "<\(request.method)> <\(request.target)> <\(headers)> <\(String(decoding: request.body, as: UTF8.self))>"
      return ServerResponse(body: Array(text.utf8))
    }
    let client = try #require(RawClient(port: server.port))
    client.write(request)
    let response = try #require(await client.readResponse())
    await server.stop(within: .zero)
    return response
  }

  @Test(arguments: [
    "/", "/am/json/realms/root?a=%20b&a=+&=&%zz", "/a%2Fb//c/../d;x=1?", "/ä", "/%00%0D%0A", "*", "http://h/x?y",
    "/a?b?c#d",
  ])
  func `the target is what was sent`(_ target: String) async throws {
    let response = try await answer(to: "OPTIONS \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(response.hasSuffix("\r\n\r\n<OPTIONS> <\(target)> <Host=h> <>"))
  }

  @Test func `headers are in order, doubles and all`() async throws {
    let response = try await answer(
      to: "GET / HTTP/1.1\r\nHost: a\r\nX-A:  1 \r\nCookie: a=1; b=2\r\nx-a: 2\r\nHost: b\r\nEmpty:\r\n\r\n")
    #expect(response.contains("<Host=a|X-A=1|Cookie=a=1; b=2|x-a=2|Host=b|Empty=>"))
  }

  @Test func `the handler sees whom a request comes from`() async throws {
    let server = try HTTPServer { ServerResponse(body: Array($0.peer.utf8)) }
    let client = try #require(RawClient(port: server.port))
    client.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    let response = try #require(await client.readResponse())
    await server.stop(within: .zero)
    #expect(response.hasSuffix("\r\n\r\n127.0.0.1"))
  }

  @Test func `a request without Host reaches the handler`() async throws {
    #expect(try await answer(to: "GET / HTTP/1.1\r\n\r\n").contains("<GET> </> <> <>"))
  }

  @Test func `a body comes whole, by length and in chunks`() async throws {
    let plain = try await answer(to: "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\na\r\nbc")
    #expect(plain.hasSuffix("<a\r\nbc>"))
    let chunked = try await answer(
      to: "PUT /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3;e=1\r\nabc\r\n2\r\nde\r\n0\r\nT: t\r\n\r\n"
    )
    #expect(chunked.contains("<PUT> </p>"))
    #expect(chunked.hasSuffix("<abcde>"))
  }

  @Test func `path and query are the halves of the target`() {
    let request = ServerRequest(method: "GET", target: "/a%2Fb?c?d", headers: [("X", "1"), ("x", "2")])
    #expect(request.path == "/a%2Fb")
    #expect(request.query == "c?d")
    #expect(request.header("x") == "1")
    #expect(request.headers("X") == ["1", "2"])
    #expect(ServerRequest(method: "GET", target: "/a").query == nil)
    #expect(ServerRequest(method: "GET", target: "/a?").query == "")
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: x\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
  ])
  func `a request whose end is in doubt is refused`(_ request: String) async throws {
    #expect(try await answer(to: request).hasPrefix("HTTP/1.1 400 "))
  }
}
