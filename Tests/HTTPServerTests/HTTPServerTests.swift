import Foundation
import HTTPClient
import HTTPServer
import Synchronization
import Testing

/// Starting, serving many, stopping.
@Suite struct HTTPServerTests {
  private static let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

  @Test func `port 0 is a free port of the loopback address alone`() async throws {
    let server = try HTTPServer { _ in ServerResponse() }
    #expect(server.port > 0)
    #expect(RawClient(port: server.port) != nil)
    // Another loopback address: it would answer if all addresses of the machine were bound.
    #expect(RawClient(port: server.port, host: "127.0.0.2") == nil)
    await server.stop(within: .zero)
  }

  @Test(arguments: ["127.0.0.1", "localhost", "::1", "[::1]", "0.0.0.0"])
  func `it listens on the host that is named`(_ host: String) async throws {
    let started = Result { () throws(HTTPServerError) in
      try HTTPServer(host: host) { _ in ServerResponse(body: Array("ok".utf8)) }
    }
    if case .failure(.badAddress) = started, host.contains(":") { return }  // a machine without IPv6
    let server = try started.get()
    var configuration = HTTPClientConfiguration()
    configuration.proxy = ""
    let url = try #require(HTTPURL("http://\(host.contains(":") ? "[::1]" : "127.0.0.1"):\(server.port)/"))
    #expect(try await CurlTransport(configuration).send(HTTPRequest(url: url)).status == 200)
    await server.stop(within: .zero)
  }

  @Test func `a taken port is an error that names host and port`() async throws {
    let server = try HTTPServer { _ in ServerResponse() }
    let error = #expect(throws: HTTPServerError.self) { try HTTPServer(port: server.port) { _ in ServerResponse() } }
    #expect(error == .portTaken(host: "127.0.0.1", port: server.port))
    #expect(error?.description == "Port \(server.port) of 127.0.0.1 is in use.")
    await server.stop(within: .zero)
    let second = try HTTPServer(port: server.port) { _ in ServerResponse() }
    await second.stop(within: .zero)
  }

  @Test(arguments: ["", "nonsense", "example.com", "192.0.2.1", "127.0.0.1:80", "::g"])
  func `a host that is no address of this machine is refused`(_ host: String) {
    #expect(throws: HTTPServerError.badAddress(host: host, port: 0)) {
      try HTTPServer(host: host) { _ in ServerResponse() }
    }
  }

  @Test(arguments: [-1, 65536])
  func `a port that is none is refused`(_ port: Int) {
    #expect(throws: HTTPServerError.badAddress(host: "127.0.0.1", port: port)) {
      try HTTPServer(port: port) { _ in ServerResponse() }
    }
  }

  /// Handlers that wait until the gate opens, and a count of those that wait.
  private final class Gate: Sendable {
    private let state = Mutex((open: false, waiting: [CheckedContinuation<Void, Never>]()))
    var waiting: Int { state.withLock { $0.waiting.count } }
    func wait() async {
      await withCheckedContinuation { continuation in
        let open = state.withLock { state in
          if !state.open { state.waiting.append(continuation) }
          return state.open
        }
        if open { continuation.resume() }
      }
    }
    func open() {
      let waiting = state.withLock { state in
        defer { state = (true, []) }
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
    }
  }

  @Test func `a handler that waits holds up nobody else`() async throws {
    let gate = Gate()
    let server = try HTTPServer { request in
      if request.target == "/wait" { await gate.wait() }
      return ServerResponse(body: Array(request.target.utf8))
    }
    let waiting = try (0..<200).map { _ in try #require(RawClient(port: server.port)) }
    for client in waiting { client.write("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n") }
    while gate.waiting < 200 { await Task.yield() }
    let other = try #require(RawClient(port: server.port))
    other.write("GET /go HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(await other.readResponse()?.hasSuffix("/go") == true)
    gate.open()
    for client in waiting { #expect(await client.readResponse()?.hasSuffix("/wait") == true) }
    await server.stop(within: .zero)
  }

  @Test func `answers at once and answers that take time keep their order on a connection`() async throws {
    let server = try HTTPServer(answer: { request in
      let response = ServerResponse(body: Array("<\(request.target)>".utf8))
      return request.target.hasPrefix("/later") ? .later { response } : .now(response)
    })
    let client = try #require(RawClient(port: server.port))
    for path in ["/now/1", "/later/2", "/now/3", "/later/4"] {
      client.write("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
    }
    for path in ["/now/1", "/later/2", "/now/3", "/later/4"] {
      #expect(await client.readResponse()?.hasSuffix("<\(path)>") == true)
    }
    await server.stop(within: .seconds(60))
    #expect(await client.isClosedByServer())
  }

  @Test func `an answer can be changed before it goes out, whenever it is made`() async throws {
    let change: @Sendable (ServerResponse) -> ServerResponse = { ServerResponse(status: $0.status + 1) }
    #expect(await ServerAnswer.now(ServerResponse(status: 200)).map(change).response.status == 201)
    #expect(await ServerAnswer.later { ServerResponse(status: 202) }.map(change).response.status == 203)
  }

  @Test func `more than a thousand connections are served at the same time`() async throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, 8192)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    guard limit.rlim_cur >= 4096 else { return }
    let server = try HTTPServer { _ in ServerResponse(body: Array("ok".utf8)) }
    let clients = try (0..<1200).map { _ in try #require(RawClient(port: server.port)) }
    for _ in 0..<2 {
      for client in clients { client.write(Self.request) }
      for client in clients { #expect(await client.readResponse()?.hasSuffix("ok") == true) }
    }
    await server.stop(within: .zero)
  }

  @Test func `stopping lets a handler finish and its answer go out`() async throws {
    let gate = Gate()
    let server = try HTTPServer { _ in
      await gate.wait()
      return ServerResponse(body: [UInt8](repeating: 0x78, count: 1_000_000))
    }
    let client = try #require(RawClient(port: server.port))
    client.write(Self.request)
    while gate.waiting == 0 { await Task.yield() }
    async let stopped: Void = server.stop(within: .seconds(60))
    while RawClient(port: server.port) != nil { await Task.yield() }
    gate.open()
    let response = try #require(await client.readResponse())
    #expect(response.hasSuffix("xxx"))
    #expect(response.utf8.count > 1_000_000)
    await stopped
    #expect(await client.isClosedByServer())
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set(_ value: Bool) { self.value.store(value, ordering: .relaxed) }
  }

  @Test func `stopping cuts off what is not done in time, and cancels its handler`() async throws {
    let cancelled = Flag()
    let started = Flag()
    let server = try HTTPServer { _ in
      started.set(true)
      try? await Task.sleep(for: .seconds(600))
      cancelled.set(Task.isCancelled)
      return ServerResponse()
    }
    let client = try #require(RawClient(port: server.port))
    client.write(Self.request)
    while !started.isSet { await Task.yield() }
    await server.stop(within: .milliseconds(10))
    #expect(await client.readResponse() == nil)
    while !cancelled.isSet { await Task.yield() }
  }

  @Test func `stopping waits neither for idle connections nor for half a request`() async throws {
    let server = try HTTPServer { _ in ServerResponse() }
    let idle = try #require(RawClient(port: server.port))
    idle.write(Self.request)
    #expect(await idle.readResponse() != nil)
    let half = try #require(RawClient(port: server.port))
    half.write("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc")
    let start = ContinuousClock.now
    await server.stop(within: .seconds(600))
    #expect(start.duration(to: .now) < .seconds(60))
    #expect(await idle.isClosedByServer())
    #expect(await half.isClosedByServer())
  }

  @Test func `every call of stop returns, the late ones too`() async throws {
    let server = try HTTPServer { _ in ServerResponse() }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<5 { group.addTask { await server.stop(within: .zero) } }
    }
    await server.stop(within: .zero)
  }

  @Test func `a server that is let go stops`() async throws {
    var server: HTTPServer? = try HTTPServer { _ in ServerResponse() }
    let port = try #require(server?.port)
    let client = try #require(RawClient(port: port))
    client.write(Self.request)
    #expect(await client.readResponse() != nil)
    server = nil
    #expect(await client.isClosedByServer())
  }

  @Test func `clients that go away in the middle of things do no harm`() async throws {
    let gate = Gate()
    let server = try HTTPServer { request in
      if request.target == "/wait" { await gate.wait() }
      return ServerResponse(body: [UInt8](repeating: 0x78, count: 3_000_000))
    }
    for text in [
      "", "GE", "GET / HT", "GET / HTTP/1.1\r\nHost", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nab",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\na", Self.request,
      "GET /wait HTTP/1.1\r\nHost: h\r\n\r\n",
    ] {
      for _ in 0..<10 { try #require(RawClient(port: server.port)).write(text) }
    }
    while gate.waiting < 10 { await Task.yield() }
    gate.open()
    let client = try #require(RawClient(port: server.port))
    client.write(Self.request)
    #expect(await client.readResponse()?.hasPrefix("HTTP/1.1 200 OK") == true)
    await server.stop(within: .seconds(60))
  }

  @Test(arguments: [
    "\r\n\r\n\r\n", "x\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\0\0\0\0\r\n\r\n",
    "GET / HTTP/1.1\r\nno colon\r\n\r\n",
  ])
  func `what is not a request is answered or closed, and the server goes on`(_ text: String) async throws {
    let server = try HTTPServer { _ in ServerResponse() }
    let bad = try #require(RawClient(port: server.port))
    bad.write(text + Self.request)
    _ = await bad.readResponse()
    let client = try #require(RawClient(port: server.port))
    client.write(Self.request)
    #expect(await client.readResponse()?.hasPrefix("HTTP/1.1 200 OK") == true)
    await server.stop(within: .zero)
  }
}
