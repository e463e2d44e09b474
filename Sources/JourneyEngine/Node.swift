/// What a request to a journey ends in: ``ContinueNode``, ``SuccessNode``, ``ErrorNode`` or ``FailureNode``.
public protocol Node: Sendable {
  /// The exchange that led to this node.
  var exchange: Exchange { get }
}

/// One request and its answer, as far as they help to find it again in the server's logs.
public struct Exchange: Sendable, Hashable {
  /// The id in the answer's `X-ForgeRock-TransactionId`, else the one that was sent.
  public let transactionID: String
  /// From before the request was sent until the whole answer was there.
  public let elapsed: Duration

  /// An exchange with these facts.
  public init(transactionID: String, elapsed: Duration) {
    self.transactionID = transactionID
    self.elapsed = elapsed
  }

  /// No request was made.
  package static let none = Exchange(transactionID: "", elapsed: .zero)
}
