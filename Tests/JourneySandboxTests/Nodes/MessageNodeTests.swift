import JSON
import Testing

@testable import JourneySandbox

private let success = ExportMaker.success
private let failure = ExportMaker.failure

/// Nodes that send mails.
struct MessageNodeTests {
  @Test func `a one-time code comes by mail, works once and only for its time`() async throws {
    let nodes: [ExportMaker.Node] = [
      .init("make", "OneTimePasswordGeneratorNode", ["length": 6], [("outcome", "send")]),
      .init("send", "OneTimePasswordSmtpSenderNode", [:], [("outcome", "ask")]),
      .init(
        "ask", "OneTimePasswordCollectorDecisionNode", ["passwordExpiryTime": 2],
        [("true", success), ("false", failure)]),
    ]
    let desk = try Desk(journey: ExportMaker.login("Code", then: nodes, first: "make"))
    let step = try await desk.signIn("Code").json()
    let mails = try await desk.control("GET", "/outbox?to=demo@example.org").json()
    let code = try #require(mails[0]?["code"]?.string)
    #expect(code.utf8.count == 6)
    #expect(await desk.answer(step, "000000x").status == 401)
    #expect(await desk.answer(step, .string(code)).status == 200)
    let late = try await desk.signIn("Code").json()
    desk.clock.advance(seconds: 121)
    let second = try await desk.control("GET", "/outbox").json()[1]?["code"]?.string ?? ""
    #expect(await desk.answer(late, .string(second)).status == 401)
  }

  @Test func `a suspended journey goes on with the link, once`() async throws {
    let export = ExportMaker.login(
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
    let step = try await desk.signIn("Mail").json()
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

  @Test func `a mail to the user says what the journey knows`() async throws {
    let nodes: [ExportMaker.Node] = [
      .init("state", "SetStateNode", ["attributes": ["place": "Bern"]], [("outcome", "mail")]),
      .init(
        "mail", "EmailNotifyNode", ["subject": "Seen in {{place}}", "message": "Was it you, {{username}}?"],
        [("outcome", success)]),
    ]
    let desk = try Desk(journey: ExportMaker.login("Notify", then: nodes, first: "state"))
    #expect(try await desk.signIn("Notify").status == 200)
    let mail = try #require(try await desk.control("GET", "/outbox").json()[0])
    #expect(mail["to"]?.string == "demo@example.org")
    #expect(mail["subject"]?.string == "Seen in Bern")
    #expect(mail["text"]?.string == "Was it you, demo?")
  }
}
