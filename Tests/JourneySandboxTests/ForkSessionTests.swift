import HTTPServer
import JSON
import Testing

@testable import JourneySandbox

/// Sessions, realms and steps of the switch `fork` (am-protocol 1.2, 1.10, 2.12, 6.1, 6.2).
struct ForkSessionTests {
  private let desk: Desk

  init() throws { desk = try Desk { $0.switches = ["fork"] } }

  private func act(_ action: String, _ version: String?, token: String?, query: String = "", body: JSON = [:]) async
    -> Reply
  {
    var headers: HeaderList = []
    if let version { headers.append(("Accept-API-Version", "resource=\(version), protocol=1.0")) }
    if let token { headers.append(("iPlanetDirectoryPro", token)) }
    return await desk.post("/json/sessions?_action=\(action)\(query)", body, headers: headers)
  }

  @Test func `the body names no session, the query does`() async throws {
    let token = try await desk.session()
    #expect(await act("getSessionInfo", "2.0", token: nil, body: ["tokenId": .string(token)]).status == 401)
    let named = "&tokenId=" + PercentText.encode(token)
    let valid = try await act("validate", "1.2", token: nil, query: named).json()
    #expect(valid == ["valid": true, "uid": "demo", "realm": "/"])
    #expect(await act("validate", "1.2", token: nil).status == 400)
    let own = try await desk.session()
    #expect(await act("getSessionInfo", "2.0", token: own, query: named).status == 403)
    #expect(await act("logout", "2.0", token: own, query: named).status == 200)
    #expect(await !desk.lives(token))
    #expect(try await act("logout", "2.0", token: own, query: named).json()["result"]?.string == "Token has expired")
  }

  @Test func `a session has a handle and the name of its realm in the directory`() async throws {
    let information = try await act("getSessionInfo", "2.0", token: try await desk.session(realm: "/alpha")).json()
    #expect(information["sessionHandle"]?.string?.hasPrefix("shandle:") == true)
    #expect(
      information["universalId"]?.string == "id=demo,ou=user,o=alpha,ou=services,dc=openam,dc=example,dc=test")
  }

  @Test(arguments: [
    ("/json/realms/root/realms/nosuch/authenticate", 404, "Realm &quot;/nosuch&quot; not found"),
    ("/json/realms/nosuch/serverinfo/*", 404, "Realm &quot;nosuch&quot; not found"),
    ("/json/nosuch/authenticate", 400, "No values provided for the request parameter &#39;_action&#39;"),
    ("/json/authenticate?realm=/nosuch", 400, "Invalid realm, /nosuch"),
  ])
  func `an unknown realm is told as it was spelled`(path: String, status: Int, message: String) async throws {
    let refused = await desk.post(path, [:])
    #expect(refused.status == status)
    #expect(try refused.json()["message"]?.string == message)
  }

  @Test(arguments: [
    "/json/realms/root/realms/ALPHA/authenticate?authIndexType=service&authIndexValue=Login",
    "/json/authenticate?realm=/Alpha&authIndexType=SERVICE&authIndexValue=LOGIN",
  ])
  func `the case of realms, types and names does not count`(path: String) async throws {
    let step = await desk.post(path, [:])
    #expect(step.status == 200)
    #expect(
      try Desk.claims(try step.json()["authId"])["realm"]?.string == "o=alpha,ou=services,dc=openam,dc=example,dc=test")
  }

  @Test func `a step has the members of a chain`() async throws {
    let reply = await desk.start()
    let step = try reply.json()
    #expect(
      step.object?.members.map(\.name) == ["authId", "template", "stage", "header", "infoText", "callbacks"])
    #expect(step["stage"]?.string == "Page1")
    #expect(step["infoText"] == ["", ""])
    #expect(step["callbacks"]?[0]?["_id"] == nil)
  }

  @Test func `the realm that an advice names wins`() async throws {
    let xml =
      "<Advices><AttributeValuePair><Attribute name=\"AuthenticateToServiceConditionAdvice\"/><Value>/alpha:StepUp</Value></AttributeValuePair></Advices>"
    let step = await desk.post(
      "/json/authenticate?authIndexType=composite_advice&authIndexValue=" + PercentText.encode(xml), [:])
    let end = await desk.answer(try step.json(), "demo", "Ch4ng31t")
    #expect(try end.json()["realm"]?.string == "/alpha")
  }

  @Test func `authorize wants no challenge, and a token has an acr only where one was met`() async throws {
    let tokens = TokenDesk(desk: desk)
    #expect(try await tokens.authorize(challenge: "").redirected["code"] != nil)
    #expect(try Desk.claims(try await tokens.tokens()["id_token"])["acr"] == nil)
    #expect(try await tokens.authorize(challenge: "&acr_values=StepUp").redirected["code"] != nil)
  }
}
