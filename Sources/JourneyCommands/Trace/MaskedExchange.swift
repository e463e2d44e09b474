import HTTPClient
import JSON
import JourneyEngine

/// A request or an answer as it may be shown: what holds secrets by its place is replaced by dots.
///
/// Masked are all headers of a request but those of `SecretNames.isPlainRequestHeader`, `Set-Cookie`, the query parameters and form
/// fields of `SecretNames.isMember`, and in JSON what `MaskedDocument` says. A body that is neither JSON nor a form is given by its size.
struct MaskedExchange {
  private let first: String
  private let headers: [(name: String, value: String)]
  private let body: String?
  private let method: String
  private let url: String

  /// - Parameter secrets: Those that are known by their value, however short.
  init(_ request: HTTPRequest, secrets: SecretRegistry) {
    method = request.method
    url = Self.masked(url: request.url.description)
    first = "\(method) \(url)"
    headers = request.headers.entries.map { header in
      (header.name, SecretNames.isPlainRequestHeader(header.name) ? header.value : SecretRegistry.dots)
    }
    body = request.body.map { Self.masked(body: $0, type: request.headers["Content-Type"], secrets) }
  }

  init(_ response: HTTPResponse, secrets: SecretRegistry) {
    method = ""
    url = ""
    first = "HTTP \(response.status)"
    headers = response.headers.entries.map { header in
      if header.name.lowercased() == "set-cookie" { return (header.name, Self.masked(cookie: header.value)) }
      if header.name.lowercased() == "location" { return (header.name, Self.masked(url: header.value)) }
      return (header.name, SecretNames.isHeader(header.name) ? SecretRegistry.dots : header.value)
    }
    body =
      response.body.isEmpty ? nil : Self.masked(body: response.body, type: response.headers["Content-Type"], secrets)
  }

  func lines(prefix: String) -> String {
    let lines = [first] + headers.map { "\($0.name): \($0.value)" } + (body.map { [$0] } ?? [])
    return lines.map { prefix + ServerText.visible($0) }.joined(separator: "\n")
  }

  /// As a command for a shell.
  var curl: String {
    var words = ["curl -sS -X \(method) \(Self.quoted(url))"]
    words += headers.map { "-H \(Self.quoted("\($0.name): \($0.value)"))" }
    if let body { words.append("--data-raw \(Self.quoted(body))") }
    return words.joined(separator: " \\\n  ")
  }

  private static func quoted(_ text: String) -> String {
    "'"
      + ServerText.visible(text).split(separator: "'" as Character, omittingEmptySubsequences: false).joined(
        separator: "'\\''") + "'"
  }

  /// The value of a response header as a result may show it: a cookie without its value.
  static func shown(_ value: String, of header: String) -> String {
    header.lowercased() == "set-cookie" ? masked(cookie: value) : value
  }

  /// `name=value; Path=/` with dots for the value.
  private static func masked(cookie: String) -> String {
    guard let pair = Text.pair(cookie, separator: "=") else { return SecretRegistry.dots }
    let attributes = pair.value.utf8.firstIndex(of: UInt8(ascii: ";")).map { String(pair.value[$0...]) } ?? ""
    return "\(pair.name)=\(SecretRegistry.dots)\(attributes)"
  }

  /// A URL with dots for the secrets in its query and its fragment.
  private static func masked(url: String) -> String {
    guard let mark = url.utf8.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
      return url
    }
    let start = url.utf8.index(after: mark)
    return url[..<start] + masked(form: String(url[start...]))
  }

  private static func masked(form: String) -> String {
    form.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { part in
      let text = String(Substring(part))
      guard let pair = Text.pair(text, separator: "="),
        SecretNames.isMember(PercentEncoding.decode(pair.name) ?? pair.name)
      else {
        return text
      }
      return "\(pair.name)=\(SecretRegistry.dots)"
    }
    .joined(separator: "&")
  }

  private static func masked(body: [UInt8], type: String?, _ secrets: SecretRegistry) -> String {
    let type = type?.lowercased() ?? ""
    if type.hasPrefix("application/x-www-form-urlencoded"), let text = String(validating: body, as: UTF8.self) {
      return masked(form: text)
    }
    if let document = try? JSON(parsing: body), document.object != nil || document.array != nil {
      return MaskedDocument(secrets: secrets).masked(document).text()
    }
    return body.isEmpty ? "" : "(\(body.count) bytes\(type.isEmpty ? "" : " of \(type)"))"
  }
}
