import JSON
import Testing

@testable import JourneySandbox

private let success = ExportMaker.success
private let failure = ExportMaker.failure

/// Nodes that check, make and change users.
struct AccountNodeTests {
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

  @Test func `a password for another system is checked, unless somebody has chosen what comes of it`() async throws {
    let node = ExportMaker.Node(
      "other", "PassthroughAuthenticationNode", ["systemEndpoint": "ldap", "objectType": "account"],
      [("AUTHENTICATED", success), ("MISSING", "missing"), ("FAILED", failure)])
    let missing = ExportMaker.Node("missing", "SetFailureUrlNode", ["failureUrl": "missing"], [("outcome", failure)])
    let asked = ExportMaker.journey(
      "Asked",
      [
        .init("name", "UsernameCollectorNode", [:], [("outcome", "password")]),
        .init("password", "PasswordCollectorNode", [:], [("outcome", "other")]), node, missing,
      ])
    let bare = ExportMaker.journey("Bare", [node, missing])
    let trees = (asked["trees"]?.object ?? [:]).merging(bare["trees"]?.object ?? [:])
    let desk = try Desk(journey: ["trees": .object(trees)])
    #expect(desk.notes.filter { $0.hasPrefix("stub") } == [])
    #expect(try await desk.start("Bare").json()["detail"]?["failureUrl"]?.string == "missing")
    let step = try await desk.answer(try await desk.start("Asked").json(), "demo").json()
    #expect(await desk.answer(step, "wrong").status == 401)
    let choice: JSON = ["type": "PassthroughAuthenticationNode", "outcome": "AUTHENTICATED"]
    #expect(await desk.control("POST", "/outcomes", choice).status == 200)
    #expect(await desk.answer(step, "wrong").status == 200)
    #expect(await desk.control("DELETE", "/outcomes").status == 200)
    let second = try await desk.answer(try await desk.start("Asked").json(), "demo").json()
    #expect(await desk.answer(second, "Ch4ng31t").status == 200)
  }
}
