import FoundationEssentials
import JSON
import JourneyEngine
import Testing

@Suite struct IDTokenCheckTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let second = 1_800_000_000

  private static let good: JSON.Object = [
    "iss": "https://am.example.test:443/am/oauth2", "aud": "client", "azp": "client", "sub": "demo", "nonce": "n-1",
    "iat": .number(JSON.Number(second)), "exp": .number(JSON.Number(second + 3600)),
    "auth_time": .number(JSON.Number(second)),
  ]

  private func problem(
    _ changed: [String: JSON?] = [:], nonce: String? = "n-1", first: JSON.Object? = nil, server: Date? = nil,
    maxAge: Int? = nil
  ) -> OidcError? {
    var claims = Self.good
    for (name, value) in changed { claims[name] = value }
    let check = IDTokenCheck(
      issuer: "https://am.example.test:443/am/oauth2", clientID: "client", now: Self.now, serverTime: server,
      nonce: nonce, first: first, maxAge: maxAge)
    do throws(OidcError) {
      try check.check(claims)
      return nil
    } catch {
      return error
    }
  }

  private func number(_ offset: Int) -> JSON { .number(JSON.Number(Self.second + offset)) }

  @Test func `a good token passes, with one audience or several`() {
    #expect(problem() == nil)
    #expect(problem(["aud": ["other", "client"]]) == nil)
    #expect(problem(["acr": "0", "extra": .null]) == nil)
  }

  @Test(arguments: [
    ("iss", JSON?.none, "'iss' is missing"), ("iss", "https://am.example.test:443/am/oauth2/", "oauth2/' instead of"),
    ("iss", "https://am.example.test/am/oauth2", "instead of 'https://am.example.test:443/am/oauth2'"),
    ("aud", nil, "'aud' is missing"), ("aud", "someone", "audience is 'someone'"), ("aud", 3, "'aud' is missing"),
    ("azp", "someone", "'azp' is 'someone'"), ("sub", nil, "'sub' is missing"), ("sub", "", "'sub' is missing"),
    ("exp", nil, "'exp' is missing"), ("iat", nil, "'iat' is missing"), ("nonce", nil, "'nonce' is missing"),
    ("nonce", "n-2", "'nonce' is not the one"),
  ])
  func `a claim that does not hold is named, with both values`(_ name: String, _ value: JSON?, _ words: String) throws {
    let error = try #require(problem([name: value]))
    #expect(error.message.contains(words))
    #expect(error.kind == .oauth && error.error == "invalid_id_token" && error.reason == .idToken)
  }

  @Test func `several audiences are good where the client is one of them`() {
    #expect(problem(["aud": ["client", "other"], "azp": .some(.null)]) == nil)
    #expect(problem(["aud": ["another", "other"], "azp": .some(.null)])?.message.contains("audience") == true)
    #expect(problem(["aud": ["client", "other"], "azp": "other"])?.message.contains("azp") == true)
  }

  @Test func `a minute of skew is tolerated, more is not`() {
    #expect(problem(["iat": number(60)]) == nil)
    #expect(problem(["iat": number(61)])?.message.contains("1 min 1 s ahead") == true)
    #expect(problem(["exp": number(-59)]) == nil)
    #expect(problem(["exp": number(-60)])?.message.contains("expired 1 min 0 s ago") == true)
    #expect(problem(["nbf": number(60)]) == nil)
    #expect(problem(["nbf": number(61)])?.message.contains("nbf") == true)
  }

  @Test func `a wrong clock here is told with the measured difference`() throws {
    let error = try #require(problem(["iat": number(600)], server: Self.now.addingTimeInterval(600)))
    #expect(error.message.contains("10 min 0 s behind the server's"))
    #expect(error.hint == "Set this machine's clock.")
    let check = IDTokenCheck(
      issuer: "i", clientID: "c", now: Self.now, serverTime: Self.now.addingTimeInterval(-600))
    #expect(check.clockNotice == "This machine's clock is 10 min 0 s ahead of the server's.")
    #expect(IDTokenCheck(issuer: "i", clientID: "c", now: Self.now, serverTime: Self.now).clockNotice == nil)
  }

  @Test func `after a refresh there is no nonce, but the subject of the first token`() {
    let first: JSON.Object = ["sub": "demo"]
    #expect(problem(["nonce": .some(.null)], nonce: nil, first: first) == nil)
    #expect(
      problem(["sub": "mallory"], nonce: nil, first: first)?.message.contains("'mallory' instead of 'demo'") == true)
  }

  @Test func `the time of signing in is read in seconds, milliseconds and under the fork's name`() {
    let seconds = Date(timeIntervalSince1970: 1_800_000_000)
    #expect(IDTokenCheck.authenticationTime(["auth_time": 1_800_000_000]) == seconds)
    #expect(IDTokenCheck.authenticationTime(["auth:time": 1_800_000_000_000]) == seconds)
    #expect(IDTokenCheck.authenticationTime(["sub": "x"]) == nil)
  }

  @Test func `max_age is checked where it was asked for`() {
    #expect(problem(["auth_time": number(-600)], maxAge: 300)?.message.contains("'max_age' allows 5 min 0 s") == true)
    #expect(problem(["auth_time": number(-600)], maxAge: 900) == nil)
    #expect(problem(["auth_time": .some(.null)], maxAge: 900)?.message.contains("'auth_time' is missing") == true)
  }
}
