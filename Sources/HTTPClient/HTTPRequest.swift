/// One request to send.
///
/// The transport adds `Host`, `Content-Length`, `Accept: */*` and its `User-Agent` where the headers here do not have
/// them, and nothing else. Names must be tokens, values free of CR, LF and NUL; `Content-Length` and
/// `Transfer-Encoding` belong to the transport. What breaks these rules is refused as `.invalidRequest`.
package struct HTTPRequest: Sendable {
  /// The method, a token in upper case.
  package var method: String
  /// Where it goes.
  package var url: HTTPURL
  /// The header fields, in the order in which they go out.
  package var headers: HTTPHeaders
  /// The body; nil sends none, an empty one sends `Content-Length: 0`.
  package var body: [UInt8]?
  /// How long the whole exchange may take; nil stands for the time of the transport's configuration.
  package var timeout: Duration?
  /// Is called when the connection stands, just before the first byte goes out; false keeps it from going out. It is called on
  /// the thread of all transfers and must not take long.
  package var mayBegin: (@Sendable () -> Bool)?

  /// A request; a plain GET unless told otherwise.
  package init(
    method: String = "GET", url: HTTPURL, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8]? = nil,
    timeout: Duration? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
  }
}
