/// Why a call beside the journey itself (tokens, session, devices) did not give what was asked for.
///
/// `kind` decides the stable code of CONTRACT 5; `error` and `errorDescription` are the server's own words where it spoke
/// OAuth (RFC 6749, 5.2).
public struct OidcError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The stable codes; raw values are those of CONTRACT 5.
  public enum Kind: String, Sendable, CaseIterable {
    /// The server was not reached, or the connection broke.
    case network
    /// The connection is not trusted.
    case tls
    /// No answer in time.
    case timeout
    /// The server failed (5xx, 429, OAuth `server_error`).
    case server
    /// An answer that is none of those the protocol knows.
    case unexpectedReply = "unexpected-reply"
    /// The server refused in OAuth's words, or what it signed does not hold.
    case oauth
    /// There is no session, or the server does not take it.
    case noSession = "no-session"
    /// A setting is missing or wrong.
    case config
    /// A value given by the caller cannot be used.
    case badValue = "bad-value"
    /// What must be kept could not be kept.
    case storage
    /// The caller gave up.
    case cancelled
  }

  /// What stands behind a kind, for those who can do something about it.
  public enum Reason: Sendable, Equatable {
    /// The user has to agree to the scopes first.
    case consentNeeded
    /// The user has to sign in (again).
    case loginNeeded
    /// The client is bound to a journey of its own; a session made before does not count (am-protocol 7.4).
    case journeyNeeded(advice: String)
    /// The ID token did not pass a check.
    case idToken
    /// The server no longer knows the refresh token or the code.
    case invalidGrant
  }

  /// Which stable code it is.
  public var kind: Kind
  /// One sentence for a person: no type names, no secrets.
  public var message: String
  /// What to do next, where there is something.
  public var hint: String?
  /// The HTTP status of the answer, where there was one.
  public var status: Int?
  /// `host:port` of the server that was asked.
  public var host: String?
  /// The media type of an answer that could not be used.
  public var contentType: String?
  /// The OAuth error code.
  public var error: String?
  /// The server's text for it.
  public var errorDescription: String?
  /// The setting that a `config` error is about, in camelCase.
  public var key: String?
  /// The place that a `storage` error is about.
  public var path: String?
  /// Seconds that the server asks to wait (`Retry-After`).
  public var retryAfterSeconds: Int?
  /// What stands behind it.
  public var reason: Reason?
  /// Whether it would be the same another time: what cannot be sent at all.
  package var isLasting = false

  /// An error of a kind; everything else is set where it is known.
  public init(_ kind: Kind, _ message: String, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
  }

  /// The stable code of CONTRACT 5.
  public var code: String { kind.rawValue }

  /// Whether the same call may do better later, with nothing changed.
  public var isRetryable: Bool {
    switch kind {
    case .network, .timeout, .server: !isLasting
    case .tls, .unexpectedReply, .oauth, .noSession, .config, .badValue, .storage, .cancelled: false
    }
  }

  /// The message.
  public var description: String { message }
}

/// The session calls fail in the same ways.
public typealias SessionError = OidcError

extension OidcError {
  /// A setting is missing or wrong.
  package static func config(_ key: String, _ message: String, hint: String? = nil) -> OidcError {
    var error = OidcError(.config, message, hint: hint)
    error.key = key
    return error
  }

  /// There was no answer, or none that HTTP knows.
  init(_ error: ExchangeError) {
    let kind: Kind =
      switch error.cause {
      case .network: .network
      case .tls: .tls
      case .timeout: .timeout
      case .server: .server
      case .unexpectedReply: .unexpectedReply
      case .cancelled: .cancelled
      case .refused: .badValue
      }
    let isUnreached = kind == .network && !error.mayHaveReachedServer && !error.isLasting
    self.init(
      kind, error.message,
      hint: isUnreached ? "Is the server up, and is its address right? 'config server' shows it." : nil
    )
    host = error.host.isEmpty ? nil : error.host
    isLasting = error.isLasting
  }

  /// Nothing could be sent.
  init(_ refusal: Refusal) {
    switch refusal {
    case .config(let key, let message): self = .config(key, message)
    case .storage(let error): self.init(error)
    case .advice, .closedStep, .sentStep, .suspended, .wrongHost, .noPendingStep, .unreadableLink:
      self.init(.badValue, refusal.description)
    }
  }

  /// The kept state cannot be read or written.
  init(_ error: StorageError) {
    self.init(.storage, error.message)
    path = error.path
  }

  /// Something that was signed by the server does not hold; `claim` names what.
  package static func invalidIDToken(_ text: String, hint: String? = nil) -> OidcError {
    var error = OidcError(.oauth, "The ID token is refused: \(text).", hint: hint)
    error.error = "invalid_id_token"
    error.errorDescription = text
    error.reason = .idToken
    return error
  }

  /// There is no session in this profile.
  package static let noSession = OidcError(
    .noSession, "There is no session.", hint: "Sign in with 'start' or 'login' first.")

  /// What the server said in OAuth's words, as an error of the right kind.
  ///
  /// `server_error` (the fork sends it with status 400, am-protocol 7.7), `temporarily_unavailable` and status 429 are
  /// the server's trouble and not a refusal; `login_required` and `interaction_required` mean that the session is not
  /// enough.
  package static func refused(by what: String, error code: String, description: String?, status: Int?) -> OidcError {
    let words = ServerText.message(description.map { "\(code), \($0)" } ?? code)
    var error: OidcError
    switch code {
    case "server_error", "temporarily_unavailable":
      error = OidcError(.server, "\(what) failed on the server: \(words)")
    case "login_required", "interaction_required":
      error = OidcError(
        .noSession, "\(what) asks for a new sign-in: \(words)", hint: "Sign in with 'start' or 'login' again.")
      error.reason = .loginNeeded
    case "consent_required":
      error = OidcError(.oauth, "\(what) needs the user's consent: \(words)", hint: consentHint)
      error.reason = .consentNeeded
    default:
      error = OidcError(.oauth, "\(what) was refused: \(words)")
      if code == "invalid_grant" { error.reason = .invalidGrant }
    }
    error.error = code
    error.errorDescription = description
    error.status = status
    return error
  }

  static let consentHint = "Run 'tokens --consent' to agree, or switch on implied consent in the client's settings."
}
