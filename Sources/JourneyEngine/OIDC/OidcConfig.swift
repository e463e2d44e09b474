/// The OIDC module: tokens from the session of a journey.
public enum OidcModule {
  /// Key of the module's settings.
  public static let config = ModuleKey("oidc") { OidcConfig() }
}

/// Settings of the OIDC module.
public struct OidcConfig: Sendable {
  /// Id of the client at the server.
  public var clientId = ""
  /// What is asked for.
  public var scopes: Set<String> = ["openid"]
  /// Where the server sends the code; nothing listens there.
  public var redirectUri = ""
  /// URL of the discovery document; empty derives it from server and realm.
  public var discoveryEndpoint = ""
  /// The client's secret, for a confidential client.
  public var clientSecret: Secret?
  /// `acr_values` of the request.
  public var acrValues: String?
  /// `login_hint` of the request.
  public var loginHint: String?
  /// `nonce` of the request; nil makes one.
  public var nonce: String?
  /// `prompt` of the request.
  public var prompt: String?
  /// `ui_locales` of the request.
  public var uiLocales: String?
  /// More parameters of the request.
  public var additionalParameters: [String: String] = [:]
  /// How long before its end an access token counts as expired, in seconds.
  public var refreshThreshold = 0

  /// Nothing set.
  public init() {}
}
