import JSON
import Testing

@testable import JourneySandbox

private let success = ExportMaker.success
private let failure = ExportMaker.failure

/// Nodes that have to do with a phone, beyond the plain way.
struct PushNodeTests {
  /// Gives demo a phone.
  private func register(_ desk: Desk) {
    let phone = Devices.Device(item: ["_id": "p"], secret: ["mechanismUid": "m", "issuer": "Shop"])
    desk.application.realms["/"]?.users.change("demo") { $0.devices.replace(.push, with: phone, recoveryCodes: []) }
  }

  @Test func `one scan registers for codes and for push messages`() async throws {
    let node = ExportMaker.Node(
      "both", "CombinedMultiFactorRegistrationNode",
      [
        "issuer": "My Shop", "accountName": "USERNAME", "imgUrl": "https://shop.example/i.png", "bgColor": "#ff0000",
        "policiesJson": "{\"biometricAvailable\":{}}", "passwordLength": "EIGHT_DIGITS",
      ], [("successOutcome", "codes"), ("failureOutcome", failure), ("timeoutOutcome", "late")])
    let nodes: [ExportMaker.Node] = [
      node, .init("codes", "RecoveryCodeDisplayNode", [:], [("outcome", success)]),
      .init("late", "SetFailureUrlNode", ["failureUrl": "late"], [("outcome", failure)]),
    ]
    let desk = try Desk(journey: ExportMaker.login("Both", then: nodes, first: "both"))
    #expect(desk.notes.filter { $0.hasPrefix("stub") } == [])
    let step = try await desk.signIn("Both")
    #expect(
      try step.types() == ["TextOutputCallback", "TextOutputCallback", "HiddenValueCallback", "PollingWaitCallback"])
    #expect(try step.output(3, "waitTime")?.string == "2000")
    let uri = try #require(try step.output(2, "value")?.string)
    #expect(uri.hasPrefix("mfauth://totp/My%20Shop:demo?secret="))
    let facts = Parameters(encoded: String(uri.split(separator: "?")[1]))
    #expect(
      facts.pairs.map(\.name) == [
        "secret", "l", "issuer", "m", "s", "c", "r", "a", "b", "image", "period", "digits", "policies",
      ])
    #expect(facts["b"] == "ff0000")
    let waiting = await desk.answer(try step.json())
    #expect(try waiting.output(2, "value")?.string == uri)
    let scanned = try await desk.control("POST", "/scan", ["uri": .string(uri)]).json()
    #expect(scanned["code"]?.string?.utf8.count == 8)
    let codes = await desk.answer(try waiting.json())
    #expect(try codes.types() == ["TextOutputCallback"])
    let user = try #require(desk.application.realms["/"]?.users.user("demo"))
    #expect(user.devices[.push].first?.secret["mechanismUid"] == scanned["mechanismUid"])
    #expect(user.devices[.oath].first?.secret["digits"] == 8)
    #expect(user.devices.recoveryCodes[.oath] == user.devices.recoveryCodes[.push])
    #expect(await desk.answer(try codes.json()).status == 200)
    #expect(try await desk.signIn("Both").json()["tokenId"] != nil)
    _ = await desk.control("POST", "/reset")
    let again = try await desk.signIn("Both").json()
    desk.clock.advance(seconds: 61)
    #expect(try await desk.answer(again).json()["detail"]?["failureUrl"]?.string == "late")
  }

  @Test func `who does without is skipped, unless the node insists, and a failure can be an outcome`() async throws {
    func sender(_ configuration: JSON.Object, _ skipped: String) -> ExportMaker.Node {
      .init(
        "send", "PushAuthenticationSenderNode", configuration,
        [("SENT", failure), ("NOT_REGISTERED", "out"), ("SKIPPED", skipped), ("FAILURE", "caught")])
    }
    let out = ExportMaker.Node("out", "OptOutMultiFactorAuthenticationNode", [:], [("outcome", failure)])
    let caught = ExportMaker.Node("caught", "SetFailureUrlNode", ["failureUrl": "caught"], [("outcome", failure)])
    var trees = JSON.Object()
    for (name, configuration) in [
      ("Free", ["captureFailure": true]), ("Strict", ["mandatory": true, "captureFailure": true]),
    ] as [(String, JSON.Object)] {
      let login = ExportMaker.login(name, then: [sender(configuration, success), out, caught], first: "send")
      trees = trees.merging(login["trees"]?.object ?? [:])
    }
    trees["Nobody"] = .object(ExportMaker.tree("Nobody", [sender(["captureFailure": true], failure), out, caught]))
    let desk = try Desk(journey: ["trees": .object(trees)])
    #expect(try await desk.signIn("Free").status == 401)
    #expect(try await desk.signIn("Free").status == 200)
    #expect(try await desk.signIn("Strict").status == 401)
    #expect(try await desk.start("Nobody").json()["detail"]?["failureUrl"]?.string == "caught")
    register(desk)
    #expect(try await desk.signIn("Free").status == 401, "a phone that is registered is asked again")
  }

  @Test func `the phone is told what the node shares, and the number stands in the step`() async throws {
    let nodes: [ExportMaker.Node] = [
      .init("state", "SetStateNode", ["attributes": ["amount": "12"]], [("outcome", "send")]),
      .init(
        "send", "PushAuthenticationSenderNode",
        [
          "pushType": "CHALLENGE", "contextInfo": true, "customPayload": ["amount", "absent"],
          "userMessage": ["en": "{{user}} at {{issuer}}"],
        ], [("SENT", "wait"), ("NOT_REGISTERED", failure)]),
      .init("wait", "PushWaitNode", [:], [("DONE", "result"), ("EXITED", failure)]),
      .init("result", "PushResultVerifierNode", [:], [("TRUE", success), ("FALSE", failure)]),
    ]
    let desk = try Desk(journey: ExportMaker.login("Pay", then: nodes, first: "state"))
    register(desk)
    let agent: HeaderList = [("User-Agent", "tests"), ("X-Real-IP", "192.0.2.1")]
    for picksRight in [false, true] {
      _ = await desk.control("DELETE", "/outbox")
      let step = try await desk.signIn("Pay", headers: agent)
      #expect(try step.types() == ["PollingWaitCallback", "HiddenValueCallback", "ConfirmationCallback"])
      let number = try #require(try step.output(1, "value")?.string.flatMap { Int($0) })
      #expect(
        try step.output(0, "message")?.string
          == "Tap the number [\(number)] on the Push Notification to continue.")
      let message = try #require(try await desk.control("GET", "/outbox").json()[0])
      #expect(message["text"]?.string == "demo at Shop")
      #expect(message["pushType"]?.string == "challenge")
      #expect(message["customPayload"]?.text() == #"{"amount":"12"}"#)
      #expect(message["contextInfo"]?.text() == #"{"remoteIp":"192.0.2.1","userAgent":"tests"}"#)
      let numbers = (message["numbers"]?.array ?? []).compactMap(\.integer)
      #expect(numbers.count == 3 && numbers.contains(number))
      let picked = picksRight ? number : numbers.first { $0 != number } ?? 0
      _ = await desk.control(
        "POST", "/push",
        ["messageId": message["messageId"] ?? .null, "accept": true, "number": .number(JSON.Number(picked))])
      desk.clock.advance(seconds: 6)
      #expect(await desk.answer(try step.json()).status == (picksRight ? 200 : 401))
    }
  }

  @Test func `devices are managed after a second factor where the node wants one`() async throws {
    let nodes: [ExportMaker.Node] = [
      .init(
        "ask", "RecoveryCodeCollectorDecisionNode", ["recoveryCodeType": "PUSH"], [("true", "any"), ("false", "any")]),
      .init(
        "any", "EnableDeviceManagementNode", ["deviceEnforcementStrategy": "ANY"],
        [("successOutcome", success), ("failureOutcome", failure)]),
    ]
    let desk = try Desk(journey: ExportMaker.login("Manage", then: nodes, first: "ask"))
    desk.application.realms["/"]?.users.change("demo") { $0.devices.recoveryCodes[.push] = ["CODE"] }
    #expect(await desk.answer(try await desk.signIn("Manage").json(), "other").status == 401)
    #expect(await desk.answer(try await desk.signIn("Manage").json(), "CODE").status == 200)
  }
}
