import JSON
import Testing

@testable import JourneySandbox

private let success = ExportMaker.success
private let failure = ExportMaker.failure

/// Nodes that steer a journey, and what its end says.
struct FlowNodeTests {
  @Test func `polling goes on until the time is over, and 100 does not exit`() async throws {
    let node = ExportMaker.Node(
      "wait", "PollingWaitNode", ["secondsToWait": 5, "exitable": true, "exitMessage": ["en": "Exit"]],
      [("DONE", success), ("EXITED", failure)])
    let desk = try Desk(journey: ExportMaker.login("Wait", then: [node], first: "wait"))
    let step = try await desk.signIn("Wait")
    #expect(try step.types() == ["PollingWaitCallback", "ConfirmationCallback"])
    #expect(try step.output(0, "waitTime")?.string == "5000")
    let early = await desk.answer(try step.json())
    #expect(try early.types() == ["PollingWaitCallback", "ConfirmationCallback"])
    desk.clock.advance(seconds: 5)
    #expect(await desk.answer(try early.json()).status == 200)
    #expect(await desk.answer(try await desk.signIn("Wait").json(), 0).status == 401)
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
    let desk = try Desk(journey: ExportMaker.login("Ends", then: nodes, first: "pick"))
    let step = try await desk.signIn("Ends").json()
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

  @Test func `a journey that is called for a level offers what leads there`() async throws {
    let nodes: [ExportMaker.Node] = [
      .init(
        "pick", "ChoiceCollectorNode",
        ["prompt": "", "choices": ["no", "low", "high", "inner"], "defaultChoice": "high"],
        [("no", failure), ("low", "low"), ("high", "high"), ("inner", "in")]),
      .init("low", "ModifyAuthLevelNode", ["authLevelIncrement": 100], [("outcome", success)]),
      .init("high", "ModifyAuthLevelNode", ["authLevelIncrement": 150], [("outcome", "more")]),
      .init("more", "MessageNode", [:], [("true", "low"), ("false", failure)]),
      .init("in", "InnerTreeEvaluatorNode", ["tree": "Adds"], [("true", "low"), ("false", failure)]),
    ]
    let adds = ExportMaker.tree(
      "Adds", [.init("a", "ModifyAuthLevelNode", ["authLevelIncrement": 200], [("outcome", success)])],
      settings: ["innerTreeOnly": true])
    var trees = ExportMaker.login("Levels", then: nodes, first: "pick")["trees"]?.object ?? [:]
    trees["Adds"] = .object(adds)
    let desk = try Desk(journey: ["trees": .object(trees)])
    func offered(_ level: Int) async throws -> Reply {
      let advice =
        "<Advices><AttributeValuePair><Attribute name=\"AuthLevelConditionAdvice\"/><Value>\(level)</Value></AttributeValuePair></Advices>"
      let query = "authIndexType=composite_advice&authIndexValue=" + PercentText.encode(advice)
      let step = await desk.post("/json/authenticate?" + query, [:])
      return await desk.answer(try step.json(), "demo", "Ch4ng31t")
    }
    #expect(try await desk.signIn("Levels").output(0, "choices") == ["no", "low", "high", "inner"])
    #expect(try await offered(100).output(0, "choices") == ["low", "high", "inner"])
    #expect(try await offered(250).output(0, "choices") == ["high", "inner"])
    #expect(try await offered(250).output(0, "defaultChoice")?.integer == 0)
    // One that is left is not asked for.
    #expect(try await offered(300).json()["tokenId"] != nil)
    #expect(await desk.post("/json/authenticate?authIndexType=level&authIndexValue=301", [:]).status == 400)
  }

  @Test func `a request is let through by where it comes from`() async throws {
    var trees = JSON.Object()
    for (name, keepsOut) in [("Only", false), ("Never", true)] {
      let node = ExportMaker.Node(
        "ip", "IPAddressDecisionNode", ["ipList": ["10.1.0.0/16", "2001:db8::/32"], "blacklist": .bool(keepsOut)],
        [("true", "in"), ("false", failure)])
      trees[name] = .object(
        ExportMaker.tree(name, [node, .init("in", "UsernameCollectorNode", [:], [("outcome", success)])]))
    }
    var desk = try Desk(journey: ["trees": .object(trees)])
    for (peer, isListed) in [
      ("10.1.2.3", true), ("::ffff:10.1.2.3", true), ("2001:db8:1::1", true), ("10.2.0.1", false),
    ] {
      desk.peer = peer
      #expect(await desk.start("Only").status == (isListed ? 200 : 401), "\(peer)")
      #expect(await desk.start("Never").status == (isListed ? 401 : 200), "\(peer)")
    }
  }

  @Test func `stubs of one type come to what is chosen for each of them`() async throws {
    let nodes: [ExportMaker.Node] = [
      .init("first", "ScriptedDecisionNode", ["outcomes": ["a", "b"]], [("a", failure), ("b", "second")]),
      .init("second", "ScriptedDecisionNode", ["outcomes": ["a", "b"]], [("a", success), ("b", failure)]),
    ]
    let desk = try Desk(journey: ExportMaker.login("Scripts", then: nodes, first: "first"))
    #expect(try await desk.signIn("Scripts").status == 401)
    for (node, outcome) in [("first", "b"), ("second", "a")] {
      let choice: JSON = ["type": "ScriptedDecisionNode", "node": .string(node), "outcome": .string(outcome)]
      #expect(await desk.control("POST", "/outcomes", choice).status == 200)
    }
    // What says less of the place gives way.
    _ = await desk.control(
      "POST", "/outcomes", ["type": "ScriptedDecisionNode", "journey": "Scripts", "outcome": "b"])
    #expect(try await desk.signIn("Scripts").status == 200)
  }
}
