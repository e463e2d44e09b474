import Foundation
import PseudoTerminal
import Testing

/// One local server for all tests that leave nothing behind in it, with the journey `Everything`: a page with one callback of each kind.
///
/// It sits on a terminal of its own and ends with that, when the tests do.
enum SharedSandbox {
  static let token = "t0ken"

  private struct Running: Sendable {
    // Used once, when the server starts; kept so that its terminal stays.
    nonisolated(unsafe) let desk: Desk
    let url: String
  }

  private static let running = Result { () throws -> Running in
    let desk = try Desk(columns: 200)
    let journeys = try desk.home.file("Everything.journey.json", Everything.export)
    _ = try desk.start("sandbox", "--journeys", journeys, environment: ["JOURNEY_SANDBOX_TOKEN": token])
    try desk.terminal.expect("/am\n")
    let line = desk.terminal.screenText.split(separator: "\n").first { $0.hasPrefix("http://") && $0.hasSuffix("/am") }
    return Running(desk: desk, url: String(try #require(line)))
  }

  static func url() throws -> String { try running.get().url }
}

/// An export with the journey `Everything`.
enum Everything {
  static let header = "Welcome to a page with a header that is longer than a narrow terminal is wide"
  static let description = "Below stands one callback of each kind that a person meets, so that all of them are seen."
  static let notice =
    "Your administrator wants you to know that this is a place for trying things: nothing that is typed here goes anywhere else."
  static let namePrompt = "Benutzername für 日本の会社 (as in your letter of welcome)"
  static let question = "What was the name of the very first teacher that you remember?"
  static let choices = ["Push to my phone", "Ein Code per SMS", "認証アプリ", "7"]

  static func paragraph(_ number: Int) -> String {
    "Paragraph \(number) of these terms says, at some length, what everybody agrees to who goes on from here."
  }

  private typealias Fields = [(name: String, value: Any)]

  private static var callbacks: [(type: String, outputs: Fields, inputs: Fields)] {
    [
      ("TextOutputCallback", [("message", notice), ("messageType", "0")], []),
      ("TextOutputCallback", [("message", "This password ends in three days."), ("messageType", "1")], []),
      ("TextOutputCallback", [("message", "The last attempt was refused."), ("messageType", "2")], []),
      ("NameCallback", [("prompt", namePrompt)], [("", "")]),
      ("PasswordCallback", [("prompt", "Password")], [("", "")]),
      (
        "ChoiceCallback", [("prompt", "How shall we reach you?"), ("choices", choices), ("defaultChoice", 1)], [("", 1)]
      ),
      (
        "StringAttributeInputCallback",
        [
          ("name", "mail"), ("prompt", "Email address"), ("required", true), ("value", "nobody"),
          ("policies", ["policyRequirements": ["REQUIRED"], "policies": [policy]]), ("validateOnly", false),
          ("failedPolicies", [#"{"policyRequirement":"VALID_EMAIL_ADDRESS_FORMAT"}"#]),
        ], [("", "nobody"), ("validateOnly", false)]
      ),
      (
        "BooleanAttributeInputCallback",
        [
          ("name", "news"), ("prompt", "Send me news"), ("required", false), ("policies", [String: Any]()),
          ("failedPolicies", [String]()), ("validateOnly", false), ("value", true),
        ], [("", true), ("validateOnly", false)]
      ),
      (
        "KbaCreateCallback",
        [
          ("prompt", "Security question"), ("predefinedQuestions", [question, "Which city?"]),
          ("allowUserDefinedQuestions", true),
        ], [("question", ""), ("answer", "")]
      ),
      (
        "TermsAndConditionsCallback",
        [
          ("version", "1.2"), ("terms", (1...20).map(paragraph).joined(separator: "\n\n")),
          ("createDate", "2019-10-28"),
        ],
        [("", false)]
      ),
      (
        "ConfirmationCallback",
        [
          ("prompt", ""), ("messageType", 0), ("options", ["Go on", "Take me back"]), ("optionType", -1),
          ("defaultOption", 0),
        ], [("", 0)]
      ),
      ("HologramCallback", [("angle", 42), ("note", "nobody knows this type")], [("", "")]),
    ]
  }

  private static var policy: [String: Any] {
    [
      "policyRequirements": ["VALID_EMAIL_ADDRESS_FORMAT"], "policyId": "valid-email-address-format",
    ]
  }

  static var export: String {
    let wire = callbacks.enumerated().map { index, callback in
      [
        "type": callback.type, "output": callback.outputs.map { ["name": $0.name, "value": $0.value] },
        "input": callback.inputs.map { ["name": "IDToken\(index + 1)\($0.name)", "value": $0.value] },
      ]
    }
    let (page, child) = ("11111111-0000-5000-8000-000000000001", "11111111-0000-5000-8000-000000000002")
    let user = "11111111-0000-5000-8000-000000000003"
    let success = "70e691a5-1e33-4ac3-a356-e7b6d60d92e0"
    let tree: [String: Any] = [
      "_id": "Everything", "entryNodeId": page,
      "nodes": [
        page: ["nodeType": "PageNode", "displayName": "page", "connections": ["outcome": user]],
        user: ["nodeType": "SetStateNode", "displayName": "user", "connections": ["outcome": success]],
      ],
    ]
    let pageNode: [String: Any] = [
      "_id": page, "_type": ["_id": "PageNode"], "pageHeader": ["en": header], "pageDescription": ["en": description],
      "nodes": [["_id": child, "nodeType": "SandboxCallbacksNode", "displayName": "all"]],
    ]
    let userNode: [String: Any] = [
      "_id": user, "_type": ["_id": "SetStateNode"], "attributes": ["username": "demo"],
    ]
    let callbacksNode: [String: Any] = [
      "_id": child, "_type": ["_id": "SandboxCallbacksNode"], "callbacks": wire, "outcomes": [String](),
    ]
    let entry: [String: Any] = [
      "tree": tree, "nodes": [page: pageNode, user: userNode], "innerNodes": [child: callbacksNode],
    ]
    let data = try? JSONSerialization.data(withJSONObject: ["trees": ["Everything": entry]])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
