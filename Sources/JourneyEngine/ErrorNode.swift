public import JSON

/// The server has answered, and the answer is no.
public struct ErrorNode: Node {
  /// Status of HTTP.
  public let status: Int
  /// `code` as sent: it need not be the status, nor a number.
  public let code: JSON?
  /// `reason` as sent.
  public let reason: JSON?
  /// `message` (or `errorMessage`) as sent, of any JSON type; our own line where the server sent none.
  public let messageValue: JSON
  /// `detail` as sent: an object, a text, or absent.
  public let detail: JSON?
  /// What kind of no this is.
  public let cause: ErrorCause
  /// Where the server would send a browser now.
  public let failureURL: String?
  /// Seconds after which the server wants to be asked again (`Retry-After`); nil where it does not say.
  public let retryAfter: Int?
  /// The answer as received.
  public let input: JSON.Object
  /// The step that was answered, nil when there was none.
  public let continueNode: ContinueNode?
  /// Name of the journey that was asked for, nil for the default one.
  public let journey: String?
  /// The realm that was asked, a path.
  public let realm: String
  /// The exchange that led to this node.
  public let exchange: Exchange

  /// ``messageValue`` as text: a text as it is, another value as JSON.
  public var message: String { messageValue.string ?? messageValue.text() }

  /// What helps to understand it: which journey in which realm was asked for, where there is no such thing.
  public var hint: String? {
    guard cause == .notFound else { return nil }
    if ErrorCause.namesUnknownRealm(message) {
      return "the realm “\(realm)” was asked for; --realm names another, or 'config realm' in a shell"
    }
    let name = journey.map { "the journey “\($0)”" } ?? "the default journey"
    let asked = "\(name) in the realm “\(realm)” was asked for"
    guard status == 404 else { return asked }
    return "\(asked); are the realm and the server's URL right, with its context path such as /am?"
  }

  /// Whether the step that was answered is still open and can be answered again.
  public var staysOpen: Bool { continueNode?.isOpen ?? false }
}

/// Why the server said no.
public enum ErrorCause: String, Sendable, Hashable, CaseIterable {
  /// The journey or its step is too old.
  case timedOut = "timed-out"
  /// The suspended id is unknown, used or expired.
  case suspensionExpired = "suspension-expired"
  /// No such journey or realm.
  case notFound = "not-found"
  /// The journey reached its failure end.
  case rejected
  /// HTTP 403.
  case forbidden
  /// HTTP 429.
  case rateLimited = "rate-limited"
  /// The server did not accept the request itself: the step stays open.
  case badRequest = "bad-request"
  /// Anything else.
  case other
}
