import Crypto
import JOSE
import JSON
import Synchronization
import Testing

@testable import JourneySandbox

/// The built-in journeys, each to its end.
struct TourTests {
  func signIn(_ desk: Desk, _ journey: String, headers: HeaderList = []) async throws -> Reply {
    await desk.answer(try await desk.start(journey, headers: headers).json(), "demo", "Ch4ng31t")
  }

  @Test func `nothing built in is a stub`() throws {
    #expect(try Desk().notes.filter { $0.hasPrefix("stub") } == [])
  }

  @Test func `each journey has a script in the folder tour`() throws {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let names = try #require(try Desk().application.realms["/"]?.journeys.names)
    for name in names where name != "Inner" {
      #expect(try !TextFile.bytes("/\(folder)/tour/\(name).journey").isEmpty)
    }
  }

  @Test func `the sample files are good`() async throws {
    let folder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/tour/"
    let desk = try Desk {
      $0.usersFile = folder + "users.json"
      $0.clientsFile = folder + "clients.json"
      $0.switchesFile = folder + "switches.json"
    }
    #expect(await desk.answer(try await desk.start().json(), "mia", "S3cret-mia").status == 200)
    #expect(await desk.answer(try await desk.start().json(), "noah", "S3cret-noah").status == 401)
    #expect(desk.application.realms["/alpha"]?.provider.client("job")?.method == .post)
  }

  @Test func `the other journey of the first days asks how to sign in`() async throws {
    let desk = try Desk()
    let message = await desk.answer(try await desk.start("Choice").json(), 1)
    #expect(try message.types() == ["TextOutputCallback", "ConfirmationCallback"])
    let again = await desk.answer(try message.json(), 0)
    #expect(try again.types() == ["ChoiceCallback"])
    let page = await desk.answer(try again.json(), 0)
    #expect(await desk.answer(try page.json(), "demo", "Ch4ng31t").status == 200)
  }

  @Test func `an Authorization header answers a 401 that has an authId`() async throws {
    let desk = try Desk()
    let asked = await desk.start("HttpLogin")
    #expect(asked.status == 401)
    #expect(asked.header("WWW-Authenticate") == "Negotiate")
    #expect(asked.headers("Set-Cookie").isEmpty)
    #expect(try asked.json()["callbacks"] == nil)
    let body: JSON = ["authId": try asked.json()["authId"] ?? .null]
    let end = await desk.post("/json/authenticate", body, headers: [("Authorization", "Negotiate ZGVtbw==")])
    #expect(try end.json()["tokenId"] != nil)
    let other = try await desk.start("HttpLogin").json()
    let wrong = await desk.post(
      "/json/authenticate", ["authId": other["authId"] ?? .null], headers: [("Authorization", "Basic ZGVtbzp4")])
    #expect(wrong.status == 401)
    #expect(try wrong.json()["authId"] == nil)
    let up = try await desk.start("HttpLogin").json()
    let givenUp = await desk.post("/json/authenticate", up)
    #expect(givenUp.status == 401)
    #expect(try givenUp.json()["authId"] == nil)
    let early = await desk.start("HttpLogin", headers: [("Authorization", "Basic ZGVtbzpDaDRuZzMxdA==")])
    #expect(early.status == 200)
  }

  @Test(arguments: [("fr-CH, de;q=0.5", "Bienvenue"), ("de", "Willkommen"), ("tlh", "Welcome"), ("", "Welcome")])
  func `the page speaks the language that was asked for`(languages: String, header: String) async throws {
    let step = try await Desk().start("Languages", headers: [("Accept-Language", languages)]).json()
    #expect(step["header"]?.string == header)
    #expect(step["stage"]?.string?.hasPrefix("{") == true)
  }

  @Test func `a password is reset with the link of the mail`() async throws {
    let desk = try Desk()
    let asked = await desk.answer(try await desk.start("PasswordReset").json(), "demo@example.org")
    #expect(try asked.types() == ["SuspendedTextOutputCallback"])
    let link = try #require(try await desk.control("GET", "/outbox").json()[0]?["resumeUri"]?.string)
    let id = try #require(Parameters(encoded: String(link.split(separator: "?")[1]))["suspendedId"])
    let new = await desk.post("/json/authenticate?suspendedId=\(id)", [:])
    #expect(try new.types() == ["ValidatedCreatePasswordCallback"])
    #expect(await desk.answer(try new.json(), "N3wpassword").status == 200)
    #expect(await desk.answer(try await desk.start().json(), "demo", "N3wpassword").status == 200)
    #expect(await desk.answer(try await desk.start().json(), "demo", "Ch4ng31t").status == 401)
  }

  @Test func `a reset for nobody looks the same and sends nothing`() async throws {
    let desk = try Desk()
    let asked = await desk.answer(try await desk.start("PasswordReset").json(), "nobody@example.org")
    #expect(try asked.types() == ["SuspendedTextOutputCallback"])
    #expect(try await desk.control("GET", "/outbox").json() == [])
  }

  @Test func `a profile is filled and written`() async throws {
    let desk = try Desk()
    let attributes = try await signIn(desk, "Profile")
    #expect(
      try attributes.types() == [
        "StringAttributeInputCallback", "NumberAttributeInputCallback", "BooleanAttributeInputCallback",
      ])
    let questions = await desk.answer(try attributes.json(), "demo@example.com", 42, true)
    let filled = Join.set(
      try questions.json(),
      ["IDToken1question": "Same?", "IDToken1answer": "a", "IDToken2question": "same", "IDToken2answer": "b"])
    let refused = await desk.post("/json/authenticate", filled)
    #expect(try refused.types() == ["KbaCreateCallback", "KbaCreateCallback"])
    let terms = await desk.post("/json/authenticate", Join.set(try refused.json(), ["IDToken2question": "Other?"]))
    #expect(try terms.types() == ["TermsAndConditionsCallback"])
    let consent = await desk.answer(try await desk.answer(try terms.json(), false).json(), true)
    #expect(try consent.types() == ["ConsentMappingCallback"])
    #expect(await desk.answer(try consent.json(), true).status == 200)
    let user = try #require(desk.application.realms["/"]?.users.user("demo"))
    #expect(user.attribute("age")?.integer == 42)
    #expect(user.attribute("preferences/updates")?.bool == true)
    #expect(user.securityAnswers.count == 2)
    #expect(user.acceptedTerms == "0.0")
  }

  @Test func `an identity provider signs in, and the second time it knows the account`() async throws {
    let desk = try Desk()
    for _ in 0..<2 {
      let select = await desk.start("Social")
      #expect(try select.types() == ["SelectIdPCallback", "NameCallback", "PasswordCallback"])
      let redirect = await desk.answer(try select.json(), "sandbox")
      #expect(redirect.headers("Set-Cookie").contains { $0.hasPrefix("reentry=") })
      let url = try #require(try redirect.output(0, "redirectUrl")?.string)
      let path = String(url.dropFirst("http://127.0.0.1:8080/am".utf8.count))
      let back = await desk.send("GET", path + "&account=alice").redirected
      let query = "code=\(back["code"] ?? "")&state=\(back["state"] ?? "")"
      let wrong = await desk.post(
        "/json/authenticate?code=\(back["code"] ?? "")&state=x", ["authId": try redirect.json()["authId"] ?? .null])
      #expect(wrong.status == 401)
      let end = await desk.post("/json/authenticate?\(query)", ["authId": try redirect.json()["authId"] ?? .null])
      #expect(end.status == 200)
    }
  }

  @Test func `an error of the identity provider finds the journey by the cookie`() async throws {
    let desk = try Desk()
    let redirect = await desk.answer(try await desk.start("Social").json(), "sandbox")
    let cookie = try #require(
      redirect.headers("Set-Cookie").first { $0.hasPrefix("reentry=") }?.split(separator: ";").first)
    let url = try #require(try redirect.output(0, "redirectUrl")?.string)
    let state = try #require(Parameters(encoded: String(url.split(separator: "?")[1]))["state"])
    let end = await desk.send(
      "POST", "/json/authenticate?error=access_denied&state=\(state)", headers: [("Cookie", String(cookie))])
    #expect(end.status == 401)
  }

  @Test func `a phone registers and accepts with signed answers`() async throws {
    let desk = try Desk()
    func answer(_ action: String, _ id: String, secret: [UInt8], challenge: [UInt8], more: JSON.Object = [:])
      async throws -> Int
    {
      var claims: JSON.Object = ["response": .string(Base64.encode(HashAlgorithm.sha256.hmac(key: secret, challenge)))]
      for member in more.members { claims[member.name] = member.value }
      let jwt = try JWS.sign(header: ["alg": "HS256"], payload: JSON.object(claims).bytes(), secret: secret)
      return await desk.post(
        "/json/push/sns/message?_action=" + action, ["messageId": .string(id), "jwt": .string(jwt)]
      ).status
    }
    let register = try await signIn(desk, "Push")
    let uri = try #require(try register.output(2, "value")?.string)
    let facts = Parameters(encoded: String(uri.split(separator: "?")[1]))
    let secret = try #require(facts["s"].flatMap(Base64URL.decode))
    let challenge = try #require(facts["c"].flatMap(Base64URL.decode))
    let id = try #require(facts["m"])
    #expect(try await answer("register", id, secret: [UInt8](repeating: 1, count: 32), challenge: challenge) == 400)
    #expect(
      try await answer(
        "register", id, secret: secret, challenge: challenge, more: ["mechanismUid": "m1", "deviceName": "Phone"])
        == 200)
    let codes = await desk.answer(try register.json())
    #expect(try codes.output(0, "messageType")?.string == "4")
    let wait = await desk.answer(try codes.json())
    let message = try #require(try await desk.control("GET", "/outbox").json()[0])
    #expect(message["mechanismUid"]?.string == "m1")
    let asked = try #require(message["challenge"]?.string.flatMap(Base64.decode))
    #expect(
      try await answer("authenticate", message["messageId"]?.string ?? "", secret: secret, challenge: asked) == 200)
    desk.clock.advance(seconds: 3)
    #expect(await desk.answer(try wait.json()).status == 200)
  }

  @Test func `a policy advises a journey, and the session of it is let in`() async throws {
    let desk = try Desk()
    let token = try await desk.session()
    func evaluate(_ resource: String, _ token: String) async throws -> JSON {
      try await desk.post(
        "/json/policies?_action=evaluate",
        [
          "resources": [.string(resource)], "application": "iPlanetAMWebAgentService",
          "subject": ["ssoToken": .string(token)],
        ],
        headers: [("iPlanetDirectoryPro", token)]
      ).json()
    }
    let denied = try await evaluate("https://api.example.org/journey/StepUp/pay", token)
    #expect(denied[0]?["actions"] == [:])
    let value = try #require(denied[0]?["advices"]?["AuthenticateToServiceConditionAdvice"]?[0]?.string)
    #expect(value == "/:StepUp")
    let xml =
      "<Advices><AttributeValuePair><Attribute name=\"AuthenticateToServiceConditionAdvice\"/><Value>\(value)</Value></AttributeValuePair></Advices>"
    let path = "/json/authenticate?authIndexType=composite_advice&authIndexValue=" + PercentText.encode(xml)
    let step = await desk.post(path, [:], headers: [("iPlanetDirectoryPro", token)])
    let end = await desk.answer(try step.json(), "demo", "Ch4ng31t", headers: [("iPlanetDirectoryPro", token)])
    let new = try #require(try end.json()["tokenId"]?.string)
    #expect(try await evaluate("https://api.example.org/journey/StepUp/pay", new)[0]?["actions"]?["GET"] == true)
    #expect(try await evaluate("https://api.example.org/level/5", new)[0]?["actions"]?["GET"] == true)
  }

  @Test func `a browser signs in on the page and comes back to where it was, and nowhere else`() async throws {
    let desk = try Desk()
    let goto = "http://127.0.0.1:8080/am/oauth2/authorize?client_id=journey"
    let form = [("username", "demo"), ("password", "Ch4ng31t"), ("goto", goto)]
    let back = await desk.form("/UI/Login?realm=/", form)
    #expect(back.status == 302)
    #expect(back.header("Location") == goto)
    #expect(back.headers("Set-Cookie").contains { $0.hasPrefix("iPlanetDirectoryPro=") })
    let elsewhere = await desk.form(
      "/UI/Login?realm=/", [("username", "demo"), ("password", "Ch4ng31t"), ("goto", "https://evil.example/")])
    #expect(elsewhere.header("Location")?.hasPrefix("http://127.0.0.1:8080/am/") == true)
    let foreign = await desk.form("/UI/Login?realm=/", form, headers: [("Origin", "https://evil.example")])
    #expect(foreign.status == 403)
    #expect(await desk.form("/UI/Login?realm=/", [("username", "demo"), ("password", "x")]).status == 401)
  }

  @Test func `a line of the log tells the journey and no secret`() async throws {
    let lines = Lines()
    let desk = try Desk { $0.requestLog = { lines.add($0) } }
    _ = try await signIn(desk, "Login")
    let line = try #require(lines.all.last)
    #expect(line.hasPrefix("POST /am/json/authenticate Login, Sign in: outcome, Check the password: true, success 200"))
    #expect(!lines.all.contains { $0.contains("Ch4ng31t") })
  }
}

/// Lines as they come.
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }
}
