import HTTPServer

/// Cross-origin sharing for the origins that the sandbox was started with; without any, no header of it is ever sent (am-protocol 11.5).
struct CORS: Sendable {
  let origins: Set<String>

  /// The answer to a preflight of an allowed origin, given before any other check.
  func preflight(_ request: ServerRequest) -> ServerResponse? {
    guard allowed(request) != nil, request.header("Access-Control-Request-Method") != nil else { return nil }
    return ServerResponse(
      status: 204,
      headers: [
        (
          "Access-Control-Allow-Headers",
          "accept-api-version,authorization,content-type,x-requested-with,x-requested-platform"
        ),
        ("Access-Control-Allow-Methods", "GET,POST,PUT,DELETE"),
      ], body: [])
  }

  /// Every answer to an allowed origin says so, errors too; and every answer that it depends on the origin, for caches.
  func mark(_ response: inout ServerResponse, for request: ServerRequest) {
    guard !origins.isEmpty else { return }
    if let origin = allowed(request) {
      response.headers += [
        ("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"),
      ]
    }
    response.headers.append(("Vary", "Origin"))
  }

  private func allowed(_ request: ServerRequest) -> String? {
    guard !origins.isEmpty, let origin = request.header("Origin"), origins.contains(origin) else { return nil }
    return origin
  }
}
