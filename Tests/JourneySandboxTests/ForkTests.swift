import JSON
import Testing

@testable import JourneySandbox

/// The switch `fork` (am-protocol 11.6 with 1.10, 2.12, 5.6 and 7.13).
struct ForkTests {
  private let desk: Desk

  init() throws { desk = try Desk { $0.switches = ["fork"] } }

  private func upgrade(_ token: String) -> String { "&sessionUpgradeSSOTokenId=" + PercentText.encode(token) }

  private func signIn(query: String = "") async throws -> Reply {
    await desk.answer(try await desk.start(query: query).json(), "demo", "Ch4ng31t")
  }

  @Test func `the reference of an attempt is a cookie, and the token of its session`() async throws {
    let first = await desk.start("TwoSteps")
    let step = try first.json()
    let claims = try Desk.claims(step["authId"])
    #expect(claims["exp"] == nil && claims["iat"] == nil)
    let reference = try #require(claims["sessionId"]?.string)
    #expect(first.headers("Set-Cookie").contains { $0.hasPrefix("AMAuthCookie=\(reference); ") })
    let second = await desk.answer(step, "demo")
    #expect(!second.headers("Set-Cookie").contains { $0.hasPrefix("AMAuthCookie=") })
    let end = await desk.answer(try second.json(), "Ch4ng31t")
    #expect(try end.json()["tokenId"]?.string == reference)
    #expect(end.headers("Set-Cookie").contains { $0.hasPrefix("AMAuthCookie=LOGOUT; ") && $0.hasSuffix("Max-Age=0") })
  }

  @Test func `a failure ends the attempt and leaves its cookie`() async throws {
    let step = try await desk.start().json()
    let failure = await desk.answer(step, "demo", "wrong")
    #expect(failure.status == 401)
    #expect(failure.headers("Set-Cookie").isEmpty)
    let late = await desk.answer(step, "demo", "Ch4ng31t")
    #expect(late.status == 408)
    #expect(late.header("X-ForgeRock-TransactionId") == nil)
  }

  @Test func `a session in header or cookie is not looked at, one in the parameter is`() async throws {
    let token = try await desk.session()
    let name = desk.application.services.settings.cookieName
    for header in [(name, token), ("Cookie", name + "=" + token)] {
      #expect(try await desk.start(headers: [header]).json()["authId"] != nil)
    }
    #expect(try await desk.start(query: upgrade(token)).json()["tokenId"]?.string == token)
    let other = try await desk.start("TwoSteps", query: upgrade(token)).json()
    let end = await desk.answer(try await desk.answer(other, "demo").json(), "Ch4ng31t")
    let new = try #require(try end.json()["tokenId"]?.string)
    #expect(new != token)
    #expect(await desk.lives(new))
    #expect(await !desk.lives(token))
  }

  @Test func `a parameter that names no session is 400, an empty one is none`() async throws {
    #expect(await desk.start(query: "&sessionUpgradeSSOTokenId=").status == 200)
    let garbage = await desk.start(query: upgrade("x"))
    #expect(garbage.status == 400)
    #expect(try garbage.json()["message"]?.string == "Failed to create encrypted storage key for:\nSession ID: x")
    let dead = await desk.start(query: upgrade("a.*b*"))
    #expect(try dead.json()["message"]?.string == "Invalid session ID.a.*b*")
  }

  @Test func `ForceAuth ends in 400, unless the session is named, whose token then stays`() async throws {
    let refused = try await signIn(query: "&ForceAuth=true")
    #expect(refused.status == 400)
    #expect(try refused.json()["message"]?.string?.hasPrefix("Session Upgrade fails since user is different") == true)
    let token = try await desk.session()
    let forced = try await signIn(query: "&ForceAuth=true" + upgrade(token))
    #expect(try forced.json()["tokenId"]?.string == token)
    #expect(await desk.lives(token))
  }

  @Test func `a login without a session says so in words`() async throws {
    let step = try await desk.start(query: "&noSession=true").json()
    let end = try await desk.answer(step, "demo", "Ch4ng31t").json()
    #expect(end["tokenId"] == nil)
    #expect(end["message"]?.string == "Authentication Successful")
  }

  @Test func `authorize wants the cookie, and discovery lacks what the fork lacks`() async throws {
    let token = try await desk.session()
    let name = desk.application.services.settings.cookieName
    #expect(await desk.send("GET", TokenDesk.request, headers: [(name, token)]).status == 301)
    let byCookie = await desk.send("GET", TokenDesk.request, headers: [("Cookie", name + "=" + token)])
    #expect(byCookie.status == 302)
    #expect(byCookie.redirected["scope"] == "openid email")
    let discovery = try await desk.send("GET", "/oauth2/.well-known/openid-configuration").json()
    for missing in [
      "revocation_endpoint", "introspection_endpoint", "pushed_authorization_request_endpoint", "grant_types_supported",
      "response_modes_supported", "code_challenge_methods_supported",
    ] { #expect(discovery[missing] == nil) }
    #expect(discovery["token_endpoint"] != nil)
    #expect(discovery["token_endpoint_auth_methods_supported"]?.array?.contains("none") == false)
    #expect(await desk.form("/oauth2/par", [("client_id", "journey")]).status == 404)
  }

  @Test func `ID tokens say auth:time, in milliseconds after a refresh, and then end nothing`() async throws {
    let tokens = try await TokenDesk(desk: desk).tokens()
    let first = try Desk.claims(tokens["id_token"])
    #expect(first["auth_time"] == nil)
    let seconds = try #require(first["auth:time"]?.integer)
    let second = try await TokenDesk(desk: desk).refresh(try #require(tokens["refresh_token"]?.string)).json()
    let refreshed = try Desk.claims(second["id_token"])
    #expect((refreshed["auth:time"]?.integer ?? 0) / 1000 == seconds)
    let sid = try #require(first["sid"]?.string)
    #expect(refreshed["sid"]?.string != sid)
    let session = try #require(
      desk.application.realms["/"]?.provider.sessionToken(sid: sid, at: desk.application.services.clock.now))
    for (token, lives) in [(second["id_token"], true), (tokens["id_token"], false)] {
      let hint = PercentText.encode(try #require(token?.string))
      #expect(await desk.send("GET", "/oauth2/connect/endSession?id_token_hint=" + hint).status == 204)
      #expect(await desk.lives(session) == lives)
    }
  }

  @Test func `there is no rule against cross-site requests, and client_id beside Basic is refused`() async throws {
    let token = try await desk.session()
    let cookie: HeaderList = [("Cookie", desk.application.services.settings.cookieName + "=" + token)]
    #expect(await desk.send("POST", "/json/users?_action=idFromSession", headers: cookie).status == 200)
    let both = await desk.form(
      "/oauth2/access_token", [("grant_type", "client_credentials"), ("client_id", "journey")],
      headers: [("Authorization", "Basic am91cm5leTp4")])
    #expect(both.status == 400)
    #expect(try both.json()["error"]?.string == "invalid_request")
  }
}
