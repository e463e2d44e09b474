/// The transport of the program: libcurl.
package final class CurlTransport: HTTPTransport {
  /// A transport with these settings. Nothing is opened before the first request.
  package init(_ configuration: HTTPClientConfiguration = HTTPClientConfiguration()) {}

  package func send(_ request: HTTPRequest) async throws(HTTPClientError) -> HTTPResponse {
    throw HTTPClientError(
      phase: .cancelled, host: request.url.hostAndPort, path: request.url.path, mayHaveReachedServer: false)
  }

  /// Ends what is under way with `.cancelled`, closes all connections, and refuses further requests.
  package func close() {}
}
