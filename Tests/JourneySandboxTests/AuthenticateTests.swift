import HTTPServer
import JSON
import Testing

@testable import JourneySandbox

struct AuthenticateTests {
  @Test func `the page of Login has two callbacks with ids and nothing that trees do not send`() async throws {
    let desk = try Desk()
    let step = try await desk.start().json()
    #expect(
      step["callbacks"]?.text()
        == #"[{"type":"NameCallback","output":[{"name":"prompt","value":"User Name"}],"input":[{"name":"IDToken1","value":""}],"_id":0},"#
        + #"{"type":"PasswordCallback","output":[{"name":"prompt","value":"Password"}],"input":[{"name":"IDToken2","value":""}],"_id":1}]"#
    )
    #expect(step.object?.members.map(\.name) == ["authId", "callbacks"])
  }

  @Test func `a good login ends with a token of 110 characters and the cookie of it`() async throws {
    let desk = try Desk()
    let end = await desk.answer(try await desk.start().json(), "demo", "Ch4ng31t")
    let document = try end.json()
    let token = try #require(document["tokenId"]?.string)
    #expect(end.status == 200)
    #expect(token.utf8.count == 110)
    #expect(token.hasSuffix("*"))
    #expect(document["realm"]?.string == "/")
    #expect(
      end.headers("Set-Cookie") == [
        "iPlanetDirectoryPro=\(token); Path=/; HttpOnly", "amlbcookie=01; Path=/; HttpOnly",
      ])
  }

  @Test(arguments: ["demo", "nobody"])
  func `a wrong password and an unknown user get the same 401`(user: String) async throws {
    let desk = try Desk()
    let end = await desk.answer(try await desk.start().json(), .string(user), "wrong")
    #expect(end.status == 401)
    #expect(end.text == #"{"code":401,"reason":"Unauthorized","message":"Login failure"}"#)
    #expect(end.headers("Set-Cookie").isEmpty)
  }

  @Test func `an empty password brings the page again with the name, a new id and a new authId`() async throws {
    let desk = try Desk()
    let first = try await desk.start().json()
    let again = try await desk.answer(first, "demo", "").json()
    let callbacks = again["callbacks"]?.array ?? []
    #expect(callbacks.compactMap { $0["_id"]?.integer } == [0, 2])
    #expect(callbacks.compactMap { $0["input"]?[0]?["value"]?.string } == ["demo", ""])
    #expect(again["authId"] != first["authId"])
    #expect(await desk.answer(again, "demo", "Ch4ng31t").status == 200)
  }

  @Test func `a step that has expired is told by error code 110`() async throws {
    let desk = try Desk()
    let step = try await desk.start().json()
    desk.clock.advance(seconds: 301)
    let end = await desk.answer(step, "demo", "Ch4ng31t")
    #expect(end.status == 401)
    #expect(try end.json()["detail"]?["errorCode"]?.string == "110")
  }

  @Test func `whoever posts a step that is in work comes too early, on the last step and before`() async throws {
    let desk = try Desk()
    let steps = [
      (Desk.filled(try await desk.start().json(), ["demo", "Ch4ng31t"]), "tokenId"),
      (Desk.filled(try await desk.start("TwoSteps").json(), ["demo"]), "authId"),
    ]
    for (step, member) in steps {
      _ = await desk.control("POST", "/faults", ["fault": "latency", "milliseconds": 1, "count": 1])
      let request = ServerRequest(
        method: "POST", target: "/am/json/authenticate",
        headers: [("Host", "127.0.0.1:8080"), ("Content-Type", "application/json")], body: step.bytes())
      // Its work is done when this returns, its answer is still held back.
      let held = desk.application.answer(request)
      let early = await desk.post("/json/authenticate", step)
      #expect(early.status == 401)
      #expect(try early.json()["message"]?.string == "Too Many Authentication Attempts!!")
      #expect(try Reply(await held.response).json()[member] != nil)
      #expect(try await desk.post("/json/authenticate", step).json()[member] != nil)
    }
  }

  @Test func `a reset forgets the steps that are in work, too`() async throws {
    let desk = try Desk()
    let step = Desk.filled(try await desk.start().json(), ["demo", "Ch4ng31t"])
    _ = await desk.control("POST", "/faults", ["fault": "latency", "milliseconds": 1, "count": 1])
    let request = ServerRequest(
      method: "POST", target: "/am/json/authenticate",
      headers: [("Host", "127.0.0.1:8080"), ("Content-Type", "application/json")], body: step.bytes())
    let held = desk.application.answer(request)
    #expect(await desk.control("POST", "/reset").status < 300)
    _ = await held.response
    #expect(await desk.post("/json/authenticate", step).status == 401)
  }

  @Test func `a step can be answered again until it expires, after a failure and after a success`() async throws {
    let desk = try Desk()
    let step = try await desk.start().json()
    #expect(await desk.answer(step, "demo", "wrong").status == 401)
    let first = try await desk.answer(step, "demo", "Ch4ng31t").json()["tokenId"]?.string
    let second = try await desk.answer(step, "demo", "Ch4ng31t").json()["tokenId"]?.string
    #expect(try #require(first) != #require(second))
    desk.clock.advance(seconds: 301)
    #expect(try await desk.answer(step, "demo", "Ch4ng31t").json()["detail"]?["errorCode"]?.string == "110")
  }

  @Test func `each branch of a step that was answered twice goes to its own end`() async throws {
    let desk = try Desk()
    let name = try await desk.start("TwoSteps").json()
    let left = try await desk.answer(name, "demo").json()
    let right = try await desk.answer(name, "demo").json()
    #expect(await desk.answer(left, "Ch4ng31t").status == 200)
    #expect(await desk.answer(right, "Ch4ng31t").status == 200)
  }

  @Test(arguments: [
    ("x", "Failed to parse JWT, not right number of dots, 1"),
    ("a.b.c.d", "Failed to parse JWT, not right number of dots, 4"),
  ])
  func `what is no JWT is refused with the number of its parts`(authID: String, message: String) async throws {
    let desk = try Desk()
    let reply = await desk.post("/json/authenticate", ["authId": .string(authID), "callbacks": []])
    #expect(reply.status == 400)
    #expect(try reply.json()["message"]?.string == message)
  }

  @Test func `a value of another JSON type is refused and the step stays`() async throws {
    let desk = try Desk()
    let step = try await desk.start().json()
    let refused = await desk.answer(step, 5, "Ch4ng31t")
    #expect(refused.status == 500)
    #expect(
      try refused.json()["message"]?.string
        == "org.forgerock.json.JsonValueException: /callbacks/0/input/0/value: Expecting a java.lang.String")
    #expect(await desk.answer(step, "demo", "Ch4ng31t").status == 200)
  }

  @Test func `callbacks that were not asked for and callbacks that are missing are told apart`() async throws {
    let desk = try Desk()
    let step = try await desk.start().json()
    let authID = step["authId"] ?? .null
    let foreign: JSON = [
      "authId": authID, "callbacks": [["type": "ChoiceCallback", "input": [["name": "IDToken1", "value": 0]]]],
    ]
    #expect(
      try await desk.post("/json/authenticate", foreign).json()["message"]?.string
        == "Required callback not found in JSON response")
    #expect(
      try await desk.post("/json/authenticate", ["authId": authID]).json()["message"]?.string
        == "Incorrect number of callbacks found in JSON response")
  }

  @Test func `name and password in the headers answer the whole page`() async throws {
    let desk = try Desk()
    let headers = [("X-OpenAM-Username", "=?UTF-8?B?ZGVtbw==?="), ("X-OpenAM-Password", "Ch4ng31t")]
    let end = await desk.send("POST", "/json/authenticate", headers: headers.map { (name: $0.0, value: $0.1) })
    #expect(end.status == 200)
    #expect(try end.json()["tokenId"] != nil)
  }

  @Test func `a name alone in the headers is filled in`() async throws {
    let desk = try Desk()
    let step = await desk.send("POST", "/json/authenticate", headers: [("X-OpenAM-Username", "demo")])
    #expect(try step.json()["callbacks"]?[0]?["input"]?[0]?["value"]?.string == "demo")
  }

  @Test func `noSession leaves token and cookie out`() async throws {
    let desk = try Desk()
    let step = try await desk.start(query: "&noSession=true").json()
    let end = await desk.answer(step, "demo", "Ch4ng31t", query: "?noSession=true")
    #expect(end.text == #"{"successUrl":"/am/console","realm":"/"}"#)
    #expect(end.headers("Set-Cookie") == ["amlbcookie=01; Path=/; HttpOnly"])
  }

  @Test func `a live session of the same journey is a success at once, and ForceAuth asks again`() async throws {
    let desk = try Desk()
    let token = try await desk.session()
    let atOnce = await desk.start(headers: [("iPlanetDirectoryPro", token)])
    #expect(try atOnce.json()["tokenId"]?.string == token)
    #expect(atOnce.headers("Set-Cookie").isEmpty)
    let asked = await desk.start(query: "&ForceAuth=true", headers: [("iPlanetDirectoryPro", token)])
    #expect(try asked.json()["authId"] != nil)
  }

  @Test func `a step-up gives a new token and ends the old one, a failed one leaves it alone`() async throws {
    let desk = try Desk()
    let token = try await desk.session()
    let session = [(name: "iPlanetDirectoryPro", value: token)]
    let step = try await desk.start(query: "&ForceAuth=true", headers: session).json()
    #expect(await desk.answer(step, "demo", "wrong", headers: session).status == 401)
    #expect(await desk.lives(token))
    let new = try #require(try await desk.answer(step, "demo", "Ch4ng31t", headers: session).json()["tokenId"]?.string)
    #expect(new != token)
    #expect(await desk.lives(new))
    #expect(await !desk.lives(token))
  }

  @Test(arguments: ["999.0", "2.2", "3.0"])
  func `a version that there is not is 404 without a body`(version: String) async throws {
    let desk = try Desk()
    let reply = await desk.start(headers: [("Accept-API-Version", "resource=\(version), protocol=1.0")])
    #expect(reply.status == 404)
    #expect(reply.text.isEmpty)
  }

  @Test func `errors have the old form in version 1`() async throws {
    let desk = try Desk()
    let old = [(name: "Accept-API-Version", value: "resource=1.0, protocol=1.0")]
    let end = await desk.answer(try await desk.start(headers: old).json(), "demo", "wrong", headers: old)
    #expect(end.text == #"{"errorMessage":"Login failure"}"#)
    #expect(end.header("Content-API-Version") == "resource=1.2")
  }

  @Test(arguments: ["evil.example:8080", "127.0.0.1:8081", "127.0.0.1.evil.example:8080", ""])
  func `another host is refused before any work`(host: String) async throws {
    let desk = try Desk()
    let reply = await desk.send("GET", "/json/serverinfo/*", host: host)
    #expect(reply.status == 400)
    #expect(!reply.text.contains("cookieName"))
  }

  @Test(arguments: ["localhost:8080", "[::1]:8080", "LOCALHOST:8080"])
  func `the names of loopback are its own`(host: String) async throws {
    #expect(try await Desk().send("GET", "/json/serverinfo/*", host: host).status == 200)
  }

  @Test(arguments: [
    ("/json/realms/root/realms/alpha/serverinfo/*", "/alpha"), ("/json/realms/alpha/serverinfo/*", "/alpha"),
    ("/json/alpha/serverinfo/*", "/alpha"), ("/json/serverinfo/*?realm=/alpha", "/alpha"),
    ("/json/serverinfo/*?realm=/", "/"),
    ("/json/realms/root/serverinfo/*", "/"),
  ])
  func `each spelling of a realm finds it`(path: String, realm: String) async throws {
    #expect(try await Desk().send("GET", path).json()["realm"]?.string == realm)
  }

  @Test(arguments: [
    "/json/realms/root/realms/nosuch/authenticate", "/json/nosuch/authenticate", "/json/authenticate?realm=/nosuch",
    "/json/realms/a%2Fb/authenticate",
  ])
  func `an unknown realm is 404`(path: String) async throws {
    #expect(try await Desk().post(path, [:]).status == 404)
  }

  @Test(arguments: [
    "//json/authenticate", "/json//authenticate", "/json/realms//alpha/authenticate", "/json/authenticate/",
  ])
  func `a slash too many names another resource`(path: String) async throws {
    let refused = try await Desk().post(path, [:])
    #expect(refused.status == 400)
    #expect(try refused.json()["message"]?.string == "No values provided for the request parameter &#39;_action&#39;")
  }

  @Test(arguments: ["x", "resource = 2.1", "resource=2.1 ,protocol=1.0", "resource=", "resource=2.1.0", "other=1.0"])
  func `a version that cannot be read is 400`(version: String) async throws {
    let headers: HeaderList = [("Accept-API-Version", version)]
    for path in ["/json/authenticate", "/json/sessions?_action=validate"] {
      #expect(try await Desk().post(path, [:], headers: headers).status == 400)
    }
  }

  @Test func `the status of a wrong method is 405, its code may differ`() async throws {
    for (method, code) in [("GET", 405), ("PUT", 405), ("PATCH", 501), ("OPTIONS", 501)] {
      let refused = try await Desk().send(method, "/json/authenticate")
      #expect(refused.status == 405)
      #expect(try refused.json()["code"]?.integer == code)
    }
  }

  @Test func `the cookie alone does not let a foreign page act`() async throws {
    let desk = try Desk()
    let token = try await desk.session()
    let cookie = [(name: "Cookie", value: "iPlanetDirectoryPro=\(token)")]
    #expect(await desk.post("/json/sessions?_action=logout", [:], headers: cookie).status == 403)
    #expect(await desk.lives(token))
    #expect(
      await desk.post("/json/sessions?_action=logout", [:], headers: cookie + [("X-Requested-With", "x")]).status == 200
    )
  }

  @Test func `only URLs of the web and paths are where a journey leads`() async throws {
    let desk = try Desk()
    for (target, isTaken) in [
      ("https://app.example/x", true), ("/enduser/?x=1", true), ("javascript:alert(1)", false), ("word", false),
    ] {
      let query = "&goto=\(PercentText.encode(target))&gotoOnFail=\(PercentText.encode(target))"
      let step = try await desk.start(query: query).json()
      let good = try await desk.answer(step, "demo", "Ch4ng31t").json()
      #expect(good["successUrl"]?.string == (isTaken ? target : "/am/console"))
      let bad = try await desk.answer(try await desk.start(query: query).json(), "demo", "wrong").json()
      #expect(bad["detail"]?["failureUrl"]?.string == (isTaken ? target : nil))
    }
  }

  @Test func `with callbackIds a callback that has lost its id is no answer`() async throws {
    func stripped(_ step: JSON) -> JSON {
      var document = Desk.filled(step, ["demo", "Ch4ng31t"]).object ?? [:]
      document["callbacks"] = .array(
        (document["callbacks"]?.array ?? []).map { callback in
          .object(JSON.Object((callback.object ?? [:]).members.filter { $0.name != "_id" }))
        })
      return .object(document)
    }
    let lenient = try Desk()
    #expect(await lenient.post("/json/authenticate", stripped(try await lenient.start().json())).status == 200)
    let strict = try Desk { $0.switches = ["callbackIds"] }
    let step = try await strict.start().json()
    let again = await strict.post("/json/authenticate", stripped(step))
    #expect(try again.types() == ["NameCallback", "PasswordCallback"])
    #expect(try again.json()["callbacks"]?[0]?["_id"]?.integer == 2)
    #expect(try await strict.answer(try again.json(), "demo", "Ch4ng31t").json()["tokenId"] != nil)
  }
}
