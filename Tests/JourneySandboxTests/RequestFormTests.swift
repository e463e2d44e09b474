import HTTPServer
import JSON
import Testing

@testable import JourneySandbox

/// Forms of requests that are rare and right, or wrong.
struct RequestFormTests {
  @Test(arguments: [
    "/json/serverinfo/*", "/oauth2/.well-known/openid-configuration", "/json/nosuch",
    "/json/realms/root/realms/nosuch/x", "/",
  ])
  func `HEAD is answered as GET is`(path: String) async throws {
    let desk = try Desk()
    let headers: HeaderList = [("X-ForgeRock-TransactionId", "t")]
    let (head, get) = (await desk.send("HEAD", path, headers: headers), await desk.send("GET", path, headers: headers))
    #expect(head.status == get.status)
    // The server sends the length and leaves the body out.
    #expect(head.response.body == get.response.body)
    #expect(head.response.headers.map { $0.name + $0.value } == get.response.headers.map { $0.name + $0.value })
  }

  private func send(_ method: String, _ target: String, host: String? = "127.0.0.1:8080") async throws -> Reply {
    let request = ServerRequest(method: method, target: target, headers: host.map { [("Host", $0)] } ?? [])
    return Reply(await (try Desk()).application.answer(request).response)
  }

  @Test func `a target may be a whole URL, of the host that is asked`() async throws {
    #expect(try await send("GET", "http://127.0.0.1:8080/am/json/serverinfo/*").status == 200)
    #expect(try await send("GET", "HTTP://LocalHost:8080/am/json/serverinfo/*", host: "localhost:8080").status == 200)
    #expect(try await send("GET", "http://evil.example/am/json/serverinfo/*").status == 400)
    #expect(try await send("GET", "http://127.0.0.1:8080/am/json/serverinfo/*", host: "evil.example").status == 400)
    #expect(try await send("GET", "http://evil.example/am/json/serverinfo/*", host: "evil.example").status == 400)
    #expect(try await send("GET", "http://127.0.0.1:8080/am/json/serverinfo/*", host: nil).status == 400)
    #expect(try await send("GET", "http://127.0.0.1:8080").status == 404)
    #expect(try await send("GET", "http://127.0.0.1:8080/sandbox/clock").status == 401)
  }

  @Test func `the server as a whole says which methods there are`() async throws {
    let reply = try await send("OPTIONS", "*")
    #expect(reply.status == 200)
    #expect(reply.header("Allow") == "GET, HEAD, POST, PUT, DELETE, OPTIONS")
    #expect(try await send("OPTIONS", "*", host: "evil.example").status == 400)
    #expect(try await send("GET", "*").status == 404)
  }

  @Test(arguments: ["/am/json/%zz", "/am/json/%", "/am/json/%4", "/am/json/authenticate%g0?x=1"])
  func `a percent sign that begins no escape is 400`(target: String) async throws {
    let reply = try await send("GET", target)
    #expect(reply.status == 400)
    #expect(try reply.json()["code"]?.integer == 400)
  }

  @Test(arguments: [
    "/am/json/%00", "/am/json/..", "/am/json/%2e%2e/x", "/am/json/a%2Fb", "/am/json/a%5Cb", "/", "x", "",
    "/am/json/\u{FFFD}",
  ])
  func `a path that names nothing is 404 in JSON`(target: String) async throws {
    let reply = try await send("GET", target)
    #expect(reply.status == 404)
    #expect(try reply.json()["code"]?.integer == 404)
  }

  @Test(arguments: ["BREW", "TRACE", "CONNECT", "get", "PROPFIND"])
  func `an unknown method is 405`(method: String) async throws {
    for path in [
      "/am/json/authenticate", "/am/json/serverinfo/*", "/am/json/sessions?_action=logout", "/am/oauth2/access_token",
    ] {
      #expect(try await send(method, path).status == 405, "\(path)")
    }
  }

  @Test func `what is refused before the sandbox sees it has the words of AM's errors`() throws {
    for status in [400, 413, 417, 431, 503] {
      let reply = Reply(Application.refusal(status))
      #expect(reply.status == status)
      #expect(try reply.json()["code"]?.integer == status)
      #expect(try reply.json()["message"] == reply.json()["reason"])
    }
    #expect(AMError.reason(417) == "Expectation Failed" && AMError.reason(431).hasSuffix("Too Large"))
  }

  @Test func `clients are registered in a file alone, as where AM's open registration is off`() async throws {
    // Discovery names the endpoint in any case (am-protocol 7.1), as AM does.
    let desk = try Desk()
    let reply = await desk.post("/oauth2/register", ["redirect_uris": ["https://x/"]])
    #expect(reply.status == 403)
    #expect(try reply.json()["error"]?.string == "access_denied")
  }
}
