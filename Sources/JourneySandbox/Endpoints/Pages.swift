import HTTPServer

/// What a browser finds where AM has its login pages: a word on what the sandbox is (am-protocol 7.2, 9.4).
enum Pages {
  static func answer(_ call: Call) -> ServerResponse {
    let path = call.resource.filter { !$0.isEmpty }
    guard path == ["UI", "Login"] || path == ["XUI"] || path == ["XUI", "index.html"] || path == ["console"] else {
      return .crest(AMError(404, "Not Found"))
    }
    guard call.method == "GET" || call.method == "HEAD" else { return .crest(.methodNotAllowed) }
    return .html(
      200,
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Sign in</title></head><body>
      <p>This is a local server for testing. It has no login pages: sign in through \
      <code>\((call.baseURL + "/json" + call.realm.canonicalPath).escapedForHTML)/authenticate</code>, then come back with the session \
      cookie <code>\(call.services.settings.cookieName.escapedForHTML)</code>.</p></body></html>
      """)
  }
}
