import HTTPClient
import Testing

@Suite struct ProxyTests {
  private func transport(_ proxy: String, credentials: String? = nil) -> CurlTransport {
    .forTests {
      $0.proxy = proxy
      $0.proxyCredentials = credentials
    }
  }

  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nproxy"

  @Test func `a plain request goes through the proxy in absolute form`() async throws {
    let proxy = RawServer(answering: Self.answer)
    defer { proxy.stop() }
    let url = try #require(HTTPURL("http://nothing.invalid/x?y=1"))
    let response = try await transport("http://127.0.0.1:\(proxy.port)").send(HTTPRequest(url: url))
    #expect(response.text == "proxy")
    #expect(proxy.received.first?.hasPrefix("GET http://nothing.invalid/x?y=1 HTTP/1.1\r\n") == true)
    #expect(proxy.received.first?.contains("Proxy-Authorization") == false)
  }

  @Test func `credentials reach the proxy as they are, odd characters too`() async throws {
    let proxy = RawServer(answering: Self.answer)
    defer { proxy.stop() }
    let url = try #require(HTTPURL("http://nothing.invalid/"))
    _ = try await transport("127.0.0.1:\(proxy.port)", credentials: "us er:p%41@:ß").send(HTTPRequest(url: url))
    // printf 'us er:p%%41@:ß' | base64
    #expect(proxy.received.first?.contains("\r\nProxy-Authorization: Basic dXMgZXI6cCU0MUA6w58=\r\n") == true)
  }

  @Test func `a tunnel carries none of the request's headers, and its refusal is a proxy failure`() async throws {
    let proxy = RawServer(answering: "HTTP/1.1 407 Who\r\nSet-Cookie: p=1\r\nContent-Length: 0\r\n\r\n")
    defer { proxy.stop() }
    let url = try #require(HTTPURL("https://nothing.invalid/x?secret"))
    let request = HTTPRequest(method: "POST", url: url, headers: ["Cookie": "session=1"], body: [])
    let error = try await transport("http://127.0.0.1:\(proxy.port)", credentials: "u:hush-hush").failure(of: request)
    #expect(error.phase == .proxy)
    #expect(!error.mayHaveReachedServer)
    #expect(error.detail.contains("407") && error.detail.contains("127.0.0.1:\(proxy.port)"))
    #expect(proxy.received.first?.hasPrefix("CONNECT nothing.invalid:443 HTTP/1.1\r\n") == true)
    #expect(proxy.received.first?.contains("Cookie") == false)
  }

  @Test func `a plain request that the proxy refuses is a failure of the proxy, which is named`() async throws {
    let proxy = RawServer(answering: "HTTP/1.1 407 Who\r\nContent-Length: 0\r\n\r\n")
    defer { proxy.stop() }
    let url = try #require(HTTPURL("http://nothing.invalid/x"))
    let request = HTTPRequest(method: "POST", url: url, body: [])
    let error = try await transport("http://u:hush-hush@127.0.0.1:\(proxy.port)").failure(of: request)
    #expect(error.phase == .proxy && !error.mayHaveReachedServer)
    #expect(error.detail.contains("127.0.0.1:\(proxy.port): ") && error.detail.contains("407"))
    #expect(!error.description.contains("hush-hush"))
  }

  @Test func `a status 407 of the server itself is its answer`() async throws {
    let server = RawServer(answering: "HTTP/1.1 407 Who\r\nContent-Length: 0\r\n\r\n")
    defer { server.stop() }
    #expect(try await CurlTransport.forTests().send(.get(server.port)).status == 407)
  }

  @Test(arguments: ["http", "socks5h", "socks4a"])
  func `a proxy that cannot be reached is a proxy failure`(_ scheme: String) async throws {
    let url = try #require(HTTPURL("http://nothing.invalid/"))
    let error = try await transport("\(scheme)://127.0.0.1:1").failure(of: HTTPRequest(url: url))
    #expect(error.phase == .proxy && error.detail.contains("127.0.0.1:1: "))
    #expect(!error.mayHaveReachedServer)
  }

  @Test func `a proxy that cannot be found is a proxy failure`() async throws {
    let error = try await transport("http://nothing.invalid:3128").failure(of: .get(1))
    #expect(error.phase == .proxy)
  }

  @Test(arguments: ["bogus://u:hush-hush@h:1", "http://u:hush-hush@h:x", "http://u:hush-hush@"])
  func `a proxy setting that makes no sense is refused without repeating its password`(_ proxy: String) async throws {
    let error = try await transport(proxy).failure(of: .get(1))
    #expect(error.phase == .proxy)
    #expect(!error.description.contains("hush-hush"))
    #expect(!error.mayHaveReachedServer)
  }
}
