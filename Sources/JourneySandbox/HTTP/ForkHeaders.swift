import HTTPServer

/// The header sets of the open fork, which has fewer of them (am-protocol 1.8).
enum ForkHeaders {
  private static let kept: Set<String> = [
    "allow", "content-api-version", "content-type", "etag", "location", "set-cookie", "www-authenticate",
    "x-frame-options",
  ]

  /// The answer to a request for a path, as the fork sends it.
  static func applied(to response: ServerResponse, path: String) -> ServerResponse {
    let parts = path.split(separator: "/")
    // Pages keep what protects them.
    guard !isPage(response), let part = parts.dropFirst().first else { return response }
    var response = response
    response.headers.removeAll { !kept.contains($0.name.lowercased()) }
    switch part {
    case "json" where parts.last == "authenticate":
      if response.status == 200 {
        response.headers += [
          ("Cache-Control", "no-cache, no-store, must-revalidate"), ("Expires", "0"), ("Pragma", "no-cache"),
        ]
      }
    case "json": response.headers.append(("Cache-Control", "no-cache"))
    case "oauth2" where parts.last == "authorize" || parts.last == "access_token":
      response.headers += [("Cache-Control", "no-store"), ("Pragma", "no-cache")]
    default: break
    }
    for index in response.headers.indices where response.headers[index].name == "Content-Type" {
      response.headers[index].value = part == "json" ? "application/json;charset=UTF-8" : "application/json"
    }
    return response
  }

  private static func isPage(_ response: ServerResponse) -> Bool {
    response.headers.contains { $0.name == "Content-Type" && $0.value.hasPrefix("text/html") }
  }
}
