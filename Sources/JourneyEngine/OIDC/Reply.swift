import HTTPClient
package import JSON

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An answer of an OAuth or session endpoint, with what the errors about it must tell.
package struct Reply: Sendable {
  package var status: Int
  package var location: String?
  package var contentType: String?
  /// The `Date` header.
  package var date: Date?
  package var retryAfterSeconds: Int?
  package var body: [UInt8]
  /// `host:port` that was asked.
  package var host: String
  /// All headers, as they came.
  package var headers: [(name: String, value: String)]

  package init(_ response: AMResponse, now: Date) {
    status = response.status
    location = response.headers["Location"]
    contentType = response.contentType
    date = response.headers["Date"].flatMap { HTTPDate.parse($0) }
    retryAfterSeconds = response.headers["Retry-After"].flatMap { HTTPDate.retryAfter($0, now: now) }
    body = response.body
    host = response.host
    headers = response.headers.entries
    json = response.json()
  }

  /// The body as JSON; nil where it is none.
  package let json: JSON?

  /// Whether the status says that it went well.
  package var isGood: Bool { (200..<300).contains(status) }

  /// Whether an endpoint with nothing to tell has confirmed what was asked: it sends no body, or an object. A page with the status
  /// 200 comes from something in front of it.
  package var isConfirmation: Bool { isGood && (body.isEmpty || json?.object != nil) }

  /// What a body of an unusable answer was, for a person.
  private var kind: String {
    if body.isEmpty { return "without a body" }
    return contentType.map { "with \($0)" } ?? "with a body of unknown type"
  }

  /// The error for an answer that is not the good one (am-protocol 7.7; CONTRACT 5).
  ///
  /// - Parameter what: What was asked for, as the subject of a sentence: `The token request`.
  package func failure(_ what: String) -> OidcError {
    var error = classified(what)
    error.status = status
    error.host = host
    if error.kind == .unexpectedReply { error.contentType = contentType }
    return error
  }

  private func classified(_ what: String) -> OidcError {
    let document = json
    let code = document?["error"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    let words = code.map { code in document?["error_description"]?.string.map { "\(code), \($0)" } ?? code }
    let said = (words ?? document?["message"]?.string).map { ": \(ServerText.message($0))" } ?? ""
    if status == 429 {
      let wait = retryAfterSeconds.map { " Wait \($0) s before the next try." } ?? ""
      var error = OidcError(.server, "\(what) came too often for the server (429)\(said).\(wait)")
      error.retryAfterSeconds = retryAfterSeconds
      error.error = code
      return error
    }
    if status >= 500 {
      var error = OidcError(.server, "\(what) failed on the server (\(status))\(said).")
      error.retryAfterSeconds = retryAfterSeconds
      return error
    }
    if status >= 400, let code {
      return .refused(
        by: what, error: code, description: document?["error_description"]?.string, status: status)
    }
    if (300..<400).contains(status) {
      let place = location.map { " to \(AuthorizeAnswer.split($0, at: "?").0)" } ?? ""
      return OidcError(.unexpectedReply, "\(what) was answered with a redirect (\(status))\(place).")
    }
    return OidcError(
      .unexpectedReply, "\(what) was answered with \(status) \(document == nil ? kind : "and JSON")\(said).")
  }
}
