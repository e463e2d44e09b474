import JSON

/// What a user may do with sessions in the open fork: actions have versions, the body names no session, and `tokenId` in the query does
/// (am-protocol 6.1, 6.2, 6.5).
struct ForkSessions {
  let sessions: Sessions
  private var call: Call { sessions.call }

  /// The major versions that have an action; all others are an administrator's.
  private static let versions: [String: Set<Int>] = [
    "logout": [1, 2], "getSessionInfo": [2], "getSessionProperties": [2], "updateSessionProperties": [2],
    "validate": [1], "getTimeLeft": [1], "getMaxIdle": [1], "getPropertyNames": [1], "getProperty": [1],
    "setProperty": [1], "deleteProperty": [1],
  ]

  /// Lets a request in, before its version is looked at: a session in cookie or header, and nothing that only administrators may do.
  func admit() throws(AMError) {
    guard let action = call.query["_action"], !action.isEmpty else { return }
    guard call.session != nil || action == "validate" else { throw .accessDenied }
    guard ForkSessions.versions[action] != nil else { throw AMError(403, "Forbidden") }
  }

  func perform(_ action: String, _ body: JSON.Object, version: String) throws(AMError) -> JSON {
    guard ForkSessions.versions[action]?.contains(where: { version.hasPrefix("\($0).") }) == true else {
      throw AMError(501, "Action \(action) not implemented for this resource")
    }
    let store = call.services.sessions
    let named = call.query["tokenId"].flatMap { $0.isEmpty ? nil : $0 }
    if action == "validate" {
      guard let token = named ?? call.sessionToken else { throw AMError(400, "Bad Request") }
      guard let live = store.access(token, at: call.now) else { return ["valid": false] }
      return ["valid": true, "uid": .string(live.subject), "realm": .string(live.realm)]
    }
    guard let caller = call.accessedSession else { throw .accessDenied }
    guard let target = named == nil ? caller : store.session(named ?? "", at: call.now) else {
      return action == "logout" ? ["result": "Token has expired"] : ["valid": false]
    }
    // Whoever has a token may end its session, and no more.
    guard action == "logout" || target.token == caller.token else { throw AMError(403, "Forbidden") }
    switch action {
    case "logout":
      if !call.services.settings.clientSideSessions { store.end(target.token, at: call.now) }
      return ["result": "Successfully logged out"]
    case "getSessionInfo":
      var members = sessions.information(target).members
      let place = members.firstIndex { $0.name == "latestAccessTime" } ?? members.endIndex
      members.insert(.init(name: "sessionHandle", value: .string("shandle:" + target.contextID)), at: place)
      return .object(JSON.Object(members))
    case "getTimeLeft":
      return ["maxtime": .number(JSON.Number((target.maximumEnd.milliseconds - call.now.milliseconds) / 1000))]
    case "getMaxIdle": return ["maxidletime": .number(JSON.Number(target.idleMinutes))]
    case "getPropertyNames": return ["properties": []]
    case "getSessionProperties": return sessions.properties(target)
    case "updateSessionProperties":
      // All of them, or none.
      guard target.properties.keys.allSatisfy({ body[$0] != nil }) else { throw AMError(403, "Forbidden") }
      return try sessions.update(body)
    // No property is on the list of those that a user may see one by one.
    default: throw AMError(403, "Forbidden")
    }
  }
}
