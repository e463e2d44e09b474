import HTTPServer
import JSON

typealias HeaderList = [(name: String, value: String)]

/// Answers with the header sets that AM's endpoints have (am-protocol 1.8).
extension ServerResponse {
  private static let frame: HeaderList = [("X-Frame-Options", "SAMEORIGIN"), ("X-Content-Type-Options", "nosniff")]

  /// What `authenticate` answers, whatever the status.
  static func authenticate(_ status: Int, _ body: JSON, version: String?, cookies: [String] = []) -> ServerResponse {
    var headers: HeaderList = []
    // With room for what every answer gets behind these.
    headers.reserveCapacity(12 + cookies.count)
    headers += frame
    headers.append(("Cache-Control", "private"))
    if let version { headers.append(("Content-API-Version", "resource=" + version)) }
    headers.append(("Expires", "0"))
    headers.append(("Pragma", "no-cache"))
    for cookie in cookies { headers.append(("Set-Cookie", cookie)) }
    headers.append(("Content-Type", "application/json"))
    return ServerResponse(status: status, headers: headers, body: body.bytes())
  }

  /// What the CREST endpoints (all others under `/json`) answer.
  static func crest(
    _ status: Int, _ body: JSON, version: String? = nil, cacheControl: String = "private", etag: String? = nil
  ) -> ServerResponse {
    var headers = frame
    headers.append(("Cache-Control", cacheControl))
    if let version { headers.append(("Content-API-Version", "resource=" + version)) }
    headers += [
      ("Expires", "0"), ("Pragma", "no-cache"),
      ("Content-Security-Policy", "default-src 'none';frame-ancestors 'none';sandbox"),
      ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
    if let etag { headers.append(("ETag", "\"" + etag + "\"")) }
    headers.append(("Content-Type", "application/json;charset=UTF-8"))
    return ServerResponse(status: status, headers: headers, body: body.bytes())
  }

  static func crest(_ error: AMError, version: String? = nil) -> ServerResponse {
    crest(error.status, error.document, version: version)
  }

  /// JSON of an OAuth endpoint; never to be stored, since it holds tokens, claims or errors about them.
  static func oauth(_ status: Int, _ body: JSON, headers extra: HeaderList = []) -> ServerResponse {
    var headers = frame
    headers += [("Cache-Control", "no-store"), ("Pragma", "no-cache")]
    headers += extra
    headers.append(("Content-Type", "application/json;charset=UTF-8"))
    return ServerResponse(status: status, headers: headers, body: body.bytes())
  }

  /// A redirect of authorize or end session, with no body and no type.
  static func redirect(_ location: String, cookies: [String] = []) -> ServerResponse {
    var headers = frame
    headers += [("Cache-Control", "no-store"), ("Pragma", "no-cache"), ("Location", location)]
    for cookie in cookies { headers.append(("Set-Cookie", cookie)) }
    return ServerResponse(status: 302, headers: headers, body: [])
  }

  static func html(_ status: Int, _ text: String) -> ServerResponse {
    var response = page(text, policy: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    response.status = status
    return response
  }

  /// A page with a content security policy of its own.
  static func page(_ text: String, policy: String) -> ServerResponse {
    var headers = frame
    headers += [
      ("Cache-Control", "no-store"), ("Pragma", "no-cache"), ("Content-Security-Policy", policy),
      ("Content-Type", "text/html;charset=UTF-8"),
    ]
    return ServerResponse(status: 200, headers: headers, body: Array(text.utf8))
  }

  static func empty(_ status: Int, headers extra: HeaderList = []) -> ServerResponse {
    ServerResponse(status: status, headers: frame + extra, body: [])
  }

  /// An answer of the control endpoints.
  static func control(_ status: Int, _ body: JSON) -> ServerResponse {
    ServerResponse(
      status: status, headers: [("Cache-Control", "no-store"), ("Content-Type", "application/json")], body: body.bytes()
    )
  }
}
