import HTTPClient
import JSON
import JourneyEngine
import Testing

@Suite struct ResumeTests {
  private static let redirect: JSON = [
    "authId": "redirecting",
    "callbacks": [
      [
        "type": "RedirectCallback",
        "output": [
          [
            "name": "redirectUrl",
            "value":
              "https://idp.example.test/authorize?client_id=x&redirect_uri=https%3A%2F%2Fapp.example.test%2Fcb&state=s",
          ],
          ["name": "redirectMethod", "value": "GET"], ["name": "trackingCookie", "value": true],
          ["name": "redirectData", "value": [:]],
        ],
      ]
    ],
  ]

  @Test(arguments: [
    "https://am.example.test/am/XUI/?realm=/parent/child&suspendedId=abc%2B1&authIndexType=service&authIndexValue=My%20Tree",
    "https://am.example.test:443/am/XUI/?realm=%2Fparent%2Fchild&suspendedId=abc%2B1&authIndexType=service&authIndexValue=My+Tree",
    "https://am.example.test/am/XUI/#login/&realm=/parent/child&suspendedId=abc%2B1&authIndexType=service&authIndexValue=My%20Tree",
    "https://am.example.test/am/XUI/?realm=/parent/child&authIndexType=service&authIndexValue=My%20Tree#/?suspendedId=abc%2B1",
    "/am/XUI/?realm=/parent/child&suspendedId=abc%2B1&authIndexType=service&authIndexValue=My%20Tree",
  ])
  func `a link resumes in its realm with its journey`(_ link: String) async throws {
    let server = ScriptedServer([.json(200, Scene.step()), .json(401, Scene.loginFailure)])
    let step = try Scene.step(await Scene.journey(server).resume(link))
    let request = server.requests[0]
    #expect(request.url.path == "/am/json/realms/root/realms/parent/realms/child/authenticate")
    #expect(request.query == ["suspendedId": "abc+1", "authIndexType": "service", "authIndexValue": "My Tree"])
    #expect(request.json == [:])
    #expect(step.realm == "/parent/child" && step.journey == "My Tree")
    _ = await step.next()
    #expect(server.requests[1].url.path == request.url.path)
    #expect(server.requests[1].url.query == nil)
    server.finish()
  }

  @Test func `a suspended id alone resumes in the realm of the settings`() async throws {
    let server = ScriptedServer([.json(200, Scene.step())])
    _ = await Scene.journey(server).resume("abc.def-1_2")
    #expect(server.requests[0].url.path == "/am/json/realms/root/realms/alpha/authenticate")
    #expect(server.requests[0].query == ["suspendedId": "abc.def-1_2"])
  }

  @Test func `a link that a mail program has wrapped is put together`() async throws {
    let server = ScriptedServer([.json(200, Scene.step())])
    _ = await Scene.journey(server).resume(" https://am.example.test/am/XUI/?realm=/alpha&\r\n suspendedId=abc ")
    #expect(server.requests[0].query == ["suspendedId": "abc"])
  }

  @Test func `a link of another host is refused unless it is trusted`() async throws {
    let link = "https://other.example.test/am/XUI/?realm=/alpha&suspendedId=abc"
    let refusal = Refusal.wrongHost(link: "https://other.example.test:443", server: "https://am.example.test:443")
    await #expect(throws: refusal) { try await Scene.journey(ScriptedServer()).comeBack(link) }
    await #expect(throws: Refusal.self) {
      try await Scene.journey(ScriptedServer()).comeBack("http://am.example.test/am/XUI/?suspendedId=abc")
    }
    let server = ScriptedServer([.json(200, Scene.step())])
    let journey = Scene.journey(server) { $0.trustedOrigins = ["https://other.example.test/"] }
    _ = try Scene.step(await journey.resume(link))
    #expect(server.requests[0].url.host == "am.example.test")
  }

  @Test(arguments: [
    "", "  ", "https://am.example.test/am/XUI/", "am.example.test/am/XUI/?suspendedId=1", "a\u{1}b", "https://?x=1",
  ])
  func `what is neither link nor id is refused`(_ text: String) async {
    await #expect(throws: Refusal.self) { try await Scene.journey(ScriptedServer()).comeBack(text) }
  }

  @Test(arguments: [
    "code=c%2B1&state=s%20x&scope=openid",
    "error=access_denied&errorCode=e&errorMessage=no%20way",
    "form_post_entry=f", "responsekey=r&RelayState=%2Fx&nonce=n",
  ])
  func `a return URL sends the kept step with all its parameters`(_ query: String) async throws {
    let server = ScriptedServer([
      .json(200, Self.redirect, headers: [("Set-Cookie", "reentry=1; Path=/")]), .json(200, Scene.success()),
    ])
    let journey = Scene.journey(server)
    _ = await journey.start("Social") { $0.query = [("goto", "/x")] }
    #expect(await journey.resume("https://am.example.test/am/XUI/?realm=/alpha&\(query)") is SuccessNode)
    let request = server.requests[1]
    var expected = Dictionary(uniqueKeysWithValues: PercentEncoding.parseQuery(query).map { ($0.name, $0.value) })
    expected["goto"] = "/x"
    #expect(request.query == expected)
    #expect(request.json == Self.redirect)
    #expect(request.cookie("reentry") == "1")
    await #expect(throws: Refusal.noPendingStep) { try await journey.comeBack("https://am.example.test/?\(query)") }
    server.finish()
  }

  @Test(arguments: [
    ("https://app.example.test/cb?code=c", true), ("org.example.app:/cb?code=c", true), ("?code=c", true),
    ("https://am.example.test/am?code=c", true), ("https://evil.example.test/cb?code=c", false),
    ("http://app.example.test/cb?code=c", false),
  ])
  func `the site that the other one leads back to may be the one it was told`(_ url: String, _ isAccepted: Bool)
    async throws
  {
    let server = ScriptedServer([.json(200, Self.redirect)])
    let journey = Scene.journey(server)
    _ = await journey.start()
    if isAccepted { server.expect(.json(200, Scene.success())) }
    let node = await journey.resume(url)
    #expect((node is SuccessNode) == isAccepted)
    server.finish()
  }

  @Test func `without a waiting step a return URL is refused`() async throws {
    let server = ScriptedServer([.json(200, Scene.step())])
    let journey = Scene.journey(server)
    await #expect(throws: Refusal.noPendingStep) {
      try await journey.comeBack("https://am.example.test/?code=c&state=s")
    }
    _ = await journey.start()
    await #expect(throws: Refusal.noPendingStep) {
      try await journey.comeBack("https://am.example.test/?code=c&state=s")
    }
    server.finish()
  }

  @Test func `a return that cannot have arrived keeps the step`() async throws {
    let server = ScriptedServer([.json(200, Self.redirect), .fails(.connect), .json(200, Scene.success())])
    let journey = Scene.journey(server)
    _ = await journey.start()
    #expect(await journey.resume("?code=c") is FailureNode)
    #expect(await journey.resume("?code=c") is SuccessNode)
    server.finish()
  }

  /// Claims: {"exp":1796040300,"authIndexType":"service","authIndexValue":"Other"}
  private static let other =
    "e30.eyJleHAiOjE3OTYwNDAzMDAsImF1dGhJbmRleFR5cGUiOiJzZXJ2aWNlIiwiYXV0aEluZGV4VmFsdWUiOiJPdGhlciJ9.c2ln"

  @Test(arguments: [
    ("e30.e30.c2ln", true), (other, true), ("e30.eyJleHAiOjE3OTYwNDAzMDB9.c2ln", false), ("opaque", false),
  ])
  func `a server that seems not to know the id is named`(_ authID: String, _ isSaid: Bool) async throws {
    let server = ScriptedServer([.json(200, Scene.step(authID))])
    let journey = Scene.journey(server)
    _ = await journey.resume("?suspendedId=abc&authIndexType=service&authIndexValue=Mail")
    #expect(await journey.agent.takeWarnings().isEmpty == !isSaid)
  }
}
