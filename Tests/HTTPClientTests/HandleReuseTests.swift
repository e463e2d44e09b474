import HTTPClient
import Testing

@Suite struct HandleReuseTests {
  @Test func `a request carries nothing of the one before`() async throws {
    let server = RawServer { connection in
      while let request = connection.readRequest() {
        let isHead = request.hasPrefix("HEAD ")
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(isHead ? 0 : 2)\r\n\r\n" + (isHead ? "" : "ok"))
      }
    }
    defer { server.stop() }
    let url = try #require(HTTPURL("http://127.0.0.1:\(server.port)/"))
    let transport = CurlTransport.forTests()
    func send(_ method: String, _ body: String?, _ headers: HTTPHeaders = [:]) async throws {
      let request = HTTPRequest(method: method, url: url, headers: headers, body: body.map { Array($0.utf8) })
      #expect(try await transport.send(request).status == 200)
    }
    try await send("POST", "first-body", ["X-First": "1", "Content-Type": "text/plain"])
    try await send("GET", nil)
    try await send("PUT", "second-body")
    try await send("HEAD", nil)
    try await send("DELETE", nil)
    try await send("GET", nil, ["X-Last": "1"])
    try await send("POST", nil)
    let received = server.received
    #expect(received.map { $0.prefix { $0 != " " } } == ["POST", "GET", "PUT", "HEAD", "DELETE", "GET", "POST"])
    #expect(received[0].hasSuffix("\r\n\r\nfirst-body") && received[0].contains("X-First: 1"))
    #expect(received[2].hasSuffix("\r\n\r\nsecond-body"))
    for later in received.dropFirst() {
      #expect(!later.contains("first-body") && !later.contains("X-First") && !later.contains("text/plain"))
    }
    for bodyless in [1, 3, 4, 5] {
      #expect(received[bodyless].hasSuffix("\r\n\r\n"))
      #expect(!received[bodyless].lowercased().contains("content-length"), "\(received[bodyless])")
    }
    #expect(received[6].lowercased().contains("content-length: 0"))
    #expect(!received[6].contains("X-Last"))
    #expect(server.connectionCount == 1)
  }
}
