package import HTTPClient
package import JSON

/// An answer, whatever it is.
package struct AMResponse: Sendable {
  package let status: Int
  package let headers: HTTPHeaders
  package let body: [UInt8]
  /// Host and port that answered.
  package let host: String
  /// Path that was asked, without its query.
  package let path: String
  package let exchange: Exchange

  package init(status: Int, headers: HTTPHeaders, body: [UInt8], host: String, path: String, exchange: Exchange) {
    self.status = status
    self.headers = headers
    self.body = body
    self.host = host
    self.path = path
    self.exchange = exchange
  }

  /// `Content-Type`, nil where the server sent none.
  package var contentType: String? { headers["Content-Type"] }

  /// The body as JSON, nil where it is none. A byte order mark in front is skipped: some gateway puts it there.
  package func json() -> JSON? {
    guard !body.isEmpty else { return nil }
    if body.starts(with: [0xEF, 0xBB, 0xBF]) { return try? JSON(parsing: Array(body.dropFirst(3))) }
    return try? JSON(parsing: body)
  }
}
