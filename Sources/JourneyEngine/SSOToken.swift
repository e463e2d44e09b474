/// The session that a journey ended in.
public struct SSOToken: Sendable, Hashable {
  /// The session token, the value of the session cookie.
  public let token: Secret
  /// Where the server would send a browser now: absolute or relative to the server, empty where it says nothing.
  public let successURL: String
  /// The realm of the session, a path such as `/alpha`, empty where the server does not name it.
  public let realm: String

  /// A session with its token.
  package init(token: Secret, successURL: String, realm: String) {
    self.token = token
    self.successURL = successURL
    self.realm = realm
  }

  /// The token as plain text.
  public var value: String { token.revealed }
  /// Another spelling of ``successURL``.
  public var successUrl: String { successURL }
}
