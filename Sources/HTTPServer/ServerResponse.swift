/// What a handler answers.
///
/// The server adds `Content-Length`, `Date` (unless given) and what the connection needs; a `Content-Length`,
/// `Transfer-Encoding` or `Connection` set here is left out. The answer to HEAD carries the length of the body, not the body.
package struct ServerResponse: Sendable {
  /// How the answer goes out: as it should, or with a fault.
  package enum Disposition: Sendable, Hashable {
    /// In full.
    case normal
    /// Not at all: the connection is closed without a byte.
    case dropConnection
    /// The head announces the whole body, but the connection is closed after that many bytes of it.
    case truncate(after: Int)
  }

  /// The status code, 200 to 599.
  package var status: Int
  /// The header fields in order, several of one name included (`Set-Cookie`).
  package var headers: [(name: String, value: String)]
  /// The body.
  package var body: [UInt8]
  /// How it goes out.
  package var disposition: Disposition

  /// An answer; an empty one with status 200 unless told otherwise.
  package init(
    status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
    disposition: Disposition = .normal
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.disposition = disposition
  }
}
