import HTTPServer
import JSON

/// What nodes may know of the request that they run in.
struct RequestFacts: Sendable {
  let request: ServerRequest
  let query: Parameters
  let cookies: Cookies
  let languages: Languages
  /// The base URL that was asked, `http://host:port/am`.
  let baseURL: String
  /// Whether the journey comes back from a suspension with this request.
  var isResumed = false
  /// The live session that the request carries.
  var session: Session?

  func header(_ name: String) -> String? { request.header(name) }

  /// The IP address that the request comes from.
  var peer: String { request.peer }
}
