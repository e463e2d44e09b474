/// A small HTTP/1.1 server with async handlers.
package final class HTTPServer: Sendable {
  /// Answers one request; called for many at the same time.
  package typealias Handler = @Sendable (ServerRequest) async -> ServerResponse

  /// The port it listens on.
  package let port: Int

  /// Starts to listen.
  package init(
    host: String = "127.0.0.1", port: Int = 0, maxBodyBytes: Int = 8 * 1024 * 1024, maxHeadBytes: Int = 64 * 1024,
    handler: @escaping Handler
  ) throws(HTTPServerError) {
    throw HTTPServerError.system(host: host, port: port, detail: "")
  }

  /// Takes no more connections, lets the requests under way finish for that long, and closes everything.
  package func stop(within time: Duration) async {}
}
