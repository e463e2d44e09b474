import JSON
import Testing

@testable import JourneySandbox

/// Journeys that are asked for by what they have to satisfy (am-protocol 1.3, 9.2).
struct AdviceTests {
  private func start(_ desk: Desk, _ pairs: [(String, [String])]) async -> Reply {
    let attributes = pairs.map { name, values in
      "<AttributeValuePair><Attribute name=\"\(name)\"/>" + values.map { "<Value>\($0)</Value>" }.joined()
        + "</AttributeValuePair>"
    }
    let xml = "<Advices>" + attributes.joined() + "</Advices>"
    return await desk.post(
      "/json/authenticate?authIndexType=composite_advice&authIndexValue=" + PercentText.encode(xml), [:])
  }

  @Test func `an advice of a level starts the journey that reaches it, and its session has it`() async throws {
    let desk = try Desk()
    let step = await start(desk, [("AuthLevelConditionAdvice", ["5"])])
    let claims = try Desk.claims(try step.json()["authId"])
    #expect(claims["authIndexType"]?.string == "composite_advice")
    #expect(claims["authIndexValue"]?.string?.hasPrefix("<Advices>") == true)
    let end = try await desk.answer(try step.json(), "demo", "Ch4ng31t").json()
    let token = try #require(end["tokenId"]?.string)
    #expect(desk.application.services.sessions.session(token, at: desk.application.services.clock.now)?.authLevel == 5)
  }

  @Test(arguments: [
    ("AuthLevelConditionAdvice", "99", "No Configuration found"),
    ("AuthLevelConditionAdvice", "x", "Invalid Auth Level."),
    ("AuthenticateToServiceConditionAdvice", "/:NoSuch", "No Configuration found"),
    ("AuthenticateToServiceConditionAdvice", "/alpha:StepUp", "No Configuration found"),
    ("TransactionConditionAdvice", "00000000-0000-4000-8000-000000000000", "No Configuration found"),
    ("NoSuchAdvice", "1", "No Configuration found"),
  ])
  func `an advice that nothing satisfies is 400`(name: String, value: String, message: String) async throws {
    let refused = await start(try Desk(), [(name, [value])])
    #expect(refused.status == 400)
    #expect(try refused.json()["message"]?.string == message)
  }

  @Test func `where several journeys will do, the user chooses, and the session is of the chosen one`() async throws {
    let desk = try Desk()
    let menu = await start(desk, [("AuthenticateToServiceConditionAdvice", ["/:StepUp", "/:TwoSteps"])])
    #expect(try menu.types() == ["ChoiceCallback"])
    #expect(try menu.output(0, "prompt")?.string == "Authentication Menu")
    #expect(try menu.output(0, "choices") == ["/:StepUp", "/:TwoSteps"])
    let name = try await desk.answer(try menu.json(), 1).json()
    #expect(name["callbacks"]?.array?.compactMap { $0["type"]?.string } == ["NameCallback"])
    let end = try await desk.answer(try await desk.answer(name, "demo").json(), "Ch4ng31t").json()
    let token = try #require(end["tokenId"]?.string)
    let session = desk.application.services.sessions.session(token, at: desk.application.services.clock.now)
    #expect(session?.service == "TwoSteps")
  }

  @Test func `a level is an index of its own, and Android's nameless start gets the default journey`() async throws {
    let desk = try Desk()
    let level = await desk.post("/json/authenticate?authIndexType=level&authIndexValue=5", [:])
    #expect(try level.types() == ["NameCallback", "PasswordCallback"])
    #expect(await desk.post("/json/authenticate?authIndexType=level&authIndexValue=6", [:]).status == 400)
    #expect(await desk.start("login").status == 200)
    #expect(await desk.start("LOGIN").status == 400)
  }

  @Test func `a transaction is approved by its user, for one resource, once`() async throws {
    let desk = try Desk()
    let resource = "https://api.example.org/transaction/pay"
    func evaluate(_ token: String, _ resource: String = resource, approval: String? = nil) async throws -> JSON {
      var body: JSON.Object = ["resources": [.string(resource)], "application": "iPlanetAMWebAgentService"]
      if let approval { body["environment"] = ["TxId": [.string(approval)]] }
      let answer = await desk.post(
        "/json/policies?_action=evaluate", .object(body), headers: [("iPlanetDirectoryPro", token)])
      return try #require(try answer.json()[0])
    }
    func advised(_ token: String) async throws -> String {
      try #require(try await evaluate(token)["advices"]?["TransactionConditionAdvice"]?[0]?.string)
    }
    let token = try await desk.session()
    let id = try await advised(token)
    #expect(try await evaluate(token, approval: id)["actions"] == [:], "nobody has approved it")
    let step = try await start(desk, [("TransactionConditionAdvice", [id])]).json()
    #expect(try await desk.answer(step, "demo", "Ch4ng31t").json()["tokenId"] != nil)
    #expect(await start(desk, [("TransactionConditionAdvice", [id])]).status == 400, "it is approved already")
    #expect(try await evaluate(token, "https://api.example.org/transaction/other", approval: id)["actions"] == [:])
    #expect(try await evaluate(token, approval: id)["actions"]?["GET"]?.bool == true)
    #expect(try await evaluate(token, approval: id)["actions"] == [:])
    // A gateway puts the approval behind the resource.
    let second = try await advised(token)
    let again = try await start(desk, [("TransactionConditionAdvice", [second])]).json()
    _ = await desk.answer(again, "demo", "Ch4ng31t")
    #expect(try await evaluate(token, resource + "?_txid=" + second)["actions"]?["GET"]?.bool == true)
  }

  @Test func `a session of the journey that is advised will do`() async throws {
    let desk = try Desk()
    let step = try await desk.start("StepUp").json()
    let token = try #require(try await desk.answer(step, "demo", "Ch4ng31t").json()["tokenId"]?.string)
    let xml =
      "<Advices><AttributeValuePair><Attribute name=\"AuthenticateToServiceConditionAdvice\"/><Value>/:StepUp</Value></AttributeValuePair></Advices>"
    let query = "?authIndexType=composite_advice&authIndexValue=" + PercentText.encode(xml)
    let again = await desk.post("/json/authenticate" + query, [:], headers: [("iPlanetDirectoryPro", token)])
    #expect(try again.json()["tokenId"]?.string == token)
  }
}
