/// How a journey is started. Fresh for each start.
public struct StartOptions: Sendable {
  /// Run the journey even where the session at hand would satisfy it.
  public var forceAuth = false
  /// End without a session.
  public var noSession = false
  /// More parameters for the query, unencoded. `goto` and `gotoOnFail` go on every request of the journey, the others on
  /// the first.
  public var query: [(String, String)] = []
  /// The advice of a policy decision, name and value: the journey steps the session up to what is asked for.
  public var advice: [(String, String)] = []
  /// An advice as a gateway delivers it: XML, JSON, either of them in Base64, or the value of a `WWW-Authenticate:
  /// SSOADVICE …` header. It goes before ``advice``.
  public var adviceText: String?

  /// No options.
  public init() {}
}
