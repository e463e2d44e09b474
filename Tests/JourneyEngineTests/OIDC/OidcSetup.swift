import JourneyEngine
import Synchronization

/// A profile whose server is a ``ProviderDouble``.
final class OidcSetup: Sendable {
  let provider = ProviderDouble(clock: TestClock(1_800_000_000))
  private let made = Mutex<UserAgent?>(nil)

  var agent: UserAgent {
    made.withLock { agent in
      if let agent { return agent }
      let new = UserAgent(config: config { _ in })
      agent = new
      return new
    }
  }

  var client: OidcClient { OidcClient(agent: agent) }

  func config(_ change: (inout OidcConfig) -> Void) -> JourneyConfig {
    var config = JourneyConfig()
    config.serverUrl = ProviderDouble.base
    config.realm = "alpha"
    config.cookie = "iPlanetDirectoryPro"
    config.transport = provider
    config.clock = provider.clock
    config.module(OidcModule.config) {
      $0.clientId = "cli"
      $0.redirectUri = ProviderDouble.redirect
      $0.setScopes(["openid", "profile"])
      change(&$0)
    }
    return config
  }

  /// Makes the profile anew with other settings.
  func configure(_ change: (inout OidcConfig) -> Void, _ more: (inout JourneyConfig) -> Void = { _ in }) {
    var config = config(change)
    more(&config)
    let agent = UserAgent(config: config)
    made.withLock { $0 = agent }
  }

  func signIn(_ other: UserAgent? = nil, as session: Secret = ProviderDouble.session) async {
    await (other ?? agent).adopt(session: HeldSession(token: session, realm: "/alpha", successURL: nil))
  }

  func warnings() async -> [String] { await agent.takeWarnings() }

  func failure(_ body: () async throws(OidcError) -> Void) async -> OidcError? {
    do {
      try await body()
      return nil
    } catch {
      return error
    }
  }
}
