public import JSON

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What the server says about a session (am-protocol 6.2).
public struct SessionInfo: Sendable, Equatable {
  /// The user's name; a UUID on Advanced Identity Cloud.
  public let username: String?
  /// The user's full name in the directory.
  public let universalID: String?
  /// The realm of the session, as a path.
  public let realm: String?
  /// When the session was last used; servers note it at most once a minute.
  public let latestAccess: Date?
  /// When it ends if it is not used; not capped by `expiresAt`.
  public let idleExpiresAt: Date?
  /// When it ends at the latest.
  public let expiresAt: Date?
  /// The properties that the realm lets out.
  public let properties: JSON.Object
  /// The answer as it came.
  public let raw: JSON.Object

  /// Reads the answer of `getSessionInfo`; members may be missing.
  package init(_ document: JSON.Object) {
    func text(_ name: String) -> String? { document[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    func time(_ name: String) -> Date? { text(name).flatMap(Self.time) }
    username = text("username") ?? text("uid")
    universalID = text("universalId")
    realm = text("realm")
    latestAccess = time("latestAccessTime")
    idleExpiresAt = time("maxIdleExpirationTime")
    expiresAt = time("maxSessionExpirationTime")
    properties = document["properties"]?.object ?? JSON.Object()
    raw = document
  }

  /// A time as AM writes it, ISO 8601 in UTC, with or without fractions; nil where it is none.
  static func time(_ text: String) -> Date? {
    if let date = try? Date(text, strategy: .iso8601) { return date }
    guard let dot = text.firstIndex(of: "."), text.hasSuffix("Z") else { return nil }
    return try? Date(text[..<dot] + "Z", strategy: .iso8601)
  }
}
