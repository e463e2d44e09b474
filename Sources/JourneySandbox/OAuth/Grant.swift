import Synchronization

/// What a user has granted to a client by one authorisation: all codes and tokens that come of it end with it.
final class Grant: Sendable {
  let id: String
  let clientID: String
  /// The user; nil for a client that acts for itself.
  let username: String?
  /// What the tokens call whom they are about: the user, or the client.
  let subject: String
  let scopes: [String]
  /// The session that it was given in.
  let sessionToken: String?
  let sessionID: String?
  let authTime: Moment
  let authLevel: Int
  let nonce: String?
  let acr: String
  /// The value of AM's claim `org.forgerock.openidconnect.ops`.
  let operation: String
  private let revoked = Atomic<Bool>(false)

  init(
    id: String, clientID: String, username: String?, subject: String, scopes: [String], session: Session?,
    sessionID: String?, nonce: String?, acr: String, operation: String, at now: Moment
  ) {
    self.id = id
    self.clientID = clientID
    self.username = username
    self.subject = subject
    self.scopes = scopes
    sessionToken = session?.token
    self.sessionID = sessionID
    authTime = session?.started ?? now
    authLevel = session?.authLevel ?? 0
    self.nonce = nonce
    self.acr = acr
    self.operation = operation
  }

  var isRevoked: Bool { revoked.load(ordering: .acquiring) }

  func revoke() { revoked.store(true, ordering: .releasing) }
}

/// An authorisation code (am-protocol 7.7).
struct AuthorizationCode: Sendable {
  let grant: Grant
  let redirectURI: String
  /// The S256 challenge that the verifier has to fit.
  let challenge: String?
  let expires: Moment
  var isUsed = false
}

/// An access or refresh token.
struct IssuedToken: Sendable {
  enum Kind: Sendable {
    case access, refresh
  }

  let kind: Kind
  let grant: Grant
  let scopes: [String]
  let expires: Moment
  /// Whether a refresh token has been used; only the switch `reuseEndsGrant` keeps such ones.
  var isUsed = false
}
