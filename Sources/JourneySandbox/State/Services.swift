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
  let chosenOutcomes: ChosenOutcomes
  let transactions = Transactions()
  let identityProvider = IdentityProvider()
  let profile: ProfileRules

  /// - Parameter standins: the nodes of all journeys whose outcome can be chosen.
  init(
    settings: Settings, clock: MovableClock, random: any RandomSource,
    standins: @escaping @Sendable () -> [Standin] = { [] },
    profile: ProfileRules = .standard
  ) {
    self.settings = settings
    self.clock = clock
    tokens = TokenMaker(
      random: random, clientSideSessions: settings.clientSideSessions, hasSite: settings.isCloud)
    authIDs = AuthIDSigner(key: random.bytes(32))
    persistentKey = random.bytes(32)
    self.profile = profile
    chosenOutcomes = ChosenOutcomes(standins)
  }

  /// The `Set-Cookie` lines of one cookie: one, or one for each cookie domain (am-protocol 11.1).
  ///
  /// - Parameter host: the host that was asked.
  func cookies(_ name: String, _ value: String, host: String) -> [String] {
    let domains = (settings.namesHostAsDomain ? [host] : []) + settings.cookieDomains
    guard !domains.isEmpty else {
      let attributes = settings.cookieAttributes
      var line = ""
      line.reserveCapacity(name.utf8.count + value.utf8.count + attributes.utf8.count + 3)
      line += name
      line += "="
      line += value
      guard !attributes.isEmpty else { return [line] }
      line += "; "
      line += attributes
      return [line]
    }
    // The domain stands behind the first attribute, the path (am-protocol 1.5).
    let parts = settings.cookieAttributes.split(separator: "; ").map(String.init)
    return domains.map { domain in
      ([name + "=" + value] + parts.prefix(1) + ["Domain=" + domain] + parts.dropFirst()).joined(separator: "; ")
    }
  }
}
