/// The transport of the program: libcurl's multi interface on a thread of its own.
///
/// The thread starts with the first request. All requests of one transport share its connections, which are kept alive, so
/// a program wants one transport for each set of settings and not one for each profile. HTTP/2 is used where the server
/// offers it over TLS, else HTTP/1.1; HTTP/0.9 is refused; redirects are never followed; no cookies are kept.
///
/// - Source: RFC 9110, RFC 9112; libcurl 7.85 or later.
package final class CurlTransport: HTTPTransport {
  private let configuration: HTTPClientConfiguration
  private let loop: CurlLoop

  /// A transport with these settings. Nothing is opened before the first request.
  package init(_ configuration: HTTPClientConfiguration = HTTPClientConfiguration()) {
    self.configuration = configuration
    loop = CurlLoop(configuration)
  }

  deinit { loop.close() }

  /// Opens libcurl on a thread of its own, for those who will send something and have other things to do first. Does so once.
  package static func prepare() { CurlLibrary.prepare() }

  package func send(_ request: HTTPRequest) async throws(HTTPClientError) -> HTTPResponse {
    if let fault = RequestCheck.fault(of: request) {
      throw HTTPClientError(request, .invalidRequest, fault, mayHaveReachedServer: false)
    }
    let ticket = CurlTicket()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.start(CurlJob(ticket: ticket, request: request, continuation: continuation))
      }
    } onCancel: {
      loop.cancel(ticket)
    }
    return try result.get()
  }

  package var executor: (any TaskExecutor)? { loop }

  /// Ends what is under way with `.cancelled`, closes all connections, and refuses further requests.
  package func close() { loop.close() }
}

extension HTTPClientError {
  init(_ request: HTTPRequest, _ phase: Phase, _ detail: String = "", mayHaveReachedServer: Bool) {
    self.init(
      phase: phase, host: request.url.hostAndPort, path: request.url.path, detail: detail,
      mayHaveReachedServer: mayHaveReachedServer)
  }
}
