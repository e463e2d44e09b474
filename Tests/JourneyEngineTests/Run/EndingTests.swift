import HTTPClient
import JSON
import JourneyEngine
import Testing

/// CONTRACT 4 and am-protocol 5.3, row by row.
@Suite struct EndingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var status: Int
    var body: String
    var type: String? = "application/json"
    var verdict: Verdict
    var testDescription: String { name }
  }

  private static func error(_ status: Int, _ message: String, detail: String? = nil) -> String {
    let more = detail.map { ",\"detail\":\($0)" } ?? ""
    return "{\"code\":\(status),\"reason\":\"x\",\"message\":\(JSON.string(message).text())\(more)}"
  }

  static let page = "<html><head><title>502 Server Error</title></head><body><h1>Error: Server Error</h1></body></html>"
  private static let suspended =
    "org.forgerock.openam.auth.nodes.framework.token.SuspendedAuthSessionException: Token not found. It may have expired."

  static let rows: [Row] = [
    Row(name: "step", status: 200, body: #"{"authId":"a","callbacks":[]}"#, verdict: .step),
    Row(name: "step without callbacks", status: 200, body: #"{"authId":"a"}"#, verdict: .step),
    Row(
      name: "step as text/plain", status: 201, body: #"{"authId":"a","callbacks":[]}"#, type: "text/plain",
      verdict: .step),
    Row(name: "step without a type", status: 206, body: #"{"authId":"a","callbacks":[]}"#, type: nil, verdict: .step),
    Row(name: "step behind a byte order mark", status: 200, body: "\u{FEFF}{\"authId\":\"a\"}", verdict: .step),
    Row(
      name: "suspended step", status: 200, body: #"{"callbacks":[{"type":"SuspendedTextOutputCallback"}]}"#,
      verdict: .step),
    Row(name: "empty authId", status: 200, body: #"{"authId":""}"#, verdict: .failure(.unexpectedReply)),
    Row(
      name: "401 with authId", status: 401, body: #"{"authId":"a","callbacks":[{"type":"HttpCallback"}]}"#,
      verdict: .step),
    Row(name: "500 with authId", status: 500, body: #"{"authId":"a","callbacks":[]}"#, verdict: .failure(.server)),
    Row(name: "success", status: 200, body: #"{"tokenId":"t","successUrl":"/x","realm":"/"}"#, verdict: .success),
    Row(
      name: "success without tokenId", status: 200, body: #"{"successUrl":"/x","realm":"/alpha"}"#, verdict: .success),
    Row(
      name: "success with an empty tokenId", status: 200, body: #"{"tokenId":"","realm":"/alpha"}"#, verdict: .success),
    Row(name: "success with a token alone", status: 200, body: #"{"tokenId":"t"}"#, verdict: .success),
    Row(name: "null token", status: 200, body: #"{"tokenId":null}"#, verdict: .failure(.unexpectedReply)),
    Row(name: "200 with code 401", status: 200, body: error(401, "Login failure"), verdict: .error(.rejected)),
    Row(name: "200 with code 500", status: 200, body: error(500, "boom"), verdict: .failure(.server)),
    Row(name: "200 with code 200", status: 200, body: #"{"code":200,"realm":"/"}"#, verdict: .success),
    Row(name: "200 with a text code", status: 200, body: #"{"code":"401"}"#, verdict: .failure(.unexpectedReply)),
    Row(name: "200 HTML", status: 200, body: page, type: "text/html", verdict: .failure(.unexpectedReply)),
    Row(name: "200 empty", status: 200, body: "", type: nil, verdict: .failure(.unexpectedReply)),
    Row(name: "200 empty object", status: 200, body: "{}", verdict: .failure(.unexpectedReply)),
    Row(name: "200 array", status: 200, body: "[]", verdict: .failure(.unexpectedReply)),
    Row(name: "200 cut off", status: 200, body: #"{"authId":"eyJ"#, verdict: .failure(.unexpectedReply)),
    Row(name: "204", status: 204, body: "", type: nil, verdict: .failure(.unexpectedReply)),
    Row(name: "302", status: 302, body: "", type: nil, verdict: .failure(.unexpectedReply)),
    Row(
      name: "307 with a step", status: 307, body: #"{"authId":"a","callbacks":[]}"#, verdict: .failure(.unexpectedReply)
    ),
    Row(name: "401", status: 401, body: error(401, "Login failure"), verdict: .error(.rejected)),
    Row(name: "401 without a message", status: 401, body: #"{"code":401}"#, verdict: .error(.rejected)),
    Row(name: "401 HTML", status: 401, body: page, type: "text/html", verdict: .failure(.unexpectedReply)),
    Row(name: "401 empty", status: 401, body: "", type: nil, verdict: .failure(.unexpectedReply)),
    Row(
      name: "110 as text", status: 401, body: error(401, "Session has timed out", detail: #"{"errorCode":"110"}"#),
      verdict: .error(.timedOut)),
    Row(
      name: "110 as number", status: 401, body: error(401, "x", detail: #"{"errorCode":110}"#),
      verdict: .error(.timedOut)),
    Row(
      name: "another code", status: 401, body: error(401, "x", detail: #"{"errorCode":"111"}"#),
      verdict: .error(.rejected)),
    Row(name: "text as detail", status: 401, body: error(401, "x", detail: #""110""#), verdict: .error(.rejected)),
    Row(
      name: "timed out before 6.5.3", status: 400, body: error(400, "Authentication Error: Authentication timeout."),
      verdict: .error(.timedOut)),
    Row(name: "408", status: 408, body: error(408, "Session has timed out"), verdict: .error(.timedOut)),
    Row(
      name: "408 of version 1", status: 408, body: #"{"errorMessage":"Session has timed out"}"#,
      verdict: .error(.timedOut)),
    Row(name: "suspension expired", status: 401, body: error(401, suspended), verdict: .error(.suspensionExpired)),
    Row(name: "no such journey", status: 400, body: error(400, "No Configuration found"), verdict: .error(.notFound)),
    Row(name: "no such realm", status: 404, body: error(404, "Realm not found"), verdict: .error(.notFound)),
    Row(
      name: "no such realm, fork", status: 400, body: error(400, "Realm &quot;x&quot; not found"),
      verdict: .error(.notFound)),
    Row(name: "invalid realm", status: 400, body: error(400, "Invalid realm, /nosuch"), verdict: .error(.notFound)),
    Row(name: "inactive realm", status: 400, body: error(400, "Org is inactive"), verdict: .error(.badRequest)),
    Row(
      name: "bad index", status: 400, body: error(400, "Unknown Authentication Index Type"),
      verdict: .error(.badRequest)),
    Row(
      name: "bad authId", status: 400, body: error(400, "AuthId JWT Signature not valid"), verdict: .error(.badRequest)),
    Row(
      name: "400 bare text", status: 400, body: "Version string is in an invalid format: x", type: nil,
      verdict: .failure(.unexpectedReply)),
    Row(name: "403 JSON", status: 403, body: error(403, "CSRF"), verdict: .error(.forbidden)),
    Row(
      name: "403 of the edge", status: 403, body: "<html><body>403 Forbidden</body></html>", type: "text/html",
      verdict: .failure(.unexpectedReply)),
    Row(name: "403 text", status: 403, body: "Forbidden", type: "text/plain", verdict: .failure(.unexpectedReply)),
    Row(name: "404 empty", status: 404, body: "", type: nil, verdict: .failure(.unexpectedReply)),
    Row(name: "405 with code 501", status: 405, body: error(501, "Not Implemented"), verdict: .error(.badRequest)),
    Row(name: "409", status: 409, body: error(409, "x"), verdict: .error(.badRequest)),
    Row(name: "410", status: 410, body: error(410, "x"), verdict: .error(.other)),
    Row(name: "415", status: 415, body: error(415, "Unsupported Media Type"), verdict: .error(.badRequest)),
    Row(name: "422 with code 606", status: 422, body: error(606, "x"), verdict: .error(.badRequest)),
    Row(name: "429 JSON", status: 429, body: error(429, "slow down"), verdict: .error(.rateLimited)),
    Row(name: "429 HTML", status: 429, body: page, type: "text/html", verdict: .error(.rateLimited)),
    Row(name: "429 empty", status: 429, body: "", type: nil, verdict: .error(.rateLimited)),
    Row(name: "500 JSON", status: 500, body: error(500, "could not send mail"), verdict: .failure(.server)),
    Row(name: "500 empty", status: 500, body: "", type: nil, verdict: .failure(.server)),
    Row(name: "502 HTML", status: 502, body: page, type: "text/html", verdict: .failure(.server)),
    Row(name: "503 HTML", status: 503, body: page, type: "text/html", verdict: .failure(.server)),
    Row(name: "504 text", status: 504, body: "upstream", type: "text/plain", verdict: .failure(.server)),
    Row(name: "599", status: 599, body: error(599, "x"), verdict: .failure(.server)),
  ]

  @Test(arguments: rows)
  func `each answer ends as the contract says`(_ row: Row) async throws {
    let server = ScriptedServer([.json(200, Scene.step()), .text(row.status, row.body, type: row.type)])
    let step = try Scene.step(await Scene.journey(server).start("Login"))
    let node = await step.next()
    let document = try? JSON(parsing: row.body)
    switch row.verdict {
    case .step: #expect(node is ContinueNode)
    case .success: #expect(node is SuccessNode)
    case .error(let cause):
      let error = try #require(node as? ErrorNode)
      #expect(error.cause == cause)
      #expect(error.status == row.status)
      #expect(error.code == document?["code"])
      #expect(error.detail == document?["detail"])
      #expect(!error.message.isEmpty)
      #expect(error.staysOpen == (cause == .badRequest))
    case .failure(let cause):
      let failure = try #require(node as? FailureNode)
      #expect(failure.cause == cause)
      #expect(failure.status == row.status)
      #expect(failure.host == "am.example.test:443")
      #expect(failure.contentType == row.type)
      #expect(failure.messageValue == document?["message"] ?? failure.messageValue)
      #expect(!failure.staysOpen)
      #expect(!failure.message.contains("<html"))
    }
    server.finish()
  }

  @Test func `code, reason, message and detail are as sent, of any type`() async throws {
    let body: JSON = [
      "code": "requestTimedOut", "reason": .null, "message": ["en": "x"], "detail": "text", "failureUrl": "/f",
    ]
    let server = ScriptedServer([.json(410, body)])
    let error = try #require(await Scene.journey(server).start() as? ErrorNode)
    #expect(error.code == "requestTimedOut")
    #expect(error.reason == .null)
    #expect(error.messageValue == ["en": "x"])
    #expect(error.message == #"{"en":"x"}"#)
    #expect(error.detail == "text")
    #expect(error.failureURL == "/f")
    #expect(error.input == body.object)
  }

  @Test func `the failure URL comes from the detail, or from the errors of version 1`() async throws {
    let server = ScriptedServer([
      .json(401, ["code": 401, "message": "x", "detail": ["failureUrl": "https://f.example.test/"]]),
      .json(401, ["errorMessage": "Authentication Failed", "failureUrl": "/old"]),
    ])
    let journey = Scene.journey(server)
    let new = try #require(await journey.start() as? ErrorNode)
    let old = try #require(await journey.start() as? ErrorNode)
    #expect(new.failureURL == "https://f.example.test/")
    #expect(old.failureURL == "/old")
    #expect(old.message == "Authentication Failed")
  }

  @Test func `details of a success are all that is not the session`() async throws {
    let server = ScriptedServer([
      .json(200, ["tokenId": "t", "theme": ["a": [1, 2.50]], "successUrl": "/x", "realm": "/alpha", "flag": true])
    ])
    let node = try #require(await Scene.journey(server).start() as? SuccessNode)
    #expect(node.details == ["theme": ["a": [1, 2.50]], "flag": true])
    #expect(node.successURL == "/x" && node.realm == "/alpha" && node.established)
  }

  @Test(arguments: [
    ("https://elsewhere.example.test/login?goto=secret", "https://elsewhere.example.test/login"),
    ("/am/XUI/#login/", "/am/XUI/#login/"), ("/cb#access_token=x", "/cb"), ("/a\u{1B}[2J", "/a␛[2J"),
  ])
  func `a redirect is not followed, and named`(_ location: String, _ shown: String) async throws {
    let server = ScriptedServer([
      .text(
        302, "", type: nil,
        headers: [("Location", location), ("Set-Cookie", "x=1; Path=/")])
    ])
    let failure = try #require(await Scene.journey(server).start() as? FailureNode)
    #expect(failure.cause == .unexpectedReply)
    #expect(failure.location == shown)
    #expect(failure.message.contains(shown))
    #expect(!failure.message.contains("secret"))
    server.finish()
  }

  @Test func `a redirect with a message of its own is named all the same`() async throws {
    let server = ScriptedServer([.json(302, ["message": "moved"], headers: [("Location", "/elsewhere?x=1")])])
    let failure = try #require(await Scene.journey(server).start() as? FailureNode)
    #expect(failure.messageValue == "moved")
    #expect(failure.excerpt == "Location: /elsewhere")
  }

  @Test func `one line tells status, type, host and the first words`() async throws {
    let server = ScriptedServer([.text(503, Self.page, type: "text/html; charset=UTF-8")])
    let failure = try #require(await Scene.journey(server).start() as? FailureNode)
    #expect(
      failure.message
        == "am.example.test:443 answered HTTP 503 (text/html; charset=UTF-8): 502 Server Error Error: Server Error")
    #expect(failure.retryable)
  }

  @Test func `an excerpt shows no token`() async throws {
    let token = "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJvdGsiOiJhIn0"
    let server = ScriptedServer([
      .text(200, "{\"authId\":\"\(token)", type: "application/json"), .text(200, #"{"tokenId":"short","#, type: nil),
    ])
    let journey = Scene.journey(server)
    for _ in 0..<2 {
      let failure = try #require(await journey.start() as? FailureNode)
      let excerpt = try #require(failure.excerpt)
      #expect(!excerpt.contains("eyJ") && !excerpt.contains("short"))
      #expect(excerpt.unicodeScalars.count <= 101)
    }
  }

  @Test func `no such journey names journey and realm`() async throws {
    let server = ScriptedServer([.json(400, ["code": 400, "message": "No Configuration found"])])
    let error = try #require(await Scene.journey(server).start("Nope") as? ErrorNode)
    #expect(error.message == "No Configuration found")
    #expect(error.hint == "the journey “Nope” in the realm “/alpha” was asked for")
  }

  @Test(arguments: [
    ("Realm \"/alpha\" not found", "--realm"), ("Realm not found", "--realm"),
    ("Le royaume n'existe pas", "context path"),
  ])
  func `whatever the server's language, a 404 names the realm and what to look at`(
    message: String, hint: String
  ) async throws {
    let server = ScriptedServer([.json(404, ["code": 404, "message": .string(message)])])
    let error = try #require(await Scene.journey(server).start("Nope") as? ErrorNode)
    #expect(error.hint?.contains("“/alpha”") == true && error.hint?.contains(hint) == true)
  }
}
