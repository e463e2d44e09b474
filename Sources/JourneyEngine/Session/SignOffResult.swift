/// What became of a log-out. Local data is gone in any case.
public struct SignOffResult: Sendable, Equatable {
  /// Whether the server confirmed the end of the session, or no longer knew it (401).
  public var loggedOut: Bool
  /// One sentence for each part that failed; something may still be alive on the server.
  public var failed: [String]
  /// Whether the server confirmed that the tokens are revoked; nil where there were none.
  public var revoked: Bool?

  /// A result.
  public init(loggedOut: Bool, failed: [String] = [], revoked: Bool? = nil) {
    self.loggedOut = loggedOut
    self.failed = failed
    self.revoked = revoked
  }
}
