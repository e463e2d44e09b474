import JOSE
import JSON

/// What the OIDC module of one profile remembers beside its tokens, and the work on tokens that is under way.
package actor OidcState {
  /// A piece of work that several callers may wait for.
  struct Work: Sendable {
    let task: Task<Result<StoredTokens, OidcError>, Never>
    /// Whether the user agreed to the scopes when it was started.
    let consent: Bool
  }

  private var provider: (address: String, discovery: Discovery)?
  private var keys: (address: String, set: JWKSet)?
  private var userinfo: (accessToken: Secret, claims: JSON.Object)?
  private var running: Work?

  package init() {}

  /// The work that is under way, or else new work that does `body`.
  ///
  /// It goes on when its callers give up: the answer to a spent code or refresh token cannot be had again.
  func join(
    consent: Bool, _ body: @escaping @Sendable () async -> Result<StoredTokens, OidcError>
  ) -> (work: Work, isNew: Bool) {
    if let running { return (running, false) }
    let task = Task {
      let result = await body()
      self.running = nil
      return result
    }
    let work = Work(task: task, consent: consent)
    running = work
    return (work, true)
  }

  func discovery(at address: String) -> Discovery? { provider?.address == address ? provider?.discovery : nil }

  func keep(_ discovery: Discovery, at address: String) { provider = (address, discovery) }

  func keys(at address: String) -> JWKSet? { keys?.address == address ? keys?.set : nil }

  func keep(_ set: JWKSet, at address: String) { keys = (address, set) }

  func userinfo(for accessToken: Secret) -> JSON.Object? {
    userinfo?.accessToken == accessToken ? userinfo?.claims : nil
  }

  func keep(_ claims: JSON.Object, for accessToken: Secret) { userinfo = (accessToken, claims) }
}
