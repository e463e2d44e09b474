public import JSON

/// There is no answer of the journey: it did not arrive, or something else answered in its place.
public struct FailureNode: Node {
  /// What went wrong.
  public let cause: FailureCause
  /// Status of HTTP, nil where there was no answer.
  public let status: Int?
  /// `message` (or `errorMessage`) as the server sent it, of any JSON type; our own line where it sent none.
  public let messageValue: JSON
  /// `code` as sent, where the answer was a JSON object.
  public let code: JSON?
  /// `reason` as sent, where the answer was a JSON object.
  public let reason: JSON?
  /// `detail` as sent, where the answer was a JSON object.
  public let detail: JSON?
  /// Host and port that were asked.
  public let host: String?
  /// `Content-Type` of the answer.
  public let contentType: String?
  /// The beginning of an answer that is no JSON object, about a hundred harmless characters; the location of a redirect that
  /// came with one.
  public let excerpt: String?
  /// Where a redirect would have led, without its query; control characters are made visible.
  public let location: String?
  /// Whether trying again may help.
  public let retryable: Bool
  /// Whether the server may have acted on the request. If so, nothing sends it again.
  public let mayHaveReachedServer: Bool
  /// The step that was answered, nil when there was none.
  public let continueNode: ContinueNode?
  /// The exchange that led to this node.
  public let exchange: Exchange

  /// ``messageValue`` as text: a text as it is, another value as JSON.
  public var message: String { messageValue.string ?? messageValue.text() }

  /// What may be the matter, or what to do now.
  public var hint: String? {
    switch (cause, status) {
    case (.unexpectedReply, .some(300..<400)): "something in front of AM redirects; is the server's URL right?"
    case (.unexpectedReply, 403): "something in front of AM has refused the request"
    case (.unexpectedReply, 404): "is the server's URL right, with its context path?"
    case (.server, .some(502...504)): "the server may be starting or overloaded; start the journey again later"
    case (_, nil) where continueNode != nil && mayHaveReachedServer:
      "the answer may have arrived, so it is not sent again; start the journey again"
    default: nil
    }
  }

  /// Whether the step that was answered is still open and can be sent again.
  public var staysOpen: Bool { continueNode?.isOpen ?? false }
}

/// Why there is no answer of the journey.
public enum FailureCause: String, Sendable, Hashable, CaseIterable {
  /// No connection, or it broke.
  case network
  /// The connection could not be secured.
  case tls
  /// No answer in time.
  case timeout
  /// HTTP 5xx.
  case server
  /// An answer that AM would not give here.
  case unexpectedReply = "unexpected-reply"
  /// The caller has given up.
  case cancelled
  /// Nothing was sent: the step is closed, or the settings or arguments do not allow a request. The package's own callers get
  /// this as a typed ``Refusal`` instead.
  case refused
}
