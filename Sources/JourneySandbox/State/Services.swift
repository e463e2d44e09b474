import Crypto
import JSON

/// What all realms share: time, randomness, stores, settings.
final class Services: Sendable {
  /// AM's default life times and names (am-protocol 7.11, CONTRACT.md 1).
  struct Settings: Sendable {
    var cookieName = "iPlanetDirectoryPro"
    var cookieAttributes = "Path=/; HttpOnly"
    var journeyMinutes = 5
    var suspendedMinutes = 5
    var sessionMinutes = 120
    var idleMinutes = 30
    var codeSeconds = 120
    var accessTokenSeconds = 3600
    var refreshTokenSeconds = 604_800
    var idTokenSeconds = 3600
    var parSeconds = 90
    var deviceCodeSeconds = 300
  }

  let settings: Settings
  let clock: MovableClock
  let tokens: TokenMaker
  let authIDs: AuthIDSigner
  /// The key of persistent cookies.
  let persistentKey: [UInt8]
  let sessions = SessionStore()
  let steps = StepStore()
  let outbox = Outbox()
  let log = JourneyLog()
  let push = PushInbox()
  let chosenOutcomes = ChosenOutcomes()
  let identityProvider = IdentityProvider()
  let profile: ProfileRules

  init(settings: Settings, clock: MovableClock, random: any RandomSource, profile: ProfileRules = .standard) {
    self.settings = settings
    self.clock = clock
    tokens = TokenMaker(random: random)
    authIDs = AuthIDSigner(key: random.bytes(32))
    persistentKey = random.bytes(32)
    self.profile = profile
  }

  /// A `Set-Cookie` line with the attributes of the session cookie.
  func cookie(_ name: String, _ value: String) -> String {
    settings.cookieAttributes.isEmpty ? name + "=" + value : name + "=" + value + "; " + settings.cookieAttributes
  }
}
