import JSON

/// What a user may do with sessions in the open fork, by version (am-protocol 6.1, 6.2, 6.5).
enum ForkSessions {
  private static let properties: Set<String> = ["getProperty", "setProperty", "deleteProperty"]
  /// Of versions 1.x alone.
  private static let older = properties.union(["validate", "getTimeLeft", "getMaxIdle", "getPropertyNames"])
  /// Of version 2.0 alone.
  private static let newer: Set<String> = ["getSessionInfo", "getSessionProperties", "updateSessionProperties"]

  /// Lets a request in, before its version is looked at: a session in cookie or header, and nothing that only administrators may do.
  static func admit(_ call: Call) throws(AMError) {
    guard let action = call.query["_action"], !action.isEmpty else { return }
    guard call.session != nil || action == "validate" else { throw .accessDenied }
    guard action == "logout" || older.contains(action) || newer.contains(action) else {
      throw AMError(403, "Forbidden")
    }
  }

  /// The answer to an action that only the fork has; nil for one that it shares.
  static func answer(_ action: String, version: String, _ call: Call) throws(AMError) -> JSON? {
    let isOlder = version.hasPrefix("1.")
    guard !(isOlder ? newer : older).contains(action) else {
      throw AMError(501, "Action \(action) not implemented for this resource")
    }
    // No property is on the list of those that a user may see.
    guard !properties.contains(action) else { throw AMError(403, "Forbidden") }
    guard isOlder, let session = call.accessedSession else { return nil }
    switch action {
    case "getTimeLeft":
      return ["maxtime": .number(JSON.Number((session.maximumEnd.milliseconds - call.now.milliseconds) / 1000))]
    case "getMaxIdle": return ["maxidletime": .number(JSON.Number(session.idleMinutes))]
    case "getPropertyNames": return ["properties": []]
    case "validate": return ["valid": true, "uid": .string(session.subject), "realm": .string(session.realm)]
    default: return nil
    }
  }
}
