import HTTPServer
import JSON

/// An error of OAuth 2.0 (RFC 6749 5.2, am-protocol 7.7).
struct OAuthError: Error, Sendable {
  var status: Int
  var code: String
  var description: String
  var headers: HeaderList = []

  init(_ code: String, _ description: String, status: Int = 400, headers: HeaderList = []) {
    self.status = status
    self.code = code
    self.description = description
    self.headers = headers
  }

  var response: ServerResponse {
    .oauth(status, ["error_description": .string(description), "error": .string(code)], headers: headers)
  }

  /// Authorize answers a person where it must not redirect. The script is what clients read the code from (am-protocol 7.2).
  var page: ServerResponse {
    let text = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>OAuth2 Error Page</title></head>
      <body><h1>OAuth2 Error Page</h1><p>\(code.escapedForHTML): \(description.escapedForHTML)</p>
      <script>
      pageData = {
        error: {
          description: "\(description.escapedForScript)",
          message: "\(code.escapedForScript)"
        }
      };
      </script></body></html>
      """
    return .html(400, text)
  }
}

extension String {
  /// Fit for a text in double quotes within a script of an HTML page.
  var escapedForScript: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\", "<", ">", "&", "'", "\u{2028}", "\u{2029}", "\0"..."\u{1F}":
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
