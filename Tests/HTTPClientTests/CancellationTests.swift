import HTTPClient
import Testing

@Suite struct CancellationTests {
  @Test func `cancelling ends a request that waits for its answer`() async throws {
    let server = RawServer { connection in
      _ = connection.readRequest()
      connection.waitForEnd()
    }
    defer { server.stop() }
    let transport = CurlTransport.forTests()
    let request = try HTTPRequest.post(server.port, "/wait")
    let task = Task { try await transport.failure(of: request) }
    while server.received.isEmpty { await Task.yield() }
    let start = ContinuousClock.now
    task.cancel()
    let error = try await task.value
    #expect(error.phase == .cancelled)
    #expect(error.mayHaveReachedServer)
    // The promise is 100 ms; a loaded machine is given more, and a request that runs into its timeout (30 s) still fails.
    #expect(start.duration(to: .now) < .seconds(5))
  }

  @Test func `a task that is already cancelled sends nothing`() async throws {
    let server = RawServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    defer { server.stop() }
    let transport = CurlTransport.forTests()
    let request = try HTTPRequest.get(server.port)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.failure(of: request)
    }
    let error = try await task.value
    #expect(error.phase == .cancelled)
    #expect(!error.mayHaveReachedServer)
    #expect(server.received.isEmpty)
  }

  @Test func `one cancelled request leaves the others alone`() async throws {
    let server = RawServer { connection in
      while let request = connection.readRequest() {
        if request.hasPrefix("GET /stall") { return connection.waitForEnd() }
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    defer { server.stop() }
    let transport = CurlTransport.forTests()
    let stalling = try HTTPRequest.get(server.port, "/stall")
    let tasks = (0..<20).map { _ in Task { try await transport.failure(of: stalling) } }
    while server.received.count < 20 { await Task.yield() }
    for task in tasks { task.cancel() }
    for task in tasks { #expect(try await task.value.phase == .cancelled) }
    #expect(try await transport.send(.get(server.port, "/next")).text == "ok")
  }
}
