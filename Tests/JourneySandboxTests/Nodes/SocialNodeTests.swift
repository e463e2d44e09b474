import JSON
import Testing

@testable import JourneySandbox

private let success = ExportMaker.success
private let failure = ExportMaker.failure

/// Nodes that ask an identity provider.
struct SocialNodeTests {
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

  @Test func `an account that came by SAML is linked with the user who signs in, and known from then on`() async throws
  {
    let nodes: [ExportMaker.Node] = [
      .init(
        "saml", "product-Saml2Node", ["idpEntityId": "partner"],
        [("ACCOUNT_EXISTS", success), ("NO_ACCOUNT", "page"), ("ERROR", "told")]),
      ExportMaker.page(
        "page", [("name", "UsernameCollectorNode"), ("password", "PasswordCollectorNode")], [("outcome", "check")]),
      .init("check", "DataStoreDecisionNode", [:], [("true", "link"), ("false", failure)]),
      .init("link", "product-WriteFederationInformationNode", [:], [("outcome", success)]),
      .init("told", "SetFailureUrlNode", ["failureUrl": "told"], [("outcome", failure)]),
    ]
    let desk = try Desk(
      journey: ExportMaker.journey(
        "Saml", nodes, children: [("name", "UsernameCollectorNode", [:]), ("password", "PasswordCollectorNode", [:])]))
    func comeBack(as account: String) async throws -> Reply {
      let step = await desk.start("Saml")
      #expect(step.headers("Set-Cookie").contains { $0.hasPrefix("reentry=") })
      let url = try #require(try step.output(0, "redirectUrl")?.string)
      let back = await desk.send(
        "GET", String(url.dropFirst("http://127.0.0.1:8080/am".utf8.count)) + "&account=" + account
      ).redirected
      var query = Parameters()
      for pair in back.pairs where pair.name != "realm" { query.add(pair.name, pair.value) }
      return await desk.answer(try step.json(), query: "?" + query.encoded)
    }
    let asked = try await comeBack(as: "alice")
    #expect(await desk.answer(try asked.json(), "demo", "Ch4ng31t").status == 200)
    #expect(try await comeBack(as: "alice").json()["tokenId"] != nil)
    #expect(desk.application.realms["/"]?.users.user("demo")?.aliases == ["partner-alice"])
    #expect(try await comeBack(as: "none").json()["detail"]?["failureUrl"]?.string == "told")
  }

  @Test func `providers have the buttons of the export, and those that are off are not offered`() async throws {
    let export = ExportMaker.journey(
      "Pick",
      [
        .init(
          "pick", "SelectIdPNode", [:], [("socialAuthentication", failure), ("localAuthentication", success)])
      ],
      entry: [
        "socialIdentityProviders": [
          "google": ["uiConfig": ["buttonDisplayName": "Google", "buttonImage": "g.png"]], "plain": [:],
          "off": ["enabled": false],
        ]
      ])
    let step = await (try Desk(journey: export)).start("Pick")
    #expect(
      try step.output(0, "providers") == [
        ["provider": "google", "uiConfig": ["buttonDisplayName": "Google", "buttonImage": "g.png"]],
        ["provider": "plain", "uiConfig": ["buttonDisplayName": "plain", "buttonClass": ""]],
        ["provider": "localAuthentication"],
      ])
  }
}
