/// A final response, whatever its status: redirects are not followed, and a 500 is a response too.
package struct HTTPResponse: Sendable {
  /// The status code, 200 or more.
  package var status: Int
  /// The header fields of this response alone: none of an interim (1xx) or proxy response, and no trailers.
  package var headers: HTTPHeaders
  /// The body as it came; the transport asks for no content coding and undoes none.
  package var body: [UInt8]

  /// A response, for those who stand in for a transport.
  package init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The media type in lower case without its parameters, for example `application/json`; nil where none was sent.
  package var contentType: String? {
    guard let value = headers["Content-Type"] else { return nil }
    let type = value.utf8.prefix { $0 != UInt8(ascii: ";") }.filter { $0 != UInt8(ascii: " ") && $0 != 0x09 }
    return type.isEmpty ? nil : String(decoding: type, as: UTF8.self).lowercased()
  }
}
