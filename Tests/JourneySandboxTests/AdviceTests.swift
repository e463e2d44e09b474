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
    #expect(try Desk.claims(try step.json()["authId"])["authIndexValue"]?.string == "StepUp")
    let end = try await desk.answer(try step.json(), "demo", "Ch4ng31t").json()
    let token = try #require(end["tokenId"]?.string)
    #expect(desk.application.services.sessions.session(token, at: desk.application.services.clock.now)?.authLevel == 5)
  }

  @Test(arguments: [
    ("AuthLevelConditionAdvice", "99", "No Configuration found"),
    ("AuthLevelConditionAdvice", "x", "Invalid Auth Level."),
    ("AuthenticateToServiceConditionAdvice", "/:NoSuch", "No Configuration found"),
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
}
