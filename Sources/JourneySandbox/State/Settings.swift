extension Services {
  /// AM's default life times and names (am-protocol 7.11, CONTRACT.md 1), and what the switches change (am-protocol 11).
  struct Settings: Sendable {
    /// Whose server it answers like (am-protocol 11.6).
    enum Form: Sendable {
      case modern
      /// OpenAM, which has chains.
      case fork
      /// Advanced Identity Cloud.
      case cloud
    }

    var form = Form.modern
    var isFork: Bool { form == .fork }
    var isCloud: Bool { form == .cloud }

    // Cookies.
    static let standardCookieName = "iPlanetDirectoryPro"
    var cookieName = Settings.standardCookieName
    var cookieAttributes = "Path=/; HttpOnly"
    /// The domains that each cookie is set for, beside the host that was asked.
    var cookieDomains: [String] = []
    /// Whether the host that was asked is written as a domain too.
    var namesHostAsDomain = false
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
    var failureMessage: String { isFork ? "Authentication Failed" : AMError.loginFailure.message }
    /// What is said of steps that came too late; chains have a status for it and no code.
    var timeout: AMError { isFork ? AMError(408, AMError.timedOut.message) : .timedOut }
    /// What is said of a step that can be answered once and was, and of one that the server does not know any more (am-protocol 2.2).
    var stepIsGone: AMError { allowsStateOnce && !isFork ? .tooManyAttempts : timeout }
    /// What is said of a realm that is not there (am-protocol 1.2).
    func unknownRealm(_ name: String) -> AMError {
      isFork ? AMError(404, "Realm \"\(name)\" not found") : .realmNotFound
    }
    /// Every callback of a step has to come back, in its place (chains).
    var wantsAllCallbacks = false
    /// A callback of a page that has lost its `_id` is no answer, so that the page comes again, as it does in AM (am-protocol 2.5).
    var wantsCallbackIDs = false
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
    /// Access tokens are JWTs, as where the provider keeps no tokens.
    var jwtAccessTokens = false
    /// The ID token of a refresh ends no session.
    var refreshedIDTokensEndNothing = false
    var loginRedirectStatus: Int { isFork ? 301 : 302 }
  }
}
