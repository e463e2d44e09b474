import HTTPServer

/// The page that takes an answer of authorize to the client by a form (OAuth 2.0 Form Post Response Mode 2).
enum FormPostPage {
  static func answer(_ parameters: Parameters, to uri: String) -> ServerResponse {
    let fields = parameters.pairs.map { pair in
      "<input type=\"hidden\" name=\"\(pair.name.escapedForHTML)\" value=\"\(pair.value.escapedForHTML)\">"
    }
    return .page(
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Submit This Form</title></head>
      <body onload="document.forms[0].submit()"><form method="post" action="\(uri.escapedForHTML)">\(fields.joined())
      <noscript><button>Continue</button></noscript></form></body></html>
      """, policy: "default-src 'none'; script-src 'unsafe-inline'; frame-ancestors 'none'")
  }
}

/// What a client's page keeps in a frame to learn whether the session is still there (OpenID Connect Session Management 3.3): it asks this server, since the
/// cookie is hidden from scripts, and answers `unchanged`, `changed` or `error`.
enum CheckSessionPage {
  static func answer(_ call: Call) -> ServerResponse {
    let url = (call.baseURL + "/json" + call.realm.canonicalPath + "/users?_action=idFromSession").escapedForScript
    var response = ServerResponse.page(
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>OpenID Connect Check Session</title></head><body><script>
      addEventListener("message", function (event) {
        var origin = event.origin, page = event.source;
        if (typeof event.data !== "string" || event.data.split(" ").length !== 2) { page.postMessage("error", origin); return; }
        fetch("\(url)", { method: "POST", credentials: "include", headers: { "X-Requested-With": "check-session" } })
          .then(function (answer) { page.postMessage(answer.ok ? "unchanged" : "changed", origin); })
          .catch(function () { page.postMessage("error", origin); });
      });
      </script></body></html>
      """, policy: "default-src 'none'; script-src 'unsafe-inline'; connect-src 'self'")
    // It is there to stand in the frame of another page.
    response.headers.removeAll { $0.name == "X-Frame-Options" }
    return response
  }
}
