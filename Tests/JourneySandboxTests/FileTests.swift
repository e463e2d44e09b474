import JSON
import Testing

@testable import JourneySandbox

struct FileTests {
  @Test func `users of a file sign in beside demo`() async throws {
    let file: JSON = ["users": [["username": "mia", "password": "s3cret", "mail": "mia@example.org", "active": true]]]
    var made: Desk?
    try TemporaryFile.with(file.text()) { path in made = try Desk { $0.usersFile = path } }
    let desk = try #require(made)
    #expect(await desk.answer(try await desk.start().json(), "mia", "s3cret").status == 200)
    #expect(await desk.answer(try await desk.start().json(), "MIA", "s3cret").status == 200)
    #expect(await desk.answer(try await desk.start().json(), "demo", "Ch4ng31t").status == 200)
    #expect(!desk.notes.contains { $0.contains("s3cret") })
  }

  @Test func `a client with a secret proves itself in its own way alone`() async throws {
    let file: JSON = [
      "clients": [
        ["clientId": "basic", "secret": "s:%1", "scopes": ["read"], "redirectUris": []],
        ["clientId": "post", "secret": "s", "method": "post", "scopes": ["read"], "redirectUris": []],
      ]
    ]
    var made: Desk?
    try TemporaryFile.with(file.text()) { path in made = try Desk { $0.clientsFile = path } }
    let desk = try #require(made)
    func token(_ form: [(String, String)], basic: String? = nil) async -> Reply {
      let headers: HeaderList = basic.map { [(name: "Authorization", value: "Basic " + $0)] } ?? []
      return await desk.form(
        "/oauth2/access_token", [("grant_type", "client_credentials"), ("scope", "read")] + form, headers: headers)
    }
    // "basic:s:%1", once raw and once form-encoded.
    #expect(await token([], basic: "YmFzaWM6czolMQ==").status == 200)
    #expect(await token([], basic: "YmFzaWM6cyUzQSUyNTE=").status == 200)
    let wrong = await token([], basic: "YmFzaWM6eA==")
    #expect(wrong.status == 401)
    #expect(wrong.header("WWW-Authenticate") == "Basic realm=\"/\"")
    #expect(await token([("client_id", "post"), ("client_secret", "s")]).status == 200)
    #expect(await token([("client_id", "post"), ("client_secret", "x")]).status == 400)
    #expect(await token([("client_id", "basic"), ("client_secret", "s:%1")]).status == 400)
    #expect(try await token([("client_id", "journey")]).json()["error"]?.string == "unauthorized_client")
  }
}
