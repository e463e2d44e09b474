import HTTPClient
import HTTPServer
import Testing

/// How connections are kept, shared and given up.
@Suite struct ConnectionTests {
  private static let empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

  @Test func `requests one after the other share one connection`() async throws {
    let server = RawServer(answering: Self.empty)
    defer { server.stop() }
    let transport = CurlTransport.forTests()
    for _ in 0..<20 {
      _ = try await transport.send(.get(server.port))
      _ = try await transport.send(.post(server.port))
    }
    #expect(server.received.count == 40)
    #expect(server.connectionCount == 1)
  }

  @Test func `many requests at the same time are all answered with their own answer`() async throws {
    let server = try HTTPServer { request in ServerResponse(body: Array(request.target.utf8) + request.body) }
    let transport = CurlTransport.forTests()
    let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let answer = try await transport.send(.post(server.port, "/\(number)", body: "-\(number)"))
          return answer.text == "/\(number)-\(number)"
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 200)
    #expect(answers.allSatisfy { $0 })
    await server.stop(within: .zero)
  }

  /// Answers the first request of the first connection, then reads one more and closes without a byte.
  private func forgetfulServer() -> RawServer {
    RawServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.write(Self.empty)
      guard connection.readRequest() != nil, connection.number > 0 else { return }
      connection.write(Self.empty)
    }
  }

  @Test func `a POST is not sent again when a kept connection ends without an answer`() async throws {
    let server = forgetfulServer()
    defer { server.stop() }
    let transport = CurlTransport.forTests()
    _ = try await transport.send(.post(server.port, "/first"))
    let error = try await transport.failure(of: .post(server.port, "/second"))
    #expect(error.phase == .dropped)
    #expect(error.mayHaveReachedServer)
    #expect(server.received.filter { $0.hasPrefix("POST /second") }.count == 1)
    #expect(try await transport.send(.post(server.port, "/third")).status == 200)
  }

  @Test func `a GET is sent again then`() async throws {
    let server = forgetfulServer()
    defer { server.stop() }
    let transport = CurlTransport.forTests()
    _ = try await transport.send(.post(server.port, "/first"))
    #expect(try await transport.send(.get(server.port, "/second")).status == 200)
    #expect(server.received.filter { $0.hasPrefix("GET /second") }.count == 2)
  }

  @Test func `a connection that the server has closed is noticed before a POST is written`() async throws {
    let server = RawServer { connection in
      if connection.readRequest() != nil { connection.write(Self.empty) }
    }
    defer { server.stop() }
    let transport = CurlTransport.forTests()
    for number in 1...10 {
      let answer = try? await transport.send(.post(server.port))
      // The close may still be on its way when the next request begins; then it fails, and must not have been repeated.
      #expect(answer?.status == 200 || server.received.count <= number)
    }
    #expect(server.received.count <= 10)
  }

  @Test func `a closed transport refuses requests and ends those under way`() async throws {
    let server = RawServer { connection in
      _ = connection.readRequest()
      connection.waitForEnd()
    }
    defer { server.stop() }
    let transport = CurlTransport.forTests()
    let request = try HTTPRequest.get(server.port)
    async let underWay = transport.failure(of: request)
    while server.received.isEmpty { await Task.yield() }
    transport.close()
    let first = try await underWay
    #expect(first.phase == .cancelled)
    #expect(first.mayHaveReachedServer)
    let second = try await transport.failure(of: request)
    #expect(second.phase == .cancelled)
    #expect(!second.mayHaveReachedServer)
  }

  @Test func `a transport that is dropped ends its thread and its connections`() async throws {
    let ended = AsyncStream.makeStream(of: Void.self)
    let server = RawServer { connection in
      _ = connection.readRequest()
      connection.write(Self.empty)
      connection.waitForEnd()
      ended.continuation.yield()
    }
    defer { server.stop() }
    do { _ = try await CurlTransport.forTests().send(.get(server.port)) }
    var iterator = ended.stream.makeAsyncIterator()
    #expect(await iterator.next() != nil)
  }
}
