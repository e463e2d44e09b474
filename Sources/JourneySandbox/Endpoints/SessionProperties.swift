/// Properties of a session by the names that AM has for them (journey-nodes 5.8).
enum SessionProperties {
  static func value(_ name: String, of session: Session) -> String? {
    switch name {
    case "UserToken", "UserId", "Principal": session.subject
    case "sun.am.UniversalIdentifier": session.universalID
    case "Organization": session.realm
    case "Service": session.service
    case "AuthLevel": String(session.authLevel)
    case "AMCtxId": session.contextID
    case "authInstant": session.started.text
    default: session.properties[name]
    }
  }

  /// What a client may read and write: what journeys set for the session. AM has an allow-list for it.
  static let protected: Set<String> = [
    "UserToken", "UserId", "Principal", "sun.am.UniversalIdentifier", "Organization", "Service", "AuthLevel", "AMCtxId",
    "authInstant",
  ]
}
