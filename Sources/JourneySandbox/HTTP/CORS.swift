import HTTPServer

/// Cross-origin sharing for the origins that the sandbox was started with; without any, no header of it is ever sent (am-protocol 11.5).
struct CORS: Sendable {
  let origins: Set<String>

  /// The answer to a preflight of an allowed origin, given before any other check.
  func preflight(_ request: ServerRequest) -> ServerResponse? {
    guard let origin = allowed(request), request.header("Access-Control-Request-Method") != nil else { return nil }
    return ServerResponse(
      status: 204,
      headers: headers(origin) + [
        (
          "Access-Control-Allow-Headers",
          "accept-api-version,authorization,content-type,x-requested-with,x-requested-platform"
        ),
        ("Access-Control-Allow-Methods", "GET,POST,PUT,DELETE"),
      ], body: [])
  }

  /// Every answer to an allowed origin says so, errors too.
  func mark(_ response: inout ServerResponse, for request: ServerRequest) {
    guard let origin = allowed(request) else { return }
    response.headers += headers(origin)
  }

  private func headers(_ origin: String) -> HeaderList {
    [("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"), ("Vary", "Origin")]
  }

  private func allowed(_ request: ServerRequest) -> String? {
    guard !origins.isEmpty, let origin = request.header("Origin"), origins.contains(origin) else { return nil }
    return origin
  }
}
