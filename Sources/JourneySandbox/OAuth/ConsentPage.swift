import HTTPServer
import JSON

/// The page that asks a user for consent; scripts read `pageData.oauth2Data` of it (am-protocol 7.3).
enum ConsentPage {
  static func answer(_ request: AuthorizationRequest, user: User, csrf: String, call: Call) -> ServerResponse {
    let data: JSON = [
      "displayName": .string(request.client.id), "displayDescription": "", "userName": .string(user.name),
      "displayScopes": .array(request.scopes.map { ["name": .string($0), "values": .null] }), "displayClaims": [],
      "formTarget": .string(OAuthEndpoints(call).authorize), "csrf": .string(csrf), "saveConsentEnabled": true,
    ]
    // Within a script the text must hold no end of it.
    let script = data.text().replacing("<", with: "\\u003C")
    var fields = ""
    let pairs: [(name: String, value: String)] =
      request.pushedURI.map { [("client_id", request.client.id), ("request_uri", $0)] } ?? request.parameters.pairs
    for pair in pairs where !["decision", "csrf", "prompt", "save_consent"].contains(pair.name) {
      fields += "<input type=\"hidden\" name=\"\(pair.name.escapedForHTML)\" value=\"\(pair.value.escapedForHTML)\">"
    }
    let scopes = request.scopes.map { "<li>\($0.escapedForHTML)</li>" }.joined()
    return .html(
      200,
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>OAuth2 Consent Page</title></head>
      <body><h1>\(request.client.id.escapedForHTML)</h1>
      <p>This application asks, on behalf of \(user.name.escapedForHTML), for:</p><ul>\(scopes)</ul>
      <form method="post" action="\(OAuthEndpoints(call).authorize.escapedForHTML)">\(fields)
      <input type="hidden" name="csrf" value="\(csrf.escapedForHTML)">
      <label><input type="checkbox" name="save_consent" value="on"> remember</label>
      <button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></form>
      <script>
      pageData = { oauth2Data: \(script) };
      </script></body></html>
      """)
  }
}
