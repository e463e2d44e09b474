import HTTPClient
import HTTPServer
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tasks that run on the thread of the network.
@Suite struct ExecutorTests {
  @Test func `a task that prefers the executor sends, waits and goes on without a change of threads`() async throws {
    let server = try HTTPServer { request in ServerResponse(body: request.body) }
    let transport = CurlTransport.forTests()
    let threads = try await Task.detached(executorPreference: transport.executor) {
      var threads = [Self.thread()]
      for number in 0..<50 {
        let answer = try await transport.send(.post(server.port, body: "\(number)"))
        #expect(answer.text == "\(number)")
        threads.append(Self.thread())
      }
      return threads
    }.value
    #expect(Set(threads).count == 1)
    await server.stop(within: .zero)
  }

  @Test func `tasks on the executor and elsewhere are served side by side`() async throws {
    let server = try HTTPServer { request in ServerResponse(body: request.body) }
    let transport = CurlTransport.forTests()
    let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask(executorPreference: number.isMultiple(of: 2) ? transport.executor : nil) {
          try await transport.send(.post(server.port, body: "\(number)")).text == "\(number)"
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 100)
    #expect(answers.allSatisfy { $0 })
    await server.stop(within: .zero)
  }

  @Test func `a task goes on when the transport is closed under it, and so does a later one`() async {
    let transport = CurlTransport.forTests()
    let executor = transport.executor
    let first = await Task.detached(executorPreference: executor) {
      transport.close()
      for _ in 0..<10 { await Task.yield() }
      return true
    }.value
    let second = await Task.detached(executorPreference: executor) { true }.value
    #expect(first)
    #expect(second)
  }

  private static func thread() -> String { "\(pthread_self())" }
}
