import FoundationEssentials
import JSON
import JourneyEngine
import Testing

@Suite struct TokenAnswerTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  @Test(arguments: [
    ("3599", 3599), ("\"3599\"", 3599), ("0", 0), ("3599.9", 3599), ("\"soon\"", nil), ("-5", nil), ("1e300", nil),
    ("null", nil), ("true", nil),
  ])
  func `a life time is read where it can be, and else unknown`(_ text: String, _ seconds: Int?) throws {
    let document = try JSON(parsing: #"{"access_token":"a","expires_in":\#(text)}"#)
    #expect(TokenAnswer(document)?.expiresIn == seconds)
  }

  @Test(arguments: ["{}", "[]", "null", #"{"access_token":""}"#, #"{"access_token":1}"#])
  func `an answer without an access token is none`(_ text: String) throws {
    #expect(try TokenAnswer(JSON(parsing: text)) == nil)
  }

  @Test func `scopes are compared as sets`() {
    let answer = TokenAnswer(["access_token": "a", "scope": "email openid"])
    #expect(answer?.missingScopes(asked: "openid email") == [])
    #expect(answer?.missingScopes(asked: "openid profile email") == ["profile"])
    #expect(TokenAnswer(["access_token": "a"])?.missingScopes(asked: "openid") == [])
  }

  @Test func `what a refresh leaves out is kept, and its life time is its own`() throws {
    let first = try #require(
      TokenAnswer([
        "access_token": "a1", "refresh_token": "r1", "id_token": "i1", "scope": "openid", "token_type": "Bearer",
        "expires_in": 3600, "extra": "x",
      ]))
    let before = StoredTokens(
      answer: first, claims: ["sub": "demo"], before: nil, received: now, session: Secret("m"), clientID: "c")
    let second = try #require(TokenAnswer(["access_token": "a2", "expires_in": 60]))
    let after = StoredTokens(
      answer: second, claims: nil, before: before, received: now.addingTimeInterval(10), session: nil, clientID: "c")
    #expect(after.token.accessToken.revealed == "a2")
    #expect(after.token.refreshToken?.revealed == "r1")
    #expect(after.token.idToken?.revealed == "i1")
    #expect(after.token.scope == "openid" && after.token.tokenType == "Bearer")
    #expect(after.token.claims == ["sub": "demo"])
    #expect(after.token.expiresIn(now: now) == 70)
    #expect(after.token.raw["extra"] == "x" && after.token.raw["access_token"] == nil)
    #expect(after.firstIDToken?.revealed == "i1" && after.session == Secret("m"))
    let third = try #require(TokenAnswer(["access_token": "a3", "refresh_token": "r2", "id_token": "i2"]))
    let last = StoredTokens(
      answer: third, claims: ["sub": "demo"], before: after, received: now, session: nil, clientID: "c")
    #expect(last.token.refreshToken?.revealed == "r2")
    #expect(last.firstIDToken?.revealed == "i1")
    #expect(last.token.expiresAt == nil && last.token.raw["expires_in"] == nil)
  }

  @Test func `kept tokens come back as they were`() throws {
    let answer = try #require(
      TokenAnswer(["access_token": "a1", "refresh_token": "r1", "id_token": "i1", "expires_in": 3600]))
    let tokens = StoredTokens(
      answer: answer, claims: ["sub": "demo"], before: nil, received: now, session: Secret("m"), clientID: "c")
    #expect(StoredTokens(stored: try JSON(parsing: tokens.stored.text()), session: Secret("m")) == tokens)
    #expect(StoredTokens(stored: ["accessToken": 1], session: nil) == nil)
  }

  @Test func `tokens are good until their threshold, and of unknown end until proven otherwise`() throws {
    let tokens = StoredTokens(
      answer: try #require(TokenAnswer(["access_token": "a", "expires_in": 60])), claims: nil, before: nil,
      received: now, session: nil, clientID: "c")
    #expect(tokens.isGood(at: now, threshold: 0))
    #expect(tokens.isGood(at: now, threshold: 59))
    #expect(!tokens.isGood(at: now, threshold: 60))
    #expect(!tokens.isGood(at: now.addingTimeInterval(60), threshold: 0))
  }
}
