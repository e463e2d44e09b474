import HTTPServer
import JSON

/// `…/access_token` (am-protocol 7.7, 11.4).
struct TokenEndpoint {
  let call: Call
  let form: Parameters
  private var provider: Provider { call.realm.provider }

  func answer() async throws(OAuthError) -> ServerResponse {
    guard let type = form["grant_type"], !type.isEmpty else {
      throw OAuthError("invalid_request", "Grant type is not set")
    }
    guard TokenEndpoint.types.contains(type) else {
      throw .unsupportedGrant
    }
    let client = try ClientAuthentication(call: call, form: form).client()
    switch type {
    case "authorization_code": return try await exchange(client)
    case "refresh_token": return try await refresh(client)
    case "client_credentials": return try await credentials(client)
    default: return try await device(client)
    }
  }

  static let types = [
    "authorization_code", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:device_code",
  ]

  private func exchange(_ client: Client) async throws(OAuthError) -> ServerResponse {
    guard let code = form["code"], !code.isEmpty else { throw .missing("code") }
    guard form["scope"] == nil else {
      throw OAuthError("invalid_request", "Scope parameter is not supported on an authorization code exchange")
    }
    let redeemed = try provider.redeem(
      code, client: client, redirectURI: form["redirect_uri"], verifier: form["code_verifier"], at: call.now)
    let grant = redeemed.grant
    if grant.scopes.contains("openid") {
      guard let token = grant.sessionToken, call.services.sessions.session(token, at: call.now) != nil else {
        throw OAuthError("server_error", "User must be authenticated to issue ID tokens.")
      }
    }
    return try await tokens(grant, scopes: grant.scopes, code: code, withRefreshToken: true)
  }

  /// The old refresh token is dead as soon as the new one is made; a scope that was not granted leaves it alive.
  private func refresh(_ client: Client) async throws(OAuthError) -> ServerResponse {
    guard let text = form["refresh_token"], !text.isEmpty else { throw .missing("refresh_token") }
    let asked = form["scope"].map { $0.split(separator: " ").map(String.init) }
    let token = try provider.takeRefreshToken(
      text,
      fits: { token throws(OAuthError) in
        guard token.grant.clientID == client.id else { throw .invalidGrant }
        if let user = token.grant.username {
          guard call.realm.users.user(user)?.isActive == true else { throw .invalidGrant }
        }
        let unknown = (asked ?? []).filter { !token.scopes.contains($0) }
        guard unknown.isEmpty else { throw .unknownScopes(unknown) }
      }, at: call.now)
    let scopes = asked.flatMap { $0.isEmpty ? nil : $0 } ?? token.scopes
    return try await tokens(
      token.grant, scopes: scopes, code: nil, withRefreshToken: true, isRefreshed: true,
      kept: call.services.settings.rotatesRefreshTokens ? nil : text)
  }

  private func credentials(_ client: Client) async throws(OAuthError) -> ServerResponse {
    guard !client.isPublic else { throw .publicClientCredentials }
    let scopes = (form["scope"] ?? "").split(separator: " ").map(String.init)
    let unknown = scopes.filter { !client.scopes.contains($0) }
    guard unknown.isEmpty else { throw .unknownScopes(unknown) }
    guard !scopes.isEmpty else { throw .noScope }
    let tokens = call.services.tokens
    let grant = Grant(
      id: tokens.uuid(), clientID: client.id, username: nil, subject: client.id,
      scopes: scopes.filter { $0 != "openid" }, session: nil, sessionID: nil, nonce: nil, acr: "0",
      operation: tokens.opaque(), at: call.now)
    return try await self.tokens(grant, scopes: grant.scopes, code: nil, withRefreshToken: false)
  }

  private func device(_ client: Client) async throws(OAuthError) -> ServerResponse {
    guard let code = form["device_code"], !code.isEmpty else { throw .missing("device_code") }
    let grant = try DeviceFlow.redeem(code, client: client, call: call)
    return try await tokens(
      grant, scopes: grant.scopes, code: nil, withRefreshToken: true, isBare: call.services.settings.isFork)
  }

  /// - Parameter isBare: whether the answer says nothing of scopes and user.
  private func tokens(
    _ grant: Grant, scopes: [String], code: String?, withRefreshToken: Bool, isRefreshed: Bool = false,
    kept: String? = nil, isBare: Bool = false
  ) async throws(OAuthError) -> ServerResponse {
    let settings = call.services.settings
    // AIC's realms of users have JWTs, its own realm has not (am-protocol 7.11).
    let isSigned = settings.jwtAccessTokens || settings.isCloud && call.realm.name != nil
    let signed = isSigned ? try await AccessTokens.make(call, grant: grant, scopes: scopes) : nil
    let access = provider.issue(.access, grant: grant, scopes: scopes, at: call.now, made: signed)
    var members: JSON.Object = ["access_token": .string(access)]
    if withRefreshToken, !settings.omitsRefreshToken {
      // The refresh token keeps all that was granted, however narrow this answer is.
      members["refresh_token"] = .string(
        kept ?? provider.issue(.refresh, grant: grant, scopes: grant.scopes, at: call.now))
    }
    if !isBare {
      members["scope"] = .string((settings.reversesScopes ? scopes.reversed() : scopes).joined(separator: " "))
    }
    if scopes.contains("openid"), grant.username != nil, !settings.omitsIDToken, !isBare {
      members["id_token"] = .string(
        try await IDTokens.make(call, grant: grant, accessToken: access, code: code, isRefreshed: isRefreshed))
    }
    members["token_type"] = "Bearer"
    members["expires_in"] = .number(JSON.Number(call.services.settings.accessTokenSeconds - 1))
    if settings.extraMembers { members = JSON.Object(members.members + ExtraMembers.all) }
    return .oauth(200, .object(members))
  }
}
