/// The errors that several endpoints have, in AM's words: clients compare some of them (am-protocol 7.2, 7.7). The same fault reads otherwise at
/// authorize than in a form.
extension OAuthError {
  // Anywhere.
  static let invalidClient = OAuthError("invalid_client", "Client authentication failed")
  static let noScope = OAuthError("invalid_scope", "No scope requested and no default scope configured")
  static let loginRequired = OAuthError("login_required", "The request requires login.")
  static let interactionRequired = OAuthError(
    "interaction_required", "The request requires some interaction that is not allowed.")
  static let redirectURIMismatch = OAuthError(
    "redirect_uri_mismatch", "The redirection URI provided does not match a pre-registered value.")

  static func unknownScopes(_ scopes: [String]) -> OAuthError {
    OAuthError("invalid_scope", "Unknown/invalid scope(s): [\(scopes.joined(separator: ", "))]")
  }

  static func duplicate(_ name: String) -> OAuthError {
    OAuthError("invalid_request", "Invalid Request, duplicate request parameter found : \(name)")
  }

  /// HEAD goes with GET and is not named.
  static func wrongMethod(_ method: String, allowed: [String]) -> OAuthError {
    let names = allowed.joined(separator: " or ")
    return OAuthError("method_not_allowed", "Required Method: \(names) found: \(method)", status: 405)
  }

  // Authorize.
  static let noRedirectURI = OAuthError("invalid_request", "Missing parameter: redirect_uri")
  static let noNonce = OAuthError("invalid_request", "Missing required parameter nonce from request")

  static func missingFromRequest(_ name: String) -> OAuthError {
    OAuthError("invalid_request", "Missing parameter, \(name)")
  }

  static func unsupportedPrompt(_ prompt: String) -> OAuthError {
    OAuthError("bad_request", "Prompt parameter \(prompt) is invalid or unsupported")
  }

  // Forms, and the challenge of authorize.
  static let noToken = OAuthError("invalid_request", "Missing parameter: token")
  static let invalidGrant = OAuthError("invalid_grant", "The provided access grant is invalid, expired, or revoked.")
  static let codeExpired = OAuthError("invalid_grant", "Authorization code expired.")
  static let deadRefreshToken = OAuthError("invalid_grant", "grant is invalid")
  static let unsupportedGrant = OAuthError("unsupported_grant_type", "Grant type is not supported")
  static let publicClientCredentials = OAuthError(
    "unauthorized_client", "Public clients can't use client credentials grant.")
  static let wrongAuthenticationMethod = OAuthError(
    "invalid_client", "Invalid authentication method for accessing this endpoint.")

  static func missing(_ name: String) -> OAuthError {
    OAuthError("invalid_request", "Missing parameter, '\(name)'")
  }

  // Client assertions.
  static let badAssertion = OAuthError("invalid_client", "JWT is not valid")
  static let expiredAssertion = OAuthError("invalid_client", "JWT has expired")
  static let foreignAudience = OAuthError("invalid_client", "Audience validation failed")

  // Devices; the codes are those of RFC 8628, but for what the fork says of a code that was refused, used or never given (am-protocol 7.8).
  static let declined = OAuthError("authorization_declined", "The user has declined authorization", status: 403)
  static let authorizationPending = OAuthError(
    "authorization_pending", "The user has not yet completed authorization")
  static let slowDown = OAuthError("slow_down", "The polling interval has not elapsed since the last request")

  static func deviceCodeExpired(status: Int) -> OAuthError {
    OAuthError("expired_token", "The request contains a token no longer valid.", status: status)
  }

  static let deviceDenied = OAuthError("access_denied", "The user has declined authorization")

  /// What userinfo says of a bad token.
  static let invalidTokenText =
    "The access token provided is expired, revoked, malformed, or invalid for other reasons."
}
