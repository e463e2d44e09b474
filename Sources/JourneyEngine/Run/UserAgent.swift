import HTTPClient
package import JSON

/// One profile at work: its cookies, session, tokens and requests.
///
/// An actor, so that what several callers do to one profile's state cannot mix. It may be entered again while a request
/// is under way; nothing that was read before an `await` is trusted after it.
package actor UserAgent {
  package nonisolated let config: JourneyConfig
  package nonisolated let endpoints: AMEndpoints
  package nonisolated let trusted: TrustedOrigins
  nonisolated let transport: any HTTPTransport
  /// What the OIDC module remembers beside the tokens.
  nonisolated let oidc = OidcState()

  var state = KeptState()
  /// What the storage held when it was last read or written: the difference to ``state`` is what changed here.
  var kept = KeptState()
  /// The write that is under way, or was the last one.
  var saving: Task<Void, Never>?
  /// The node of the step in ``state``, while somebody holds it: a node holds its user agent.
  weak var current: ContinueNode?
  var isLoaded: Bool
  /// Whether ``state`` holds what the storage does not.
  var isChanged = false
  /// Name of the session cookie that was taken because the server did not tell it.
  var assumedCookieName: String?
  private var warnings: [String] = []
  private var said: Set<String> = []
  private var storageError: StorageError?

  /// A user agent with these settings and an empty state; what is kept is read before the first request.
  package init(config: JourneyConfig) {
    self.config = config
    endpoints = AMEndpoints(serverUrl: config.serverUrl, realm: config.realm)
    trusted = TrustedOrigins(server: endpoints.origin, others: config.trustedOrigins)
    transport = config.transport ?? UserAgent.curl(config)
    isLoaded = config.storage == nil
  }

  private static func curl(_ config: JourneyConfig) -> any HTTPTransport {
    var configuration = HTTPClientConfiguration()
    configuration.timeout = config.timeout.duration
    return CurlTransport(configuration)
  }

  /// Says something to the user, once.
  package func warn(_ text: String) {
    if said.insert(text).inserted { warnings.append(text) }
  }

  /// What has to be said since the last call.
  package func takeWarnings() -> [String] {
    defer { warnings = [] }
    return warnings
  }

  /// Why the state could not be kept the last time, once.
  package func takeStorageError() -> StorageError? {
    defer { storageError = nil }
    return storageError
  }

  func note(_ error: StorageError) {
    storageError = error
    warn(error.message)
  }
}

// MARK: - Session and tokens

extension UserAgent {
  /// The token of the session at hand.
  package var sessionToken: Secret? { state.session?.token }
  /// The session at hand.
  package var session: HeldSession? { state.session }

  /// Takes a session. One with the token at hand is the same session, and may know more about it.
  ///
  /// The tokens of the session before stay and say which session they came from (``tokensSession``); whoever uses them
  /// has to see to it that they are of the same user.
  package func adopt(session: HeldSession) {
    state.session = session
    isChanged = true
  }

  /// Forgets the session and its cookie.
  package func dropSession() {
    state.session = nil
    state.ending = nil
    if let name = knownCookieName { state.cookies.remove(name) }
    isChanged = true
  }

  /// Whether there are cookies beside the session's.
  package var hasCookies: Bool { !state.cookies.cookies.isEmpty }

  /// Forgets all cookies: a persistent login among them would sign the person in again.
  package func dropCookies() {
    state.cookies.removeAll()
    isChanged = true
  }

  /// The tokens as they were kept.
  package var keptTokens: JSON? { state.tokens }
  /// The session that the tokens came from.
  package var tokensSession: Secret? { state.tokensSession }

  /// Keeps tokens, or none. They belong to `session`, by default the one at hand.
  package func keep(tokens: JSON?, session: Secret? = nil) {
    state.tokens = tokens
    state.tokensSession = tokens == nil ? nil : session ?? state.session?.token
    isChanged = true
  }
}
