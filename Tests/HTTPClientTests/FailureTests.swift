import Foundation
import HTTPClient
import HTTPServer
import Testing

/// What each kind of failure says.
@Suite struct FailureTests {
  private func failure(
    _ change: (inout HTTPClientConfiguration) -> Void = { _ in },
    script: @escaping @Sendable (RawConnection) -> Void
  ) async throws -> HTTPClientError {
    let server = RawServer(script)
    defer { server.stop() }
    let error = try await CurlTransport.forTests(change).failure(of: .get(server.port, "/am/json?secret=1"))
    #expect(error.host == "127.0.0.1:\(server.port)")
    #expect(error.path == "/am/json")
    #expect(error.description.contains("127.0.0.1:\(server.port)/am/json"))
    #expect(!error.description.contains("secret"))
    return error
  }

  @Test func `a port without a listener is a failed connection, and the text says who refused`() async throws {
    let server = RawServer { _ in }
    server.stop()
    let closed = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(closed) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Bound and not listening: nobody else can take the port while the test runs.
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(closed, $0, length)
        _ = getsockname(closed, $0, &length)
      }
    }
    let port = Int(UInt16(bigEndian: address.sin_port))
    let error = try await CurlTransport.forTests().failure(of: .post(port, "/am?secret"))
    #expect(error.phase == .connect)
    #expect(!error.mayHaveReachedServer)
    #expect(error.description == "No connection to 127.0.0.1:\(port)/am: connection refused.")
  }

  @Test func `a host that does not exist is a name failure`() async throws {
    let url = try #require(HTTPURL("http://nothing.invalid/x?y"))
    let error = try await CurlTransport.forTests().failure(of: HTTPRequest(method: "POST", url: url, body: []))
    #expect(error.phase == .dns)
    #expect(!error.mayHaveReachedServer)
    #expect(error.description == "The host nothing.invalid was not found.")
  }

  @Test func `a server that says nothing runs into the timeout`() async throws {
    let error = try await failure({ $0.timeout = .milliseconds(80) }) { connection in
      _ = connection.readRequest()
      connection.waitForEnd()
    }
    #expect(error.phase == .timeout)
    #expect(error.mayHaveReachedServer)
  }

  @Test func `a request has its own timeout`() async throws {
    let server = RawServer { $0.waitForEnd() }
    defer { server.stop() }
    var request = try HTTPRequest.get(server.port)
    request.timeout = .milliseconds(50)
    #expect(try await CurlTransport.forTests().failure(of: request).phase == .timeout)
  }

  @Test func `an answer that stalls half-way runs into the timeout`() async throws {
    let error = try await failure({ $0.timeout = .milliseconds(80) }) { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
      connection.waitForEnd()
    }
    #expect(error.phase == .timeout)
  }

  @Test func `a close before the answer is a dropped connection`() async throws {
    let error = try await failure { _ = $0.readRequest() }
    #expect(error.phase == .dropped)
    #expect(error.mayHaveReachedServer)
  }

  @Test func `a reset is a dropped connection`() async throws {
    let error = try await failure { connection in
      _ = connection.readRequest()
      connection.reset()
    }
    #expect(error.phase == .dropped)
    #expect(error.mayHaveReachedServer)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n", "HTTP/1.1 200 OK\r\nContent-Le",
    "HTTP/1.1 200 OK\r\nX: y\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
  ])
  func `an answer that ends early is never taken for a whole one`(_ answer: String) async throws {
    let error = try await failure { connection in
      _ = connection.readRequest()
      connection.write(answer)
    }
    #expect(error.phase == .dropped)
    #expect(error.mayHaveReachedServer)
  }

  @Test(arguments: [
    "hello\r\n", "SSH-2.0-x\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab",
    "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
  ])
  func `what is not HTTP is a bad response`(_ answer: String) async throws {
    let error = try await failure { connection in
      _ = connection.readRequest()
      connection.write(answer)
    }
    #expect(error.phase == .badResponse, "\(error)")
    #expect(error.mayHaveReachedServer)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n",
    "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 1001),
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n" + String(repeating: "x", count: 1001),
  ])
  func `a body over the limit is refused, announced or not`(_ answer: String) async throws {
    let error = try await failure({ $0.maxResponseBytes = 1000 }) { connection in
      _ = connection.readRequest()
      connection.write(answer)
      connection.waitForEnd()
    }
    #expect(error.phase == .tooLarge)
    #expect(error.mayHaveReachedServer)
  }

  @Test func `a body of just the limit is taken`() async throws {
    let server = RawServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n12345")
    defer { server.stop() }
    let transport = CurlTransport.forTests { $0.maxResponseBytes = 5 }
    #expect(try await transport.send(.get(server.port)).text == "12345")
  }

  @Test(arguments: [0, 1])
  func `without a limit of its own a body of 8 MiB is taken, and one byte more is refused`(_ more: Int) async throws {
    let length = 8 * 1024 * 1024 + more
    let body = String(repeating: "x", count: length)
    let server = RawServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n" + body)
    defer { server.stop() }
    let transport = CurlTransport.forTests()
    if more == 0 {
      #expect(try await transport.send(.get(server.port)).body.count == length)
    } else {
      let error = await #expect(throws: HTTPClientError.self) { _ = try await transport.send(.get(server.port)) }
      #expect(error?.phase == .tooLarge)
    }
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\n" + String(repeating: "X: 1234567890\r\n", count: 300) + "\r\n",
    "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 5000) + "\r\n\r\n",
    String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 500),
  ])
  func `a head over the limit is refused`(_ answer: String) async throws {
    let error = try await failure({ $0.maxResponseHeadBytes = 4000 }) { connection in
      _ = connection.readRequest()
      connection.write(answer)
      connection.waitForEnd()
    }
    #expect(error.phase == .tooLarge)
  }

  @Test func `a header line past curl's own limit is too large as well`() async throws {
    let error = try await failure { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 200_000))
      connection.waitForEnd()
    }
    #expect(error.phase == .tooLarge)
  }

  @Test func `a truncated or dropped answer of our own server is a dropped connection`() async throws {
    let server = try HTTPServer { request in
      ServerResponse(
        body: Array("0123456789".utf8), disposition: request.path == "/drop" ? .dropConnection : .truncate(after: 4))
    }
    let transport = CurlTransport.forTests()
    for target in ["/drop", "/truncate"] {
      let error = try await transport.failure(of: .post(server.port, target))
      #expect(error.phase == .dropped)
      #expect(error.mayHaveReachedServer)
    }
    await server.stop(within: .zero)
  }

  @Test(arguments: HTTPClientError.Phase.allCases)
  func `every phase reads as a sentence with host and path, but for a host that there is not`(
    _ phase: HTTPClientError.Phase
  ) {
    var error = HTTPClientError(phase: phase, host: "h:1", path: "/p", mayHaveReachedServer: false)
    #expect(error.description.contains(phase == .dns ? "host h was" : "h:1/p"))
    #expect(error.description.hasSuffix("."))
    error.detail = "why"
    #expect(error.description.hasSuffix(": why."))
  }
}
