public import JSON

/// What a WebAuthn node asks of an authenticator.
///
/// AM sends it in two shapes: as a document in a ``MetadataCallback``, or as a script in a ``TextOutputCallback``.
/// Both are read into this one. The answer goes into the ``HiddenValueCallback`` with the id `webAuthnOutcome`.
///
/// - Source: am-protocol 3.5, 8.4.
public struct WebAuthnOptions: Sendable, Hashable {
  /// What is to be done.
  public enum Operation: String, Sendable, Hashable {
    /// Make a credential.
    case registration
    /// Sign with one.
    case authentication

    /// The name that programs see.
    public var derivedType: String { "webauthn-\(rawValue)" }
  }

  /// Which authenticators will do, in a registration.
  public struct AuthenticatorSelection: Sendable, Hashable {
    /// `platform` or `cross-platform`.
    public var authenticatorAttachment: String?
    /// `required`, `preferred` or `discouraged`.
    public var residentKey: String?
    /// The older form of it.
    public var requireResidentKey: Bool?
    /// `required`, `preferred` or `discouraged`.
    public var userVerification: String?

    init?(_ document: JSON?) {
      guard let members = document?.object else { return nil }
      authenticatorAttachment = members["authenticatorAttachment"]?.string
      residentKey = members["residentKey"]?.string
      requireResidentKey = members["requireResidentKey"]?.lenientBool
      userVerification = members["userVerification"]?.string
    }
  }

  /// What is to be done.
  public var operation: Operation
  /// The bytes to sign; nil where the server sent none that can be read.
  public var challenge: [UInt8]?
  /// Milliseconds.
  public var timeoutMilliseconds: Int?
  /// The domain; nil where none is configured: then the host of the origin is meant.
  public var relyingPartyID: String?
  /// For display.
  public var relyingPartyName: String?
  /// Base64url of the user name. Its ASCII bytes, not what they encode, are the user handle.
  public var userID: String?
  /// The name to sign in with.
  public var userName: String?
  /// For display.
  public var userDisplayName: String?
  /// `none`, `indirect` or `direct`.
  public var attestation: String?
  /// Which authenticators will do.
  public var authenticatorSelection: AuthenticatorSelection?
  /// COSE algorithms, the best first.
  public var algorithms: [Int] = []
  /// The credentials that must not be there already; nil where the server said nothing.
  public var excludeCredentials: [[UInt8]]?
  /// The credentials to sign with; empty where the authenticator knows the user, nil where the server said nothing.
  public var allowCredentials: [[UInt8]]?
  /// As sent.
  public var extensions = JSON.Object()
  /// Whether the outcome may be a JSON text (AM 8.0 and later).
  public var supportsJSONResponse = false
  /// `conditional` for the autofill of a browser.
  public var mediation: String?

  var requestedVerification: String?

  /// `required`, `preferred` or `discouraged`.
  public var userVerification: String? {
    authenticatorSelection?.userVerification ?? requestedVerification
  }

  init(_ operation: Operation) {
    self.operation = operation
  }
}
