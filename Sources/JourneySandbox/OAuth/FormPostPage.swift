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
