/// The OIDC module: turns the session of a journey into tokens.
public enum OidcModule {
  /// Key of the module's settings.
  public static let config = ModuleKey("oidc") { OidcConfig() }
}

/// How the client shows the token endpoint who it is (am-protocol 7.7).
public enum ClientAuthentication: String, Sendable, CaseIterable {
  /// A public client: its id in the form.
  case none
  /// `client_secret_basic`.
  case basic
  /// `client_secret_post`.
  case post
  /// `private_key_jwt` (RFC 7523).
  case privateKeyJWT = "private-key-jwt"
}

/// The settings of the OAuth 2.0 client, under the names that iOS developers know.
public struct OidcConfig: Sendable {
  /// The client's id as it is registered.
  public var clientId = ""
  /// The scopes to ask for.
  public var scopes: Set<String> = ["openid"]
  /// Where the answer goes; it must be registered, is compared byte by byte and never followed.
  public var redirectUri = ""
  /// URL of the discovery document; empty means that of the realm.
  public var discoveryEndpoint = ""
  /// `acr_values`: keys that the provider maps to journeys, separated by blanks.
  public var acrValues: String?
  /// `login_hint`.
  public var loginHint: String?
  /// A nonce of one's own; without one each request gets a fresh one.
  public var nonce: String?
  /// `prompt`.
  public var prompt: String?
  /// `ui_locales`.
  public var uiLocales: String?
  /// Further parameters of the authorize request. They go out once, encoded once, and cannot replace protected ones.
  public var additionalParameters: [String: String] = [:]
  /// Seconds before its end at which an access token is renewed.
  public var refreshThreshold = 0
  /// The secret of a confidential client.
  public var clientSecret: Secret?
  /// How the client authenticates; without a value: by the key or the secret that is there, else as a public client.
  public var clientAuth: ClientAuthentication?
  /// The private key for `private_key_jwt`: a JWK, or PEM text (PKCS #8, PKCS #1, SEC 1), not encrypted.
  public var clientKey: Secret?
  /// Whether the parameters are pushed first (RFC 9126).
  public var par = false

  /// The scopes in the order in which they were given.
  package var scopeOrder: [String] = []

  /// The settings of a client that asks for `openid` alone.
  public init() {}

  /// Sets the scopes and keeps their order.
  package mutating func setScopes(_ ordered: [String]) {
    scopeOrder = ordered
    scopes = Set(ordered)
  }

  /// The scopes as one text: those whose order is known first, then the others with `openid` ahead.
  package var scopeText: String {
    var order: [String] = []
    for scope in scopeOrder where scopes.contains(scope) && !order.contains(scope) { order.append(scope) }
    let others = scopes.subtracting(order).sorted { ($0 == "openid" ? 0 : 1, $0) < ($1 == "openid" ? 0 : 1, $1) }
    return (order + others).joined(separator: " ")
  }

  /// The way of authenticating that is in force.
  package var authentication: ClientAuthentication {
    clientAuth ?? (clientKey != nil ? .privateKeyJWT : clientSecret != nil ? .basic : .none)
  }

  /// The settings without which nothing can be asked for.
  package func check() throws(OidcError) {
    if clientId.isEmpty {
      let more = redirectUri.isEmpty ? ", and neither is its redirect URI" : ""
      throw .config("clientId", "The id of the OAuth 2.0 client is not set\(more).")
    }
    if redirectUri.isEmpty { throw .config("redirectUri", "The redirect URI of the client is not set.") }
    if scopes.isEmpty { throw .config("scope", "No scope is set.") }
    switch authentication {
    case .basic, .post:
      if clientSecret == nil {
        throw .config(
          "clientSecretFrom", "The client authenticates with a secret, but none is set.")
      }
    case .privateKeyJWT:
      if clientKey == nil {
        throw .config(
          "clientKey", "The client authenticates with a key, but none is set.")
      }
    case .none: break
    }
  }
}
