import Crypto
import JSON

/// What all realms share: time, randomness, stores, settings.
final class Services: Sendable {
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

  /// The lines that set the session cookie: one, or one for each cookie domain (am-protocol 11.1).
  func sessionCookies(_ token: String) -> [String] {
    let line = cookie(settings.cookieName, token)
    return settings.cookieDomains.isEmpty ? [line] : settings.cookieDomains.map { line + "; Domain=" + $0 }
  }
}
