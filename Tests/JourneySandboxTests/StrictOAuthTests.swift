import Crypto
import JSON
import Testing

@testable import JourneySandbox

/// What the provider refuses, and the answers that are no redirects (am-protocol 7, 11.4).
struct StrictOAuthTests {
  private let desk: Desk

  init() throws {
    let file: JSON = [
      "clients": [
        ["clientId": "other", "redirectUris": ["https://other.example/"], "scopes": ["openid"]],
        ["clientId": "job", "secret": "made-up", "method": "post", "scopes": ["read"]],
      ]
    ]
    var made: Desk?
    try TemporaryFile.with(file.text()) { path in made = try Desk { $0.clientsFile = path } }
    desk = try #require(made)
  }

  private func token(_ form: [(String, String)], headers: HeaderList = []) async throws -> JSON {
    try await desk.form("/oauth2/access_token", form, headers: headers).json()
  }

  @Test func `a code that another client tries again ends the tokens of its first use`() async throws {
    let tokens = TokenDesk(desk: desk)
    let code = try #require(try await tokens.authorize().redirected["code"])
    let form = [
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", "org.example.journey:/callback"),
      ("code_verifier", TokenDesk.verifier),
    ]
    let access = try #require(try await token(form + [("client_id", "journey")])["access_token"]?.string)
    #expect(await tokens.userinfo(access).status == 200)
    #expect(try await token(form + [("client_id", "other")])["error"]?.string == "invalid_grant")
    #expect(await tokens.userinfo(access).status == 401)
  }

  @Test func `a client authenticates in one way`() async throws {
    let form = [
      ("grant_type", "client_credentials"), ("scope", "read"), ("client_id", "job"), ("client_secret", "made-up"),
    ]
    #expect(try await token(form)["access_token"] != nil)
    let both = try await token(form, headers: [("Authorization", "Basic am9iOm1hZGUtdXA=")])
    #expect(both["error"]?.string == "invalid_request")
    #expect(try await token(form + [("client_assertion", "a.b.c")])["error"]?.string == "invalid_request")
  }

  @Test func `no scope is invalid_scope wherever a scope is asked for`() async throws {
    let job = [("grant_type", "client_credentials"), ("client_id", "job"), ("client_secret", "made-up")]
    #expect(try await token(job)["error"]?.string == "invalid_scope")
    let device = try await desk.form("/oauth2/device/code", [("client_id", "journey")]).json()
    #expect(device["error"]?.string == "invalid_scope")
  }

  @Test func `claims that are no JSON are bad_request`() async throws {
    let refused = try await TokenDesk(desk: desk).authorize(challenge: TokenDesk.pkce + "&claims=%7B")
    #expect(refused.redirected["error"] == "bad_request")
    let taken = try await TokenDesk(desk: desk).authorize(challenge: TokenDesk.pkce + "&claims=%7B%7D")
    #expect(taken.redirected["code"] != nil)
  }

  @Test func `a form with the csrf value and no decision is a refusal`() async throws {
    let session = try await desk.session()
    let pairs = Parameters(encoded: String(TokenDesk.request.split(separator: "?")[1])).pairs.map {
      ($0.name, $0.value)
    }
    let cookie: HeaderList = [("Cookie", "iPlanetDirectoryPro=" + session)]
    let refused = await desk.form("/oauth2/authorize", pairs + [("csrf", session)], headers: cookie)
    #expect(refused.redirected["error"] == "access_denied")
    #expect(await desk.form("/oauth2/authorize", pairs, headers: cookie).redirected["code"] != nil)
  }

  @Test func `an answer may be posted by a form`() async throws {
    let page = try await TokenDesk(desk: desk).authorize(challenge: TokenDesk.pkce + "&response_mode=form_post")
    #expect(page.status == 200)
    #expect(page.header("Location") == nil)
    #expect(page.text.contains("action=\"org.example.journey:/callback\""))
    #expect(page.text.contains("name=\"code\""))
  }

  @Test func `everything that discovery names is there`() async throws {
    let discovery = try await desk.send("GET", "/oauth2/.well-known/openid-configuration").json()
    let base = "http://127.0.0.1:8080/am"
    for member in discovery.object?.members ?? [] {
      guard let url = member.value.string, url.hasPrefix(base), member.name != "issuer" else { continue }
      #expect(await desk.send("GET", String(url.dropFirst(base.utf8.count))).status != 404, "\(member.name)")
    }
    let frame = await desk.send("GET", "/oauth2/connect/checkSession")
    #expect(frame.status == 200)
    #expect(frame.header("X-Frame-Options") == nil)
  }

  @Test func `the frame that watches a session knows the origins of pages, and leaves the idle time alone`()
    async throws
  {
    var configured: Desk?
    let clients: JSON = [
      "clients": [
        [
          "clientId": "page", "redirectUris": ["https://page.example/cb", "org.example:/cb"], "scopes": ["openid"],
          "method": "none",
        ]
      ]
    ]
    try TemporaryFile.with(clients.text()) { path in configured = try Desk { $0.clientsFile = path } }
    let frame = await (try #require(configured)).send("GET", "/oauth2/connect/checkSession").text
    #expect(frame.contains(#"[\u0022page\u0022,[\u0022https://page.example/cb\u0022]]"#))
    #expect(frame.contains(#"[\u0022journey\u0022,[]]"#))
    #expect(frame.contains("sessions?_action=validate\\u0026refresh=false"))
  }

  @Test func `devices are listed to the access token of their user too`() async throws {
    let tokens = try await TokenDesk(desk: desk).tokens()
    let bearer: HeaderList = [("Authorization", "Bearer " + (try #require(tokens["access_token"]?.string)))]
    #expect(await desk.send("GET", "/json/users/demo/devices/profile", headers: bearer).status == 200)
    #expect(await desk.send("GET", "/json/users/other/devices/profile", headers: bearer).status == 403)
    let refresh: HeaderList = [("Authorization", "Bearer " + (try #require(tokens["refresh_token"]?.string)))]
    #expect(await desk.send("GET", "/json/users/demo/devices/profile", headers: refresh).status == 401)
  }

  @Test func `a session that is too old is told once, and then there is none`() async throws {
    let header: HeaderList = [("Cookie", "iPlanetDirectoryPro=" + (try await desk.session()))]
    desk.clock.advance(seconds: 100)
    let request = TokenDesk.request + "&max_age=50"
    let told = await desk.send("GET", request, headers: header)
    #expect(told.redirected["error"] == "login_required")
    #expect(told.redirected["error_description"] == "The request requires login.")
    let second = await desk.send("GET", request, headers: header)
    #expect(second.header("Location")?.hasPrefix("http://127.0.0.1:8080/am/UI/Login?") == true)
  }

  @Test func `whoever sends a header gets a challenge, and secrets are read as older clients write them`() async throws
  {
    let form = [("grant_type", "client_credentials"), ("client_id", "job"), ("client_secret", "wrong")]
    let bearer = await desk.form("/oauth2/access_token", form, headers: [("Authorization", "Bearer x")])
    #expect(bearer.status == 401)
    #expect(bearer.header("WWW-Authenticate") == "Basic realm=\"/\"")
    #expect(await desk.form("/oauth2/access_token", form).status == 400)
    let file: JSON = ["clients": [["clientId": "alt", "secret": "gruß", "method": "basic", "scopes": ["read"]]]]
    var made: Desk?
    try TemporaryFile.with(file.text()) { path in made = try Desk { $0.clientsFile = path } }
    let desk = try #require(made)
    let grant = [("grant_type", "client_credentials"), ("scope", "read")]
    for secret in [Array("gruß".utf8), Array("gru%C3%9F".utf8), Array("gru".utf8) + [0xDF]] {
      let basic = "Basic " + Base64.encode(Array("alt:".utf8) + secret)
      #expect(await desk.form("/oauth2/access_token", grant, headers: [("Authorization", basic)]).status == 200)
    }
  }
}
