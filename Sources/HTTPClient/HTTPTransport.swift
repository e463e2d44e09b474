/// What sends requests: curl in the program, a script in tests.
package protocol HTTPTransport: Sendable {
  /// Sends one request and waits for its response. Cancelling the task ends the exchange with `.cancelled`.
  ///
  /// A request that is not known to be harmless when repeated (anything but GET, HEAD, OPTIONS and TRACE) is sent once at
  /// most.
  func send(_ request: HTTPRequest) async throws(HTTPClientError) -> HTTPResponse

  /// Where a task is nearest to the network: one that prefers this executor sends and gets answers without changing threads.
  /// Nil where it makes no difference. What blocks there would hold up all transfers.
  var executor: (any TaskExecutor)? { get }

  /// Gives back connections and threads. What is under way ends, and nothing is sent any more.
  func close()
}

extension HTTPTransport {
  package var executor: (any TaskExecutor)? { nil }
  package func close() {}
}
