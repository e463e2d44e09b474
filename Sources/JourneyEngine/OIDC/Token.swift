public import JSON

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The tokens of a user.
public struct Token: Sendable, Equatable {
  /// The access token.
  public let accessToken: Secret
  /// The refresh token, where there is one.
  public let refreshToken: Secret?
  /// The newest ID token, where there is one.
  public let idToken: Secret?
  /// `token_type` as the server wrote it.
  public let tokenType: String?
  /// The scopes that were granted, separated by blanks; nil where the server did not say.
  public let scope: String?
  /// The end of the access token by this machine's clock; nil where the server did not say.
  public let expiresAt: Date?
  /// The claims of the ID token.
  public let claims: JSON.Object?
  /// The other members of the server's answers, the newer laid over the older; the tokens themselves are not in it.
  public let raw: JSON.Object

  /// Whole seconds until the access token ends, never below zero.
  public func expiresIn(now: Date) -> Int? {
    expiresAt.map { max(0, Int($0.timeIntervalSince(now).rounded(.down))) }
  }
}
