extension Services {
  /// AM's default life times and names (am-protocol 7.11, CONTRACT.md 1), and what the switches change (am-protocol 11).
  struct Settings: Sendable {
    // Cookies.
    var cookieName = "iPlanetDirectoryPro"
    var cookieAttributes = "Path=/; HttpOnly"
    var cookieDomains: [String] = []
    var logoutDeletesCookie = false
    /// Each answer sets one more cookie, with a value that is new each time.
    var changesCookies = false

    // Journeys.
    var journeyMinutes = 5
    var suspendedMinutes = 5
    /// A step is answered once; the `authId` says so with `whitelist-state`.
    var allowsStateOnce = false
    /// The `authId` is the same in all steps of a journey.
    var keepsAuthID = false
    /// The bytes that an `authId` has at least.
    var authIDBytes = 0
    /// What a failure says that nothing else does.
    var failureMessage = AMError.loginFailure.message
    /// The status of answers to steps that came too late.
    var timeoutStatus = 401
    /// Every callback of a step has to come back, in its place (chains).
    var wantsAllCallbacks = false
    var extraMembers = false

    // Sessions.
    var sessionMinutes = 120
    var idleMinutes = 30
    /// Seconds after which a session is gone, whatever its times say; 0 for never.
    var sessionVanishSeconds = 0
    /// Sessions of a user at a time; 0 for any number.
    var sessionQuota = 0
    /// One session too many is refused, in place of ending the one that ends next.
    var quotaRefuses = false
    /// Sessions live in their tokens, and logging out does not end them.
    var clientSideSessions = false
    var newestSessionsVersion = 5

    // OAuth.
    var codeSeconds = 120
    var accessTokenSeconds = 3600
    var refreshTokenSeconds = 604_800
    var idTokenSeconds = 3600
    var parSeconds = 90
    var deviceCodeSeconds = 300
    var laxPKCE = false
    var rotatesRefreshTokens = true
    var reuseEndsGrant = false
    var refusesClientIDBesideBasic = false
    var omitsRefreshToken = false
    var omitsIDToken = false
    var reversesScopes = false
    var omitsOptionalEndpoints = false
    var loginRedirectStatus = 302
    /// The session counts at authorize only as a cookie.
    var authorizeWantsCookie = false
  }
}
