import JSON
import Testing

@testable import JourneySandbox

/// The switch `aic` (am-protocol 11.6 with 1.5, 6.2 and 7.1).
struct CloudTests {
  private let desk: Desk
  private var name: String { desk.application.services.settings.cookieName }

  init() throws { desk = try Desk { $0.switches = ["aic"] } }

  @Test func `the cookie has a name of fifteen hex digits, which serverinfo and standard error tell`() async throws {
    #expect(name.utf8.count == 15)
    #expect(name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    let information = try await desk.send("GET", "/json/serverinfo/*").json()
    #expect(information["cookieName"]?.string == name)
    #expect(information["secureCookie"]?.bool == true)
    #expect(information["cloudOnlyFeaturesEnabled"]?.bool == true)
    #expect(desk.notes.contains("session cookie " + name))
    #expect(
      try Desk { $0.switches = ["aic", "cookieName=chosen"] }.application.services.settings.cookieName == "chosen")
  }

  @Test func `each cookie has a line for each domain: four with a step, eight with a success`() async throws {
    let step = await desk.start()
    #expect(step.headers("Set-Cookie").count == 4)
    let end = await desk.answer(try step.json(), "demo", "Ch4ng31t")
    let lines = end.headers("Set-Cookie")
    #expect(lines.count == 8)
    #expect(lines.allSatisfy { $0.hasSuffix("; Secure; HttpOnly; SameSite=none") })
    #expect(lines.filter { $0.contains("; Path=/; Domain=127.0.0.1; Secure;") }.count == 2)
    let few = try Desk { $0.switches = ["cookieDomains=a.example,b.example"] }
    #expect(await few.start().headers("Set-Cookie").count == 2)
  }

  @Test func `users go by their ids in sessions, tokens and paths, and sign in by their names`() async throws {
    let token = try await desk.session()
    let header: HeaderList = [(name, token), ("Accept-API-Version", "resource=4.0")]
    let session = try await desk.post("/json/sessions?_action=getSessionInfo", [:], headers: header).json()
    let id = try #require(session["username"]?.string)
    #expect(id.utf8.count == 36)
    #expect(session["universalId"]?.string == "id=\(id),ou=user,ou=am-config")
    let identity = try await desk.post("/json/users?_action=idFromSession", [:], headers: [(name, token)]).json()
    #expect(identity["id"]?.string == id)
    #expect(await desk.send("GET", "/json/users/\(id)/devices/2fa/oath", headers: [(name, token)]).status == 200)
    #expect(await desk.send("GET", "/json/users/demo/devices/2fa/oath", headers: [(name, token)]).status == 403)
    let tokens = try await TokenDesk(desk: desk).tokens()
    #expect(try Desk.claims(tokens["id_token"])["sub"]?.string == id)
    let access = try #require(tokens["access_token"]?.string)
    #expect(try await TokenDesk(desk: desk).userinfo(access).json()["sub"]?.string == id)
  }

  @Test func `the issuer has the port of https, the endpoints are where the server is`() async throws {
    let alpha = try await desk.send("GET", "/oauth2/alpha/.well-known/openid-configuration").json()
    let issuer = "https://127.0.0.1:443/am/oauth2/realms/root/realms/alpha"
    #expect(alpha["issuer"]?.string == issuer)
    #expect(alpha["token_endpoint"]?.string == "http://127.0.0.1:8080/am/oauth2/realms/root/realms/alpha/access_token")
    let tokens = try await TokenDesk(desk: desk).tokens()
    #expect(try Desk.claims(tokens["id_token"])["iss"]?.string == "https://127.0.0.1:443/am/oauth2")
    #expect(try await TokenDesk(desk: desk).authorize().redirected["iss"] == "https://127.0.0.1:443/am/oauth2")
  }

  @Test func `what stands before the server refuses in its own words`() async throws {
    let rules: JSON = [
      ["fault": "html", "count": 1], ["fault": "html", "status": 403, "count": 1], ["fault": "text", "count": 1],
    ]
    #expect(await desk.control("POST", "/faults", rules).status == 200)
    let answers = [await desk.start(), await desk.start(), await desk.start()]
    #expect(answers.map(\.status) == [502, 403, 403])
    #expect(answers[0].text.contains("502 Server Error") && answers[0].text.contains("Please try again in 30 seconds."))
    #expect(answers[1].text.contains("403 Forbidden"))
    #expect(answers[2].text == "Forbidden")
    #expect(answers.map { $0.header("Content-Type")?.prefix(9) } == ["text/html", "text/html", "text/plai"])
    #expect(answers.allSatisfy { $0.header("Retry-After") == nil && $0.header("X-ForgeRock-TransactionId") == nil })
    #expect(await desk.start().status == 200)
  }

  @Test func `success URLs are whole where users are, session tokens are longer, access tokens of users are JWTs`()
    async throws
  {
    let root = try await desk.answer(try await desk.start().json(), "demo", "Ch4ng31t").json()
    #expect(root["successUrl"]?.string == "/platform")
    #expect(root["tokenId"]?.string?.utf8.count == 114)
    #expect(root["tokenId"]?.string?.hasSuffix("*") == true)
    let alpha = try await desk.answer(try await desk.start(realm: "/alpha").json(), "demo", "Ch4ng31t").json()
    #expect(alpha["successUrl"]?.string == "https://127.0.0.1/enduser/?realm=alpha")
  }
}
