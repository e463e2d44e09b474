/// The session module: what the server knows about the session.
public enum SessionModule {
  /// Key of the module's settings.
  public static let config = ModuleKey("session") { SessionConfig() }
}

/// Settings of the session module.
public struct SessionConfig: Sendable {
  /// Nothing set.
  public init() {}
}
