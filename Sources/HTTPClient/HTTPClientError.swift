/// Why an exchange brought no response.
///
/// It names host, port and path, and never the query, a header or a credential.
package struct HTTPClientError: Error, Sendable, Equatable, CustomStringConvertible {
  /// How far the exchange came, or what ended it.
  package enum Phase: String, Sendable, CaseIterable {
    /// The request itself cannot be sent; nothing went out.
    case invalidRequest
    /// Nothing can be sent by this program as it is installed: libcurl cannot be opened.
    case unavailable
    /// The host name could not be resolved.
    case dns
    /// The proxy could not be found or reached, or refused the connection.
    case proxy
    /// No connection to the host.
    case connect
    /// The TLS handshake failed: certificate, key, protocol version.
    case tls
    /// The time for connecting or for the whole exchange is over.
    case timeout
    /// The connection broke off before the response was complete.
    case dropped
    /// The response is larger than the limit.
    case tooLarge
    /// What came is not an HTTP response that can be read.
    case badResponse
    /// The task was cancelled, or the transport closed.
    case cancelled
  }

  /// How far the exchange came.
  package var phase: Phase
  /// `host:port` of the request.
  package var host: String
  /// The path of the request in encoded form, without its query.
  package var path: String
  /// What exactly went wrong, for a person; empty where the phase says it all.
  package var detail: String
  /// False only when the server cannot have seen a byte of the request, so that it is safe to send it again.
  package var mayHaveReachedServer: Bool

  /// An error, for those who stand in for a transport.
  package init(phase: Phase, host: String, path: String, detail: String = "", mayHaveReachedServer: Bool) {
    self.phase = phase
    self.host = host
    self.path = path
    self.detail = detail
    self.mayHaveReachedServer = mayHaveReachedServer
  }

  /// One sentence for a person, with host and path; with the host alone where there is none.
  package var description: String { isSaid ? "\(summary)." : "\(summary): \(detail)." }

  /// Whether the detail adds nothing to the summary.
  private var isSaid: Bool { detail.isEmpty || phase == .dns && detail == "Could not resolve host: \(hostName)" }

  /// The host without its port.
  private var hostName: String { host.lastIndex(of: ":").map { String(host[..<$0]) } ?? host }

  private var summary: String {
    switch phase {
    case .invalidRequest, .unavailable: "The request to \(host)\(path) cannot be sent"
    case .dns: "The host \(hostName) was not found"
    case .proxy: "The proxy on the way to \(host)\(path) did not connect"
    case .connect: "No connection to \(host)\(path)"
    case .tls: "No secure connection to \(host)\(path)"
    case .timeout: "No answer in time from \(host)\(path)"
    case .dropped: "The connection broke off before \(host)\(path) had answered"
    case .tooLarge: "The answer of \(host)\(path) is too large"
    case .badResponse: "The answer of \(host)\(path) is not HTTP that can be read"
    case .cancelled: "The request to \(host)\(path) was cancelled"
    }
  }
}
