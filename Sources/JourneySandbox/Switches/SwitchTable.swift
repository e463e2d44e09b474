import Crypto

extension Switch {
  /// All switches, in the order of am-protocol 11.1 to 11.6. `fork` and `aic` go first, so that others can refine them.
  static let all: [Switch] = modes + cookies + journeys + sessions + tokens

  static func named(_ name: String) -> Switch? { all.first { $0.name == name } }

  private static let modes: [Switch] = [
    Switch(name: "fork", summary: "The form of the open fork, OpenAM", kind: .preset(fork)),
    Switch(name: "aic", summary: "The form of Advanced Identity Cloud", kind: .preset(cloud)),
  ]

  private static let cookies: [Switch] = [
    Switch(name: "cookieName", summary: "Name of the session cookie", kind: .token(\.cookieName)),
    Switch(
      name: "cookieDomains", summary: "One line of each cookie for each domain, separated by commas",
      kind: .domains(\.cookieDomains)),
    Switch(name: "logoutDeletesCookie", summary: "Logging out deletes the cookie", kind: .flag(\.logoutDeletesCookie)),
    Switch(name: "changingCookies", summary: "Each answer sets one more cookie", kind: .flag(\.changesCookies)),
  ]

  private static let journeys: [Switch] = [
    Switch(name: "journeyMinutes", summary: "Life of a journey", kind: .number(\.journeyMinutes, 1...100_000)),
    Switch(
      name: "suspendedMinutes", summary: "Life of a suspended journey", kind: .number(\.suspendedMinutes, 1...100_000)),
    Switch(name: "allowListing", summary: "A step can be answered once", kind: .flag(\.allowsStateOnce)),
    Switch(name: "constantAuthId", summary: "One authId for all steps of a journey", kind: .flag(\.keepsAuthID)),
    Switch(name: "authIdBytes", summary: "Length of an authId, at least", kind: .number(\.authIDBytes, 0...1_000_000)),
    Switch(name: "allCallbacks", summary: "Every callback has to come back", kind: .flag(\.wantsAllCallbacks)),
    Switch(
      name: "callbackIds", summary: "A callback of a page without its _id is none", kind: .flag(\.wantsCallbackIDs)),
    Switch(name: "extraMembers", summary: "Answers hold members nobody knows", kind: .flag(\.extraMembers)),
  ]

  private static let sessions: [Switch] = [
    Switch(name: "sessionMinutes", summary: "Life of a session", kind: .number(\.sessionMinutes, 1...1_000_000)),
    Switch(name: "idleMinutes", summary: "Idle life of a session", kind: .number(\.idleMinutes, 1...1_000_000)),
    Switch(
      name: "sessionVanishSeconds", summary: "Sessions are gone after this time, unannounced",
      kind: .number(\.sessionVanishSeconds, 1...1_000_000)),
    Switch(
      name: "sessionQuota", summary: "Sessions of a user; the next ending one gives way",
      kind: .number(\.sessionQuota, 1...10_000)),
    Switch(name: "quotaRefuses", summary: "One session too many is refused", kind: .flag(\.quotaRefuses)),
    Switch(
      name: "clientSideSessions", summary: "Long session tokens that nothing ends", kind: .flag(\.clientSideSessions)),
  ]

  private static let tokens: [Switch] = [
    Switch(name: "codeSeconds", summary: "Life of a code", kind: .number(\.codeSeconds, 1...100_000)),
    Switch(
      name: "accessTokenSeconds", summary: "Life of an access token",
      kind: .number(\.accessTokenSeconds, 1...10_000_000)
    ),
    Switch(
      name: "refreshTokenSeconds", summary: "Life of a refresh token",
      kind: .number(\.refreshTokenSeconds, 1...100_000_000)),
    Switch(name: "idTokenSeconds", summary: "Life of an ID token", kind: .number(\.idTokenSeconds, 1...10_000_000)),
    Switch(name: "laxPKCE", summary: "PKCE may be left out, wholly or in part", kind: .flag(\.laxPKCE)),
    Switch(
      name: "refreshTokenRotation", summary: "false: a refresh token stays the same",
      kind: .flag(\.rotatesRefreshTokens)),
    Switch(name: "reuseEndsGrant", summary: "An old refresh token ends its grant", kind: .flag(\.reuseEndsGrant)),
    Switch(
      name: "refuseClientIdBesideBasic", summary: "client_id beside Basic is refused",
      kind: .flag(\.refusesClientIDBesideBasic)),
    Switch(name: "noRefreshToken", summary: "Token answers without refresh_token", kind: .flag(\.omitsRefreshToken)),
    Switch(name: "noIdToken", summary: "Token answers without id_token", kind: .flag(\.omitsIDToken)),
    Switch(name: "reverseScopes", summary: "Scopes come back in another order", kind: .flag(\.reversesScopes)),
    Switch(name: "jwtAccessTokens", summary: "Access tokens are signed JWTs", kind: .flag(\.jwtAccessTokens)),
    Switch(
      name: "refreshedIdTokenEndsNothing", summary: "endSession with an ID token of a refresh ends no session",
      kind: .flag(\.refreshedIDTokensEndNothing)),
  ]

  /// am-protocol 11.6, first item, with what 1.10, 2.12, 5.6 and 7.13 say of it; the settings ask `isFork` for what has no switch.
  @Sendable private static func fork(_ settings: inout Services.Settings, _: any RandomSource) {
    settings.form = .fork
    settings.keepsAuthID = true
    settings.wantsAllCallbacks = true
    settings.refusesClientIDBesideBasic = true
    settings.laxPKCE = true
    settings.refreshedIDTokensEndNothing = true
  }

  /// am-protocol 11.6, second item; what the edge answers is a fault rule, since it comes now and then.
  @Sendable private static func cloud(_ settings: inout Services.Settings, _ random: any RandomSource) {
    settings.form = .cloud
    settings.cookieName = String(random.bytes(15).map { Character(String($0 & 15, radix: 16)) })
    settings.cookieAttributes = "Path=/; Secure; HttpOnly; SameSite=none"
    settings.namesHostAsDomain = true
    settings.cookieDomains = [".a.example.test", ".b.example.test", ".c.example.test"]
  }
}
