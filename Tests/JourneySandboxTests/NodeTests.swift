import Crypto
import JOSE
import JSON
import Testing

@testable import JourneySandbox

/// Name and password on a page, and what comes after the right ones.
private func login(_ name: String, then nodes: [ExportMaker.Node], first: String, entry: JSON.Object = [:]) -> JSON {
  ExportMaker.journey(
    name,
    [
      ExportMaker.page(
        "page", [("name", "UsernameCollectorNode"), ("password", "PasswordCollectorNode")], [("outcome", "check")]),
      .init("check", "DataStoreDecisionNode", [:], [("true", first), ("false", ExportMaker.failure)]),
    ] + nodes, children: [("name", "UsernameCollectorNode", [:]), ("password", "PasswordCollectorNode", [:])],
    entry: entry)
}

private let success = ExportMaker.success
private let failure = ExportMaker.failure

struct NodeTests {
  func signIn(_ desk: Desk, _ journey: String) async throws -> Reply {
    await desk.answer(try await desk.start(journey).json(), "demo", "Ch4ng31t")
  }

  @Test func `an older social node finds an account, which is then made and known`() async throws {
    let nodes: [ExportMaker.Node] = [
      .init("google", "SocialGoogleNode", ["provider": "g"], [("ACCOUNT_EXISTS", success), ("NO_ACCOUNT", "make")]),
      .init("make", "ProvisionDynamicAccountNode", [:], [("outcome", success)]),
    ]
    let desk = try Desk(journey: ExportMaker.journey("Google", nodes))
    for _ in 0..<2 {
      let step = await desk.start("Google")
      let url = try #require(try step.output(0, "redirectUrl")?.string)
      let back = await desk.send(
        "GET", String(url.dropFirst("http://127.0.0.1:8080/am".utf8.count)) + "&account=alice"
      ).redirected
      let end = await desk.answer(
        try step.json(), query: "?code=\(back["code"] ?? "")&state=\(back["state"] ?? "")")
      #expect(end.status == 200)
    }
    #expect(desk.application.realms["/"]?.users.user("alice@example.org")?.aliases == ["g-alice"])
  }

  @Test func `the user of a session that was looked up is whose password is checked`() async throws {
    let export = ExportMaker.journey(
      "Update",
      [
        .init(
          "who", "SessionDataNode", ["sessionDataKey": "UserToken", "sharedStateKey": "userName"],
          [("outcome", "ask")]),
        .init("ask", "PasswordCollectorNode", [:], [("outcome", "check")]),
        .init("check", "DataStoreDecisionNode", [:], [("true", success), ("false", failure)]),
      ])
    let desk = try Desk(journey: export)
    let session: HeaderList = [("iPlanetDirectoryPro", try await desk.session())]
    let step = try await desk.start("Update", headers: session).json()
    #expect(await desk.answer(step, "wrong", headers: session).status == 401)
    #expect(await desk.answer(step, "Ch4ng31t", headers: session).status == 200)
    #expect(await desk.answer(try await desk.start("Update").json(), "Ch4ng31t").status == 401)
  }

  @Test func `a password that has to be changed keeps the policy`() async throws {
    let node = ExportMaker.Node("store", "IdentityStoreDecisionNode", [:], [("TRUE", success), ("FALSE", failure)])
    let export = ExportMaker.journey(
      "Store",
      [
        .init("name", "UsernameCollectorNode", [:], [("outcome", "password")]),
        .init("password", "PasswordCollectorNode", [:], [("outcome", "store")]), node,
      ])
    var made: Desk?
    try TemporaryFile.with(export.text()) { journeys in
      try TemporaryFile.with(#"{"users":[{"username":"lea","password":"old","mustChangePassword":true}]}"#) { users in
        made = try Desk {
          $0.journeyFiles = [journeys]
          $0.usersFile = users
        }
      }
    }
    let desk = try #require(made)
    let password = await desk.answer(try await desk.start("Store").json(), "lea")
    var step = await desk.answer(try password.json(), "old")
    for new in ["short", "abcdefghi"] {
      step = await desk.answer(try step.json(), "old", .string(new), .string(new), 0)
      #expect(try step.types().count == 5, "\(new)")
    }
    #expect(await desk.answer(try step.json(), "old", "Abcdefgh1", "Abcdefgh1", 0).status == 200)
  }

  @Test func `a persistent cookie ends when it is not used, and lives on when it is`() async throws {
    let keep = login(
      "Keep",
      then: [
        .init("cookie", "SetPersistentCookieNode", ["idleTimeout": 1, "maxLife": 3], [("outcome", success)])
      ], first: "cookie")
    let use = ExportMaker.journey(
      "Use",
      [.init("cookie", "PersistentCookieDecisionNode", ["idleTimeout": 1], [("true", success), ("false", failure)])])
    let trees = (keep["trees"]?.object ?? [:]).merging(use["trees"]?.object ?? [:])
    let desk = try Desk(journey: ["trees": .object(trees)])
    func cookie(_ reply: Reply) throws -> String {
      String(
        try #require(reply.headers("Set-Cookie").first { $0.hasPrefix("session-jwt=") }?.split(separator: ";").first))
    }
    let first = try cookie(try await signIn(desk, "Keep"))
    desk.clock.advance(seconds: 3500)
    let used = await desk.start("Use", headers: [("Cookie", first)])
    #expect(used.status == 200)
    desk.clock.advance(seconds: 3500)
    #expect(await desk.start("Use", headers: [("Cookie", first)]).status == 401)
    let again = await desk.start("Use", headers: [("Cookie", try cookie(used))])
    #expect(again.status == 200)
    desk.clock.advance(seconds: 3500)
    let last = await desk.start("Use", headers: [("Cookie", try cookie(again))])
    desk.clock.advance(seconds: 600)
    #expect(await desk.start("Use", headers: [("Cookie", try cookie(last))]).status == 401)
    #expect(await desk.start("Use", headers: [("Cookie", first + "x")]).status == 401)
  }

  @Test func `polling goes on until the time is over, and 100 does not exit`() async throws {
    let node = ExportMaker.Node(
      "wait", "PollingWaitNode", ["secondsToWait": 5, "exitable": true, "exitMessage": ["en": "Exit"]],
      [("DONE", success), ("EXITED", failure)])
    let desk = try Desk(journey: login("Wait", then: [node], first: "wait"))
    let step = try await signIn(desk, "Wait")
    #expect(try step.types() == ["PollingWaitCallback", "ConfirmationCallback"])
    #expect(try step.output(0, "waitTime")?.string == "5000")
    let early = await desk.answer(try step.json())
    #expect(try early.types() == ["PollingWaitCallback", "ConfirmationCallback"])
    desk.clock.advance(seconds: 5)
    #expect(await desk.answer(try early.json()).status == 200)
    #expect(await desk.answer(try await signIn(desk, "Wait").json(), 0).status == 401)
  }

  @Test func `a one-time code comes by mail, works once and only for its time`() async throws {
    let nodes: [ExportMaker.Node] = [
      .init("make", "OneTimePasswordGeneratorNode", ["length": 6], [("outcome", "send")]),
      .init("send", "OneTimePasswordSmtpSenderNode", [:], [("outcome", "ask")]),
      .init(
        "ask", "OneTimePasswordCollectorDecisionNode", ["passwordExpiryTime": 2],
        [("true", success), ("false", failure)]),
    ]
    let desk = try Desk(journey: login("Code", then: nodes, first: "make"))
    let step = try await signIn(desk, "Code").json()
    let mails = try await desk.control("GET", "/outbox?to=demo@example.org").json()
    let code = try #require(mails[0]?["code"]?.string)
    #expect(code.utf8.count == 6)
    #expect(await desk.answer(step, "000000x").status == 401)
    #expect(await desk.answer(step, .string(code)).status == 200)
    let late = try await signIn(desk, "Code").json()
    desk.clock.advance(seconds: 121)
    let second = try await desk.control("GET", "/outbox").json()[1]?["code"]?.string ?? ""
    #expect(await desk.answer(late, .string(second)).status == 401)
  }

  @Test func `a suspended journey goes on with the link, once`() async throws {
    let export = login(
      "Mail",
      then: [
        .init(
          "mail", "EmailSuspendNode",
          [
            "emailTemplateName": "hello", "objectLookup": true, "identityAttribute": "userName",
            "emailSuspendMessage": ["en": "Look into your mail."],
          ], [("outcome", success)])
      ], first: "mail",
      entry: [
        "emailTemplates": [
          "hello": ["subject": ["en": "Hello {{object.givenName}}"], "message": ["en": "Go to {{object.resumeURI}}"]]
        ]
      ])
    let desk = try Desk(journey: export)
    let step = try await signIn(desk, "Mail").json()
    #expect(step.object?.members.map(\.name) == ["callbacks"])
    #expect(step["callbacks"]?[0]?["type"]?.string == "SuspendedTextOutputCallback")
    let mail = try #require(try await desk.control("GET", "/outbox").json()[0])
    #expect(mail["subject"]?.string == "Hello Demo")
    let link = try #require(mail["resumeUri"]?.string)
    #expect(mail["text"]?.string == "Go to " + link)
    let id = try #require(Parameters(encoded: String(link.split(separator: "?")[1]))["suspendedId"])
    #expect(await desk.post("/json/authenticate?suspendedId=\(id)", [:]).status == 200)
    let again = await desk.post("/json/authenticate?suspendedId=\(id)", [:])
    #expect(again.status == 401)
    #expect(again.text.contains("SuspendedAuthSessionException: Token not found"))
  }

  @Test func `a validated password names the policies that it breaks`() async throws {
    let export = ExportMaker.journey(
      "Password", [.init("password", "ValidatedPasswordNode", ["validateInput": true], [("outcome", failure)])])
    let desk = try Desk(journey: export)
    let step = await desk.start("Password")
    #expect(try step.types() == ["ValidatedCreatePasswordCallback"])
    #expect(try step.output(0, "failedPolicies") == [])
    let again = await desk.answer(try step.json(), "short")
    let failed = (try again.output(0, "failedPolicies")?.array ?? []).compactMap(\.string)
    #expect(failed.first == #"{"policyRequirement":"MIN_LENGTH","params":{"minLength":8}}"#)
    #expect(try again.json()["callbacks"]?[0]?["input"]?[0]?["value"]?.string == "")
    #expect(await desk.answer(try again.json(), "Sufficient1").status == 401)
  }

  @Test func `a registration makes a user who can sign in`() async throws {
    let children: [(key: String, type: String, configuration: JSON.Object)] = [
      ("user", "ValidatedUsernameNode", ["validateInput": true]),
      (
        "who", "AttributeCollectorNode",
        ["attributesToCollect": ["givenName", "sn", "mail"], "required": true, "validateInputs": true]
      ),
      ("pass", "ValidatedPasswordNode", ["validateInput": true]), ("kba", "KbaCreateNode", [:]),
      ("terms", "AcceptTermsAndConditionsNode", [:]),
    ]
    let export = ExportMaker.journey(
      "Join",
      [
        ExportMaker.page("page", children.map { ($0.key, $0.type) }, [("outcome", "create")]),
        .init(
          "create", "CreateObjectNode", ["identityResource": "managed/user"],
          [("CREATED", success), ("FAILURE", failure)]),
      ], children: children)
    let desk = try Desk(journey: export)
    let step = try await desk.start("Join").json()
    let first = await desk.answer(step, "demo", "New", "Comer", "no mail", "Passw0rd", "", "", true)
    #expect(try first.json()["authId"] != nil)
    #expect(
      (try first.output(0, "failedPolicies")?.array ?? []).compactMap(\.string) == [
        #"{"policyRequirement":"VALID_USERNAME"}"#
      ])
    let filled = Join.filled(try first.json(), user: "newcomer")
    #expect(await desk.post("/json/authenticate", filled).status == 200)
    let login = await desk.answer(try await desk.start().json(), "newcomer", "Passw0rd")
    #expect(login.status == 200)
  }

  @Test func `a retry limit of two lets two tries pass and a success clears it`() async throws {
    let export = ExportMaker.journey(
      "Limit",
      [
        ExportMaker.page(
          "page", [("name", "UsernameCollectorNode"), ("password", "PasswordCollectorNode")], [("outcome", "check")]),
        .init("check", "DataStoreDecisionNode", [:], [("true", success), ("false", "limit")]),
        .init("limit", "RetryLimitDecisionNode", ["retryLimit": 2], [("Retry", "page"), ("Reject", "lock")]),
        .init("lock", "AccountLockoutNode", ["lockAction": "LOCK"], [("outcome", failure)]),
      ], children: [("name", "UsernameCollectorNode", [:]), ("password", "PasswordCollectorNode", [:])])
    let desk = try Desk(journey: export)
    var reply = await desk.start("Limit")
    for _ in 0..<2 { reply = await desk.answer(try reply.json(), "demo", "wrong") }
    #expect(reply.status == 200)
    reply = await desk.answer(try reply.json(), "demo", "wrong")
    #expect(reply.status == 401)
    #expect(await desk.answer(try await desk.start().json(), "demo", "Ch4ng31t").status == 401)
    #expect(await desk.control("POST", "/reset").status == 200)
    #expect(await desk.answer(try await desk.start().json(), "demo", "Ch4ng31t").status == 200)
  }

  @Test func `an inner journey hands its state back, and its exception goes to the error outcome`() async throws {
    let inner = ExportMaker.tree(
      "Inside", [.init("ask", "UsernameCollectorNode", [:], [("outcome", success)])], settings: ["innerTreeOnly": true])
    let broken = ExportMaker.tree("Broken", [.init("a", "DataStoreDecisionNode", [:], [("true", success)])])
    let outer = ExportMaker.tree(
      "Outside",
      [
        .init("in", "InnerTreeEvaluatorNode", ["tree": "Inside"], [("true", "bad"), ("false", failure)]),
        .init(
          "bad", "InnerTreeEvaluatorNode", ["tree": "Broken", "displayErrorOutcome": true],
          [("true", failure), ("false", failure), ("error", success)]),
      ])
    let desk = try Desk(journey: [
      "trees": ["Inside": .object(inner), "Broken": .object(broken), "Outside": .object(outer)]
    ])
    #expect(await desk.start("Inside").status == 400)
    let step = await desk.start("Outside")
    #expect(try step.types() == ["NameCallback"])
    #expect(await desk.answer(try step.json(), "demo").status == 200)
  }

  @Test func `success and failure have the URLs and details that nodes set`() async throws {
    let nodes: [ExportMaker.Node] = [
      .init(
        "pick", "ChoiceCollectorNode", ["prompt": "", "choices": ["good", "bad"]], [("good", "url"), ("bad", "no")]),
      .init("url", "SetSuccessUrlNode", ["successUrl": "https://app.example/in"], [("outcome", "more")]),
      .init(
        "more", "SetSuccessDetailsNode",
        [
          "successDetails": ["plan": "gold", "count": "3", "tokenId": "forged"],
          "sessionProperties": ["who": "UserToken"],
        ],
        [("outcome", "level")]),
      .init("level", "ModifyAuthLevelNode", ["authLevelIncrement": 5], [("outcome", "props")]),
      .init(
        "props", "SetSessionPropertiesNode", ["properties": ["color": "red"], "maxSessionTime": 7],
        [("outcome", success)]),
      .init("no", "SetFailureUrlNode", ["failureUrl": "https://app.example/out"], [("outcome", "why")]),
      .init(
        "why", "SetFailureDetailsNode", ["failureMessage": ["en": "Not <today>"], "failureDetails": ["when": "later"]],
        [("outcome", failure)]),
    ]
    let desk = try Desk(journey: login("Ends", then: nodes, first: "pick"))
    let step = try await signIn(desk, "Ends").json()
    let bad = try await desk.answer(step, 1).json()
    #expect(bad["message"]?.string == "Not &lt;today&gt;")
    #expect(bad["detail"]?.text() == #"{"when":"later","failureUrl":"https://app.example/out"}"#)
    let good = try await desk.answer(step, 0).json()
    #expect(good["successUrl"]?.string == "https://app.example/in")
    #expect(good["plan"]?.string == "gold")
    #expect(good["count"]?.integer == 3)
    #expect(good["who"]?.string == "demo")
    let token = try #require(good["tokenId"]?.string)
    #expect(token != "forged")
    let info = try await desk.post(
      "/json/sessions?_action=getSessionInfo", [:], headers: [("iPlanetDirectoryPro", token)]
    ).json()
    #expect(info["properties"]?["color"]?.string == "red")
    #expect(info["maxSessionExpirationTime"]?.string == Moment(milliseconds: 1_770_000_000_000).adding(minutes: 7).text)
  }

  @Test func `a code of the registered app signs in once`() async throws {
    let nodes: [ExportMaker.Node] = [
      .init(
        "verify", "OathTokenVerifierNode", [:],
        [("successOutcome", success), ("failureOutcome", failure), ("notRegisteredOutcome", "register")]),
      .init("register", "OathRegistrationNode", [:], [("successOutcome", "codes"), ("failureOutcome", failure)]),
      .init("codes", "RecoveryCodeDisplayNode", [:], [("outcome", "verify")]),
    ]
    let desk = try Desk(journey: login("Oath", then: nodes, first: "verify"))
    let step = try await signIn(desk, "Oath")
    #expect(
      try step.types() == ["TextOutputCallback", "TextOutputCallback", "HiddenValueCallback", "ConfirmationCallback"])
    let uri = try #require(try step.output(2, "value")?.string)
    #expect(uri.hasPrefix("otpauth://totp/ForgeRock:demo?secret="))
    let codes = await desk.answer(try step.json())
    #expect(try codes.types() == ["TextOutputCallback"])
    let ask = await desk.answer(try codes.json())
    #expect(try ask.types() == ["NameCallback", "ConfirmationCallback"])
    let device = try #require(desk.application.realms["/"]?.users.user("demo")?.devices[.oath].first)
    let secret = try #require(device.secret["secret"]?.string.flatMap(Base64.decode))
    let code = OneTimeCode.code(secret: secret, counter: 1_770_000_000 / 30, digits: 6, algorithm: .sha1)
    #expect(await desk.answer(try ask.json(), .string(code)).status == 200)
    let second = try await signIn(desk, "Oath")
    #expect(await desk.answer(try second.json(), .string(code)).status == 401)
  }

  @Test func `a bound key signs challenges, another one does not`() async throws {
    let nodes: [ExportMaker.Node] = [
      .init(
        "verify", "DeviceSigningVerifierNode", ["applicationIds": ["app"]],
        [("success", success), ("failure", failure), ("noDeviceRegistered", "bind"), ("keyNotFound", failure)]),
      .init(
        "bind", "DeviceBindingNode", ["authenticationType": "NONE", "applicationIds": ["app"]],
        [("success", success), ("failure", failure), ("Unsupported", failure)]),
    ]
    let desk = try Desk(journey: login("Bind", then: nodes, first: "verify"))
    let key = try JWK.generate(.p256, kid: "k1", alg: .ES256)
    func signed(_ step: JSON, withKey: Bool, key: JWK) throws -> JSON {
      let outputs = step["callbacks"]?[0]?["output"]?.array ?? []
      func output(_ name: String) -> JSON { outputs.first { $0["name"]?.string == name }?["value"] ?? .null }
      var header: JSON.Object = ["alg": "ES256", "kid": "k1"]
      if withKey { header["jwk"] = .object(key.publicKey.json) }
      let claims: JSON = [
        "sub": output("userId"), "iss": "app", "challenge": output("challenge"), "exp": 1_770_000_060,
        "iat": 1_770_000_000,
      ]
      return .string(try JWS.sign(header: header, payload: claims.bytes(), key: key))
    }
    let bind = try await signIn(desk, "Bind").json()
    #expect(bind["callbacks"]?[0]?["type"]?.string == "DeviceBindingCallback")
    let answer = Join.set(bind, ["IDToken1jws": try signed(bind, withKey: true, key: key), "IDToken1deviceId": "d1"])
    #expect(await desk.post("/json/authenticate", answer).status == 200)
    let verify = try await signIn(desk, "Bind").json()
    #expect(verify["callbacks"]?[0]?["type"]?.string == "DeviceSigningVerifierCallback")
    let other = try JWK.generate(.p256, kid: "k1", alg: .ES256)
    let forged = Join.set(verify, ["IDToken1jws": try signed(verify, withKey: false, key: other)])
    #expect(await desk.post("/json/authenticate", forged).status == 401)
    let right = Join.set(verify, ["IDToken1jws": try signed(verify, withKey: false, key: key)])
    #expect(await desk.post("/json/authenticate", right).status == 200)
  }

  @Test func `a phone that accepts lets the journey on`() async throws {
    let nodes: [ExportMaker.Node] = [
      .init("send", "PushAuthenticationSenderNode", [:], [("SENT", "wait"), ("NOT_REGISTERED", "register")]),
      .init("wait", "PushWaitNode", ["secondsToWait": 1], [("DONE", "result"), ("EXITED", failure)]),
      .init(
        "result", "PushResultVerifierNode", [:],
        [("TRUE", success), ("FALSE", failure), ("EXPIRED", failure), ("WAITING", "wait")]),
      .init(
        "register", "PushRegistrationNode", ["generateRecoveryCodes": false],
        [("successOutcome", "send"), ("failureOutcome", failure), ("timeoutOutcome", failure)]),
    ]
    let desk = try Desk(journey: login("Push", then: nodes, first: "send"))
    let register = try await signIn(desk, "Push")
    let uri = try #require(try register.output(2, "value")?.string)
    #expect(uri.hasPrefix("pushauth://push/"))
    let message = try #require(Parameters(encoded: String(uri.split(separator: "?")[1]))["m"])
    #expect(try await desk.answer(try register.json()).types().last == "PollingWaitCallback")
    #expect(await desk.control("POST", "/push", ["messageId": .string(message), "accept": true]).status == 200)
    let wait = await desk.answer(try register.json())
    #expect(try wait.types() == ["PollingWaitCallback", "ConfirmationCallback"])
    let id = try #require(try await desk.control("GET", "/outbox").json()[0]?["messageId"])
    #expect(await desk.control("POST", "/push", ["messageId": id, "accept": true]).status == 200)
    desk.clock.advance(seconds: 2)
    #expect(await desk.answer(try wait.json()).status == 200)
  }
}

/// Fills steps by the names of their inputs.
enum Join {
  static func filled(_ step: JSON, user: String) -> JSON {
    var answers: [String: JSON] = [:]
    for (index, callback) in (step["callbacks"]?.array ?? []).enumerated() {
      let name = "IDToken\(index + 1)"
      switch callback["type"]?.string {
      case "ValidatedCreateUsernameCallback": answers[name] = .string(user)
      case "ValidatedCreatePasswordCallback": answers[name] = "Passw0rd"
      case "KbaCreateCallback":
        answers[name + "question"] = .string("Question \(index)?")
        answers[name + "answer"] = "answer"
      case "TermsAndConditionsCallback": answers[name] = true
      case "StringAttributeInputCallback": answers[name] = "new@example.org"
      default: break
      }
    }
    return set(step, answers)
  }

  static func set(_ step: JSON, _ answers: [String: JSON]) -> JSON {
    var document = step.object ?? JSON.Object()
    document["callbacks"] = .array(
      (step["callbacks"]?.array ?? []).map { callback in
        var members = callback.object ?? JSON.Object()
        guard let inputs = callback["input"]?.array else { return callback }
        members["input"] = .array(
          inputs.map { input in
            guard let name = input["name"]?.string, let value = answers[name] else { return input }
            return ["name": .string(name), "value": value]
          })
        return .object(members)
      })
    return .object(document)
  }
}
