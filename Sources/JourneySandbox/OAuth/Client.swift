import JOSE

/// An OAuth 2.0 client (am-protocol 7.7).
struct Client: Sendable {
  /// How it proves who it is.
  enum Method: String, Sendable {
    case none
    case basic
    case post
    case privateKeyJWT = "private-key-jwt"

    /// Reads the names of CONTRACT.md and those of OpenID Connect Core 9.
    init?(_ text: String) {
      switch text {
      case "none": self = .none
      case "basic", "client_secret_basic": self = .basic
      case "post", "client_secret_post": self = .post
      case "private-key-jwt", "private_key_jwt": self = .privateKeyJWT
      default: return nil
      }
    }
  }

  var id: String
  var redirectURIs: [String]
  var postLogoutRedirectURIs: [String] = []
  var scopes: [String]
  var method: Method
  var secret: String?
  var keys: JWKSet?
  /// Whether the user is asked before a code is given.
  var needsConsent: Bool

  var isPublic: Bool { method == .none }

  /// The client that is always there (CONTRACT.md 1).
  static let journey = Client(
    id: "journey", redirectURIs: ["org.example.journey:/callback"], scopes: ["openid", "profile", "email"],
    method: .none,
    needsConsent: false)
}
