import HTTPServer

/// One request, understood as far as all endpoints need it.
struct Call: Sendable {
  let request: ServerRequest
  let query: Parameters
  let cookies: Cookies
  let realm: Realm
  /// All realms by their paths.
  let realms: [String: Realm]
  /// What follows the realm in the path, decoded segment by segment.
  let resource: [String]
  /// `http://host:port/am` as it was asked.
  let baseURL: String
  let transaction: String
  let services: Services
  let now: Moment
  /// Takes what the line of the request log says beyond the request; nil where nobody reads it.
  let note: RequestNote?

  var method: String { request.method }

  /// The session token of the request: the cookie's where there is one, else the header's (am-protocol 1.4).
  var sessionToken: String? {
    let name = services.settings.cookieName
    if let value = cookies[name], !value.isEmpty { return value }
    guard let value = request.header(name), !value.isEmpty else { return nil }
    return value
  }

  /// The live session of the request.
  var session: Session? { sessionToken.flatMap { services.sessions.session($0, at: now) } }

  /// The live session of the request, with its idle time begun anew.
  var accessedSession: Session? { sessionToken.flatMap { services.sessions.access($0, at: now) } }

  /// Refuses what another site's page could make a browser send: a changing request that carries the session as cookie and none of the
  /// headers that such a page cannot set (am-protocol 1.4).
  func checkCSRF() throws(AMError) {
    guard !["GET", "HEAD", "OPTIONS"].contains(method), cookies[services.settings.cookieName] != nil,
      request.header("X-Requested-With") == nil, request.header("Accept-API-Version") == nil
    else { return }
    throw AMError(403, "Forbidden")
  }

  /// Whether the body says that it is JSON; parameters are allowed (am-protocol 1.4).
  var hasJSONBody: Bool {
    let type = (request.header("Content-Type") ?? "").split(separator: ";", maxSplits: 1).first.map { trimmed($0) }
    return type == "application/json"
  }
}
