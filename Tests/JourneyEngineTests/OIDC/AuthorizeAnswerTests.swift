import JourneyEngine
import Testing

/// Every answer of am-protocol 7.2 is told apart.
@Suite struct AuthorizeAnswerTests {
  private static let own = "http://localhost:8888/callback"
  private static let issuer = "https://am.example.test:443/am/oauth2/realms/root/realms/alpha"

  private func read(
    _ status: Int, location: String? = nil, type: String? = nil, body: String = "", redirectUri: String = own
  ) -> AuthorizeAnswer {
    AuthorizeAnswer(
      status: status, location: location, contentType: type, body: Array(body.utf8), redirectUri: redirectUri,
      state: "s-1", issuer: Self.issuer)
  }

  private func isUnexpected(_ answer: AuthorizeAnswer, _ words: String) -> Bool {
    if case .unexpected(let text) = answer { text.contains(words) } else { false }
  }

  @Test(arguments: [
    "?code=a%2B%2F%3D&state=s-1", "?state=s-1&scope=openid%20profile&iss=\(issuer)&client_id=x&code=a%2B%2F%3D",
  ])
  func `a code comes with its state, in any order and company`(_ rest: String) {
    #expect(read(302, location: Self.own + rest) == .code("a+/="))
  }

  @Test func `a redirect URI with a query of its own keeps it`() {
    let answer = read(302, location: Self.own + "?x=1&code=c&state=s-1", redirectUri: Self.own + "?x=1")
    #expect(answer == .code("c"))
  }

  @Test func `a custom scheme is a redirect URI like any other`() {
    let uri = "org.example.journey:/callback"
    #expect(read(302, location: uri + "?code=c&state=s-1", redirectUri: uri) == .code("c"))
  }

  @Test(arguments: [
    ("?code=c", "without the state"), ("?code=c&state=other", "another state"), ("?code=c&state=", "another state"),
    ("?code=c&state=S-1", "another state"), ("?state=s-1", "neither a code nor an error"),
    ("", "neither a code nor an error"), ("#code=c&state=s-1", "fragment"),
    ("?code=c&code=d&state=s-1", "'code' twice"), ("?code=c&state=s-1&state=s-1", "'state' twice"),
    ("?code=c&state=s-1&iss=https://am.example.test/am/oauth2/realms/root/realms/alpha", "issuer"),
  ])
  func `a code that does not belong to the request is not taken`(_ rest: String, _ words: String) {
    #expect(isUnexpected(read(302, location: Self.own + rest), words))
  }

  @Test(arguments: [
    "http://localhost:8888/callback.evil.test/?code=c&state=s-1", "http://localhost:8888/callback/?code=c&state=s-1",
    "http://localhost:8888/callbac?code=c&state=s-1", "http://localhost:8888/Callback?code=c&state=s-1",
    "http://other.example.test/x?code=c&state=s-1",
  ])
  func `a code at another place is not taken`(_ location: String) {
    #expect(isUnexpected(read(302, location: location), "not the redirect URI"))
  }

  @Test(arguments: ["?", "#"])
  func `an error stands in the query or in the fragment, with its own words`(_ mark: String) {
    let rest = "error_description=Unknown%2Finvalid%20scope%28s%29%3A%20%5Bx%5D&state=s-1&error=invalid_scope"
    #expect(
      read(302, location: Self.own + mark + rest)
        == .refused(error: "invalid_scope", description: "Unknown/invalid scope(s): [x]"))
  }

  @Test func `an error is told even where the state is missing`() {
    #expect(
      read(302, location: Self.own + "?error=access_denied") == .refused(error: "access_denied", description: nil))
  }

  @Test(arguments: [301, 302, 307])
  func `a redirect to a login page means that the session is not accepted`(_ status: Int) {
    let login = "http://am.example.test/am/UI/Login?realm=%2Falpha&goto=http%3A%2F%2Fam.example.test%2Fx%3Fcode%3D1"
    #expect(read(status, location: login) == .login(path: "http://am.example.test/am/UI/Login"))
    let xui = "/am/XUI/?realm=/alpha#login"
    #expect(read(status, location: xui) == .login(path: "/am/XUI/"))
  }

  @Test func `a client bound to a journey is told by the advice`() {
    let advice = "%3CAdvices%3E%3CAttribute%20name%3D%22TransactionConditionAdvice%22%2F%3E%3C%2FAdvices%3E"
    let location = "/am/UI/Login?authIndexType=composite_advice&authIndexValue=\(advice)&goto=x&oauthObjectKey=k"
    #expect(
      read(302, location: location)
        == .pinned(advice: "<Advices><Attribute name=\"TransactionConditionAdvice\"/></Advices>", url: "x"))
  }

  @Test func `a redirect to anywhere else or nowhere is unexpected, and its query is not shown`() {
    #expect(isUnexpected(read(302, location: "https://am.example.test/elsewhere?secret=1"), "/elsewhere'"))
    #expect(!isUnexpected(read(302, location: "https://am.example.test/elsewhere?secret=1"), "secret"))
    #expect(isUnexpected(read(302), "without a Location"))
  }

  @Test func `pages with status 200 are consent, form_post or a shell`() {
    #expect(read(200, type: "text/html", body: "<script>pageData = {oauth2Data: {}}</script>") == .consent)
    #expect(isUnexpected(read(200, body: "<title>Submit This Form</title>"), "form_post"))
    #expect(isUnexpected(read(200, body: "<html>OpenAM</html>"), "a page"))
    #expect(isUnexpected(read(200), "empty"))
  }

  @Test func `the error page of AM tells code and text`() {
    let page = """
      <html><head><title>OAuth2 Error Page</title></head><script>pageData = {
        realm : "\\/", error: { description: "The redirection URI \\"x\\" does not match.", message: "redirect_uri_mismatch" }
      };</script></html>
      """
    #expect(
      read(400, type: "text/html;charset=UTF-8", body: page)
        == .refused(error: "redirect_uri_mismatch", description: "The redirection URI \"x\" does not match."))
  }

  @Test func `JSON refusals and 401 are told apart`() {
    #expect(
      read(405, body: #"{"error":"method_not_allowed","error_description":"no"}"#)
        == .refused(error: "method_not_allowed", description: "no"))
    #expect(read(401, body: #"{"code":401,"message":"Access Denied"}"#) == .unauthorized(message: "Access Denied"))
    #expect(isUnexpected(read(404, body: #"{"code":404,"message":"Realm not found"}"#), "Realm not found"))
    #expect(isUnexpected(read(403, type: "text/html", body: "<html>edge</html>"), "status 403 with text/html"))
    #expect(read(503, body: "away") == .serverTrouble)
  }
}
