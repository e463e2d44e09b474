import Foundation
import JSON
import JourneyCommands
import Testing

@testable import JourneyREPL

struct EndingHintTests {
  private let wide = Appearance(hasColor: false, columns: 160, isTerminal: true)

  @Test(
    arguments: [
      (["kind": "error", "cause": "rejected", "status": 401], "'start' begins again"),
      (["kind": "error", "cause": "rate-limited", "status": 429, "retryAfterSeconds": 30], "wait 30 s"),
      (["kind": "failure", "cause": "network"], "'config server'"),
      (["kind": "failure", "cause": "unexpected-reply", "status": 200], "'trace on'"),
      (["kind": "error", "cause": "other", "status": 400, "transactionId": "abc-1"], "transaction id abc-1"),
    ] as [(JSON, String)])
  func `an ending tells a person what to do next, and a script what it always did`(_ ending: JSON, _ hint: String) {
    #expect(Renderer(wide).text(Output(ending, .node)).contains(hint))
    #expect(!Renderer(.plain).text(Output(ending, .node)).contains(hint))
  }

  @Test func `what the ending says itself goes before`() {
    let ending: JSON = ["kind": "failure", "cause": "network", "hint": "as it was told", "stepOpen": true]
    let text = Renderer(wide).text(Output(ending, .node))
    #expect(text.contains("as it was told") && !text.contains("config server") && !text.contains("'next'"))
  }

  @Test func `the end of a step is told as time left`() throws {
    let time = JourneyCommands.Time(parsing: "2026-11-30T12:05:00Z")
    let end = try #require(time).date
    let step: JSON = ["kind": "continue", "callbacks": [], "expiresAt": "2026-11-30T12:05:00Z"]
    for (left, text) in [
      (300.0, "until 12:05 UTC (5 min)"), (45, "until 12:05 UTC (45 s)"), (-1, "ended at 12:05 UTC"),
    ] {
      let renderer = Renderer(wide, now: end.addingTimeInterval(-left))
      #expect(renderer.text(Output(step, .node)).contains(text))
    }
  }

  @Test func `stage and header are both shown, and a consent with what is shared`() {
    let consent: JSON = [
      "index": 0, "type": "ConsentMappingCallback", "message": "You consent to this",
      "outputs": ["displayName": "Mapping", "fields": ["givenName", "mail"], "accessLevel": "Actual Profile"],
    ]
    let step: JSON = [
      "kind": "continue", "stage": "UsernamePassword", "header": "Sign In", "callbacks": [consent],
    ]
    let text = Renderer(.plain).text(Output(step, .node))
    for part in ["Sign In", "stage UsernamePassword", "shared with: Mapping", "givenName, mail", "Actual Profile"] {
      #expect(text.contains(part), "\(part)")
    }
  }
}
