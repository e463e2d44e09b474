package import HTTPClient

/// There is no answer.
package struct ExchangeError: Error, Sendable, Equatable {
  /// What went wrong.
  package var cause: FailureCause
  /// One sentence for a person, with host and path, without the query.
  package var message: String
  /// Host and port that were asked, empty where the URL is none.
  package var host: String
  package var path: String
  /// Whether the server may have acted on the request.
  package var mayHaveReachedServer: Bool
  package var exchange: Exchange
  /// Whether it would be the same another time: what cannot be sent at all.
  package var isLasting = false

  package init(
    cause: FailureCause, message: String, host: String, path: String, mayHaveReachedServer: Bool, exchange: Exchange
  ) {
    self.cause = cause
    self.message = message
    self.host = host
    self.path = path
    self.mayHaveReachedServer = mayHaveReachedServer
    self.exchange = exchange
  }

  /// The same as the transport has it.
  init(_ error: HTTPClientError, exchange: Exchange) {
    self.init(
      cause: FailureCause(error.phase), message: error.description, host: error.host, path: error.path,
      mayHaveReachedServer: error.mayHaveReachedServer, exchange: exchange)
    isLasting = error.phase == .invalidRequest || error.phase == .unavailable
  }
}

extension FailureCause {
  /// The cause that a phase of the transport stands for.
  package init(_ phase: HTTPClientError.Phase) {
    switch phase {
    case .tls: self = .tls
    case .timeout: self = .timeout
    case .tooLarge, .badResponse: self = .unexpectedReply
    case .cancelled: self = .cancelled
    case .invalidRequest, .unavailable, .dns, .proxy, .connect, .dropped: self = .network
    }
  }
}
