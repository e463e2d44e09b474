import HTTPClient
import JSON
import JourneyEngine
import Testing

@Suite struct ResourceTests {
  private let setup = OidcSetup()
  private static let item: JSON = [
    "uuid": "u-1", "deviceName": "phone", "sharedSecret": "c2hhcmVkLXNlY3JldC1vZi1tb3JlLXRoYW4tZm9ydHktYnl0ZXM",
    "recoveryCodes": ["code-1", "code-2"], "key": ["d": "private"],
  ]

  @Test func `devices are asked for by the session's user and given as sent`() async throws {
    await setup.signIn()
    setup.provider.queue("/devices/2fa/oath", .json(200, ["result": [Self.item], "resultCount": 1]))
    #expect(try await setup.agent.devices("oath") == [Self.item])
    let seen = try #require(setup.provider.sent("/oath").first)
    #expect(seen.method == "GET" && seen.query == ["_queryFilter": "true"])
    #expect(seen.path == "/am/json/realms/root/realms/alpha/users/demo/devices/2fa/oath")
  }

  @Test func `without a kind the kinds that the server has are put together`() async throws {
    await setup.signIn()
    setup.provider.queue("/devices/2fa/oath", .json(200, ["result": [Self.item]]))
    setup.provider.queue("/devices/profile", .json(200, ["result": [["_id": "p"]]]))
    #expect(try await setup.agent.devices() == [Self.item, ["_id": "p"]])
  }

  @Test func `an unknown kind is asked for, what is no name is not, and a refusal is told`() async {
    await setup.signIn()
    var error = await setup.failure { () async throws(OidcError) in _ = try await setup.agent.devices("toaster") }
    #expect(error?.status == 404 && error?.hint?.contains("webauthn") == true)
    for kind in ["", "2fa/", "../x", "a//b"] {
      error = await setup.failure { () async throws(OidcError) in _ = try await setup.agent.devices(kind) }
      #expect(error?.kind == .badValue, "\(kind)")
    }
    setup.provider.queue("/devices/2fa/push", .json(403, ["code": 403, "message": "Forbidden"]))
    error = await setup.failure { () async throws(OidcError) in _ = try await setup.agent.devices("2fa/push") }
    #expect(error?.kind == .unexpectedReply && error?.status == 403)
    setup.provider.queue("/devices/2fa/push", .json(404, ["code": 404, "message": "Resource &#39;x&#39; not found"]))
    error = await setup.failure { () async throws(OidcError) in _ = try await setup.agent.devices("2fa/push") }
    #expect(error?.message.contains("Resource 'x' not found") == true)
  }

  @Test func `any path of the origin can be called with the session`() async throws {
    await setup.signIn()
    setup.provider.queue("/groups", .reply(201, [("X-A", "1"), ("x-a", "2")], #"{"a":1.0}"#))
    let answer = try await setup.agent.call("put", "/am/json/groups?_fields=a%20b", data: #"{"x": 1}"#)
    #expect(answer.status == 201)
    #expect(try answer.body == JSON(parsing: #"{"a":1.0}"#))
    #expect(answer.headers.map(\.name) == ["X-A"] && answer.headers.map(\.values) == [["1", "2"]])
    let seen = try #require(setup.provider.sent("/groups").first)
    #expect(seen.method == "PUT" && seen.query == ["_fields": "a b"] && seen.body == #"{"x": 1}"#)
    #expect(seen.headers["iPlanetDirectoryPro"] == ProviderDouble.session.revealed)
    #expect(seen.headers["Content-Type"] == "application/json")
  }

  @Test func `a bearer goes without the session`() async throws {
    await setup.signIn()
    setup.provider.queue("/groups", .reply(200, [], "plain"))
    let answer = try await setup.agent.call("GET", "json/groups", bearer: Secret("at"))
    #expect(answer.body == "plain")
    let seen = try #require(setup.provider.sent("/am/json/groups").first)
    #expect(seen.headers["Authorization"] == "Bearer at")
    #expect(seen.headers["iPlanetDirectoryPro"] == nil && seen.headers["Cookie"] == nil)
  }

  @Test(arguments: [
    "https://other.example.test/am/json/x", "http://am.example.test/am/json/x", "//other.example.test/x",
  ])
  func `no call leaves the server's own origin, whatever else is trusted`(_ path: String) async {
    setup.configure({ _ in }) { $0.trustedOrigins = ["https://other.example.test", "http://am.example.test"] }
    await setup.signIn()
    let error = await setup.failure { () async throws(OidcError) in _ = try await setup.agent.call("GET", path) }
    #expect(error?.kind == .config || error?.kind == .badValue)
    #expect(setup.provider.sent("").isEmpty)
  }
}
