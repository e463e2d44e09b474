import HTTPClient
package import JSON

/// A request of one user agent, before cookies, session and the headers of its own are added.
package struct AMRequest: Sendable {
  /// Which headers belong to it.
  package enum Kind: Sendable {
    /// Below `/json`: `Accept-API-Version` and `X-Requested-With`.
    case json(version: String)
    /// OAuth and OpenID Connect.
    case oauth
  }

  package var kind: Kind
  package var method: String
  /// Absolute URL with its encoded query.
  package var url: String
  /// More headers; they go before those of ``UserAgent``.
  package var headers: [(String, String)]
  package var body: [UInt8]?
  /// `Content-Type` of the body.
  package var contentType: String?
  /// Whether the session goes along, as header and as cookie.
  package var sendsSession: Bool
  /// Another limit than the one of the settings.
  package var timeout: Duration?
  /// As ``HTTPRequest/mayBegin``.
  package var mayBegin: (@Sendable () -> Bool)?

  package init(
    kind: Kind, method: String, url: String, headers: [(String, String)] = [], body: [UInt8]? = nil,
    contentType: String? = nil, sendsSession: Bool, timeout: Duration? = nil
  ) {
    self.kind = kind
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.contentType = contentType
    self.sendsSession = sendsSession
    self.timeout = timeout
  }

  /// What `authenticate` is asked with.
  package static let authenticateVersion = "resource=2.1, protocol=1.0"

  /// A call below `/json`, its query unencoded.
  package static func json(
    _ method: String, _ url: String, query: [(String, String)] = [], body: JSON? = nil, version: String,
    sendsSession: Bool = true
  ) -> AMRequest {
    AMRequest(
      kind: .json(version: version), method: method, url: Query.append(query, to: url), body: body?.bytes(),
      contentType: body == nil ? nil : "application/json", sendsSession: sendsSession)
  }

  /// A call of OAuth, its query unencoded, its body a form.
  package static func oauth(
    _ method: String, _ url: String, query: [(String, String)] = [], form: [(String, String)]? = nil,
    headers: [(String, String)] = [], sendsSession: Bool = false
  ) -> AMRequest {
    AMRequest(
      kind: .oauth, method: method, url: Query.append(query, to: url), headers: headers,
      body: form.map { Array(PercentEncoding.form($0).utf8) },
      contentType: form == nil ? nil : "application/x-www-form-urlencoded", sendsSession: sendsSession)
  }
}

/// Query strings.
package enum Query {
  /// The pairs, each name and value encoded once, blanks as `%20`, behind the URL and the query that it has.
  package static func append(_ pairs: [(String, String)], to url: String) -> String {
    guard !pairs.isEmpty else { return url }
    return url + (url.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + PercentEncoding.form(pairs)
  }
}
