import JSON
import Testing

@testable import JourneySandbox

/// The texts of OAuth errors as AM has them: some clients compare them (am-protocol 7.2, 7.7).
struct OAuthTextTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func authorize(_ query: String, session: String? = nil) async -> Reply {
    await desk.send(
      "GET", "/oauth2/authorize?" + query, headers: session.map { [("Cookie", "iPlanetDirectoryPro=" + $0)] } ?? [])
  }

  private static let known = "client_id=journey&redirect_uri=org.example.journey%3A%2Fcallback&state=st"

  @Test(arguments: [
    ("client_id=journey&scope=a&scope=b", "Invalid Request, duplicate request parameter found : scope"),
    ("response_type=code", "Missing parameter, client_id"), ("client_id=nosuch", "Client authentication failed"),
    ("client_id=journey&response_type=code", "Missing parameter: redirect_uri"),
    (
      "client_id=journey&redirect_uri=https%3A%2F%2Fx.example",
      "The redirection URI provided does not match a pre-registered value."
    ),
  ])
  func `a page says what AM says`(query: String, text: String) async throws {
    let page = await authorize(query)
    #expect(page.status == 400)
    #expect(page.text.contains("description: \"\(text)\""))
  }

  @Test(arguments: [
    ("", "Missing parameter, response_type"),
    ("&response_type=id_token&scope=openid", "Missing required parameter nonce from request"),
    ("&response_type=code&scope=openid", "Missing parameter, 'code_challenge'"),
    ("&response_type=none&prompt=none%20login", "Prompt parameter none login is invalid or unsupported"),
    ("&response_type=none&prompt=select_account", "Prompt parameter select_account is invalid or unsupported"),
  ])
  func `a redirect says what AM says`(query: String, text: String) async throws {
    let reply = await authorize(OAuthTextTests.known + query)
    let location = try #require(reply.header("Location"))
    let answer = Parameters(encoded: String(location.split(whereSeparator: { $0 == "?" || $0 == "#" })[1]))
    #expect(answer["error_description"] == text)
    #expect(answer["state"] == "st")
  }

  @Test(arguments: [
    (
      ["grant_type": "authorization_code", "code": "x"], "invalid_grant",
      "The provided access grant is invalid, expired, or revoked."
    ),
    (["grant_type": "refresh_token"], "invalid_request", "Missing parameter, 'refresh_token'"),
    (["grant_type": "refresh_token", "refresh_token": "x"], "invalid_grant", "grant is invalid"),
    (["grant_type": "nosuch"], "unsupported_grant_type", "Grant type is not supported"),
    (
      ["grant_type": "client_credentials", "scope": "openid"], "unauthorized_client",
      "Public clients can't use client credentials grant."
    ),
  ])
  func `the token endpoint says what AM says`(form: [String: String], code: String, text: String) async throws {
    let reply = await desk.form("/oauth2/access_token", [("client_id", "journey")] + form.map { ($0.key, $0.value) })
    #expect(try reply.json() == ["error_description": .string(text), "error": .string(code)])
  }

  @Test func `a code without its redirect URI is told by name`() async throws {
    let code = try #require(try await TokenDesk(desk: desk).authorize().redirected["code"])
    let form = [("grant_type", "authorization_code"), ("client_id", "journey"), ("code", code)]
    let refused = try await desk.form("/oauth2/access_token", form).json()
    #expect(refused["error_description"]?.string == "Missing parameter, 'redirect_uri'")
  }

  @Test(arguments: [
    ("PUT", "/access_token", "Required Method: POST found: PUT"),
    ("PUT", "/authorize", "Required Method: GET or POST found: PUT"),
    ("POST", "/.well-known/openid-configuration", "Required Method: GET found: POST"),
  ])
  func `a wrong method is told with the right one`(method: String, path: String, text: String) async throws {
    let refused = await desk.send(method, "/oauth2" + path)
    #expect(refused.status == 405)
    #expect(try refused.json()["error_description"]?.string == text)
  }

  @Test func `a device that waits is told so, one that is in haste too`() async throws {
    let start = try await desk.form("/oauth2/device/code", [("client_id", "journey"), ("scope", "openid")]).json()
    let form = [
      ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("client_id", "journey"),
      ("device_code", start["device_code"]?.string ?? ""),
    ]
    let first = try await desk.form("/oauth2/access_token", form).json()
    #expect(first["error_description"]?.string == "The user has not yet completed authorization")
    let second = try await desk.form("/oauth2/access_token", form).json()
    #expect(second["error_description"]?.string == "The polling interval has not elapsed since the last request")
  }

  @Test func `userinfo tells a bad token in AM's words`() async throws {
    let refused = await TokenDesk(desk: desk).userinfo("x")
    let text = "The access token provided is expired, revoked, malformed, or invalid for other reasons."
    #expect(try refused.json()["error_description"]?.string == text)
    #expect(refused.header("WWW-Authenticate")?.contains(text) == true)
  }

}
