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
    tokens = TokenMaker(random: random, clientSideSessions: settings.clientSideSessions)
    authIDs = AuthIDSigner(key: random.bytes(32))
    persistentKey = random.bytes(32)
    self.profile = profile
  }

  /// The `Set-Cookie` lines of one cookie: one, or one for each cookie domain (am-protocol 11.1).
  ///
  /// - Parameter host: the host that was asked.
  func cookies(_ name: String, _ value: String, host: String) -> [String] {
    let attributes = settings.cookieAttributes
    let line = attributes.isEmpty ? name + "=" + value : name + "=" + value + "; " + attributes
    let domains = (settings.namesHostAsDomain ? [host] : []) + settings.cookieDomains
    return domains.isEmpty ? [line] : domains.map { line + "; Domain=" + $0 }
  }
}
