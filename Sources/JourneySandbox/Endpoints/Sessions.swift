import HTTPServer
import JSON

/// `POST …/sessions?_action=…` (am-protocol 6, 11.3). The session's own realm counts, whatever the URL names.
struct Sessions {
  let call: Call
  private var services: Services { call.services }
  private var now: Moment { call.now }

  func answer() throws(AMError) -> ServerResponse {
    let fork = services.settings.isFork ? ForkSessions(sessions: self) : nil
    try fork?.admit()
    let version = try call.crestVersion(.sessions)
    guard call.resource.count == 1 || call.resource.dropFirst().allSatisfy(\.isEmpty) else {
      throw .resourceNotFound(call.resource.dropFirst().joined(separator: "/"))
    }
    guard call.method == "POST" else {
      throw AMError(call.method == "GET" ? 403 : 405, call.method == "GET" ? "Forbidden" : "Method Not Allowed")
    }
    try call.checkCSRF()
    let body = try call.crestBody()
    guard let action = call.query["_action"], !action.isEmpty else {
      throw .noAction
    }
    let answer: JSON
    do {
      if let fork {
        answer = try fork.perform(action, body, version: version)
      } else {
        answer = try perform(action, body)
      }
    } catch {
      // The fork's actions refuse in their version; what stands before them, in none (am-protocol 1.7).
      return .crest(error, version: fork != nil && error.status != 401 ? version : nil)
    }
    var response = ServerResponse.crest(200, answer, version: version)
    if action == "logout", services.settings.logoutDeletesCookie {
      let past = "; Expires=Thu, 01 Jan 1970 00:00:00 GMT"
      response.headers += call.cookieLines(services.settings.cookieName, "LOGOUT").map { ("Set-Cookie", $0 + past) }
    }
    return response
  }

  private func perform(_ action: String, _ body: JSON.Object) throws(AMError) -> JSON {
    switch action {
    case "logout":
      guard let token = call.sessionToken, services.sessions.session(token, at: now) != nil else { throw .accessDenied }
      if !services.settings.clientSideSessions {
        guard services.sessions.end(token, at: now) != nil else { throw .accessDenied }
      }
      return ["result": "Successfully logged out"]
    case "getSessionInfo":
      guard let session = target(body) else { throw .accessDenied }
      return .object(information(session))
    case "getSessionInfoAndResetIdleTime":
      guard let token = target(body)?.token, let session = services.sessions.access(token, at: now) else {
        throw .accessDenied
      }
      return .object(information(session))
    case "validate": return validate(body)
    case "refresh":
      guard let session = call.accessedSession else { throw .accessDenied }
      // A session that its client keeps has nothing to be refreshed (am-protocol 6.2).
      guard !services.settings.clientSideSessions else { throw AMError(400, "Client-side sessions have no idle time") }
      return [
        "uid": .string(session.universalID), "realm": .string(session.realm), "idletime": 0,
        "maxidletime": .number(JSON.Number(session.idleMinutes)),
        "maxsessiontime": .number(JSON.Number(session.maximumMinutes)),
        "maxtime": .number(JSON.Number((session.maximumEnd.milliseconds - now.milliseconds) / 1000)),
      ]
    case "getSessionProperties":
      guard let session = call.accessedSession else { throw .accessDenied }
      return properties(session)
    case "updateSessionProperties": return try update(body)
    case "logoutByHandle", "logoutByUser": throw AMError(403, "Forbidden")
    default: throw AMError(501, "Action \(action) not supported")
    }
  }

  /// The caller's session, else, where there is no caller, the one that the body names (am-protocol 6.1).
  private func target(_ body: JSON.Object) -> Session? {
    guard call.sessionToken == nil else { return call.session }
    return body["tokenId"]?.string.flatMap { services.sessions.session($0, at: now) }
  }

  func information(_ session: Session) -> JSON.Object {
    var properties: JSON.Object = ["AMCtxId": .string(session.contextID)]
    for property in session.properties.sorted(by: { $0.key < $1.key }) {
      properties[property.key] = .string(property.value)
    }
    return [
      "username": .string(session.subject), "universalId": .string(session.universalID),
      "realm": .string(session.realm),
      "latestAccessTime": .string(session.lastAccess.text), "maxIdleExpirationTime": .string(session.idleEnd.text),
      "maxSessionExpirationTime": .string(session.maximumEnd.text), "properties": .object(properties),
    ]
  }

  private func validate(_ body: JSON.Object) -> JSON {
    guard let live = target(body) else { return ["valid": false] }
    if call.query["refresh"] != "false" { _ = services.sessions.access(live.token, at: now) }
    return [
      "valid": true, "sessionUid": .string(live.contextID), "uid": .string(live.subject), "realm": .string(live.realm),
    ]
  }

  func properties(_ session: Session) -> JSON {
    .object(
      JSON.Object(session.properties.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: .string($0.value)) }))
  }

  func update(_ body: JSON.Object) throws(AMError) -> JSON {
    guard let session = call.accessedSession else { throw .accessDenied }
    var changes: [String: String] = [:]
    for member in body.members {
      guard let value = member.value.string else { throw AMError(400, "Property \(member.name) must be a text") }
      guard session.properties[member.name] != nil, !SessionProperties.protected.contains(member.name) else {
        throw AMError(403, "Forbidden")
      }
      changes[member.name] = value
    }
    services.sessions.change(session.token, at: now) { $0.properties.merge(changes) { $1 } }
    return .object(body)
  }
}
