import HTTPClient
import JSON

/// What the authorize endpoint answered, told apart (am-protocol 7.2).
package enum AuthorizeAnswer: Sendable, Equatable {
  /// The redirect to our URI with a code that belongs to our `state`.
  case code(String)
  /// A refusal in OAuth's words: in the redirect, on AM's error page, or as JSON.
  case refused(error: String, description: String?)
  /// A redirect to the login page: the session is not accepted.
  case login(path: String)
  /// The same for a client that is bound to a journey: the advice to start that with, and where the request goes on behind
  /// it (am-protocol 7.4).
  case pinned(advice: String, url: String)
  /// The page that asks for consent.
  case consent
  /// The provider's trouble, not an answer.
  case serverTrouble
  /// 401 in AM's own words.
  case unauthorized(message: String?)
  /// Anything else; the text says what came.
  case unexpected(String)

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - status: The HTTP status.
  ///   - location: The `Location` header.
  ///   - contentType: The media type.
  ///   - body: The body.
  ///   - redirectUri: The URI that was sent, byte for byte.
  ///   - state: The state that was sent.
  ///   - issuer: The issuer of the discovery document; an `iss` in the redirect must be the same (RFC 9207).
  package init(
    status: Int, location: String?, contentType: String?, body: [UInt8], redirectUri: String, state: String,
    issuer: String?
  ) {
    switch status {
    case 300..<400:
      self = Self.redirect(to: location, status: status, redirectUri: redirectUri, state: state, issuer: issuer)
    case 200..<300: self = Self.page(String(decoding: body, as: UTF8.self))
    case 500...: self = .serverTrouble
    default: self = Self.refusal(status: status, contentType: contentType, body: body)
    }
  }

  // MARK: Redirects

  private static func redirect(
    to location: String?, status: Int, redirectUri: String, state: String, issuer: String?
  ) -> AuthorizeAnswer {
    guard let location, !location.isEmpty else { return .unexpected("a redirect (\(status)) without a Location") }
    guard let answer = ReturnParameters(location: location, redirectUri: redirectUri) else {
      return elsewhere(location)
    }
    if let repeated = answer.repeated { return .unexpected("a redirect that holds '\(repeated)' twice") }
    if let error = answer["error"] { return .refused(error: error, description: answer["error_description"]) }
    guard let code = answer.query["code"], !code.isEmpty else {
      return .unexpected(
        answer.fragment["code"] == nil
          ? "a redirect to the redirect URI with neither a code nor an error"
          : "a code in the fragment of the redirect, where only the query was asked for")
    }
    guard let returned = answer.query["state"] else { return .unexpected("a code without the state that was sent") }
    guard Array(returned.utf8) == Array(state.utf8) else {
      return .unexpected("a code with another state than was sent")
    }
    if let issuer, let named = answer.query["iss"], Array(named.utf8) != Array(issuer.utf8) {
      return .unexpected("a code of the issuer '\(named)' instead of '\(issuer)'")
    }
    return .code(code)
  }

  /// A redirect that does not lead to our URI: the login page, or a place that was never asked for.
  private static func elsewhere(_ location: String) -> AuthorizeAnswer {
    let (place, query) = split(location, at: "?")
    let fields = PercentEncoding.parseQuery(split(query, at: "#").0)
    let names = fields.map(\.name)
    if names.contains("code") {
      return .unexpected("a redirect with a code to '\(place)', which is not the redirect URI")
    }
    guard place.contains("/UI/Login") || place.contains("/XUI") || names.contains("goto") || place.contains("Login")
    else { return .unexpected("a redirect to '\(split(place, at: "#").0)'") }
    let value = { (name: String) in fields.first { $0.name == name }?.value }
    if value("authIndexType") == "composite_advice", let advice = value("authIndexValue"),
      advice.contains("TransactionConditionAdvice")
    {
      return .pinned(advice: advice, url: value("goto") ?? "")
    }
    return .login(path: String(split(place, at: "#").0))
  }

  // MARK: Pages and refusals

  private static func page(_ text: String) -> AuthorizeAnswer {
    if text.contains("oauth2Data") || text.lowercased().contains("consent") { return .consent }
    if let error = pageError(text) { return .refused(error: error.code, description: error.description) }
    if text.lowercased().contains("submit this form") {
      return .unexpected("a page that posts the answer (response_mode form_post) instead of a redirect")
    }
    return .unexpected(text.isEmpty ? "an empty page instead of a redirect" : "a page instead of a redirect")
  }

  private static func refusal(status: Int, contentType: String?, body: [UInt8]) -> AuthorizeAnswer {
    if let document = try? JSON(parsing: body), document.object != nil {
      if let error = document["error"]?.string, !error.isEmpty {
        return .refused(error: error, description: document["error_description"]?.string)
      }
      let message = document["message"]?.string
      if status == 401 { return .unauthorized(message: message) }
      return .unexpected(message.map { "status \(status): \(ServerText.message($0))" } ?? "status \(status)")
    }
    if let error = pageError(String(decoding: body, as: UTF8.self)) {
      return .refused(error: error.code, description: error.description)
    }
    return .unexpected("status \(status)" + (contentType.map { " with \($0)" } ?? " without a body"))
  }

  /// The error that AM's "OAuth2 Error Page" holds in its script: `error: { description: "…", message: "code" }`.
  package static func pageError(_ text: String) -> (code: String, description: String?)? {
    guard let block = text.firstMatch(of: /error:\s*\{([^}]*)\}/)?.output.1,
      let code = block.firstMatch(of: /message:\s*"(\w+)"/)?.output.1
    else { return nil }
    let description = block.firstMatch(of: /description:\s*"((?:[^"\\]|\\.)*)"/)?.output.1
    return (String(code), description.map { unescaped(String($0)) })
  }

  /// Undoes the escapes of a JavaScript string as far as JSON knows them; other texts stay as they are.
  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\"), let value = try? JSON(parsing: "\"\(text)\"") else { return text }
    return value.string ?? text
  }

  static func split(_ text: some StringProtocol, at mark: Character) -> (String, String) {
    guard let index = text.firstIndex(of: mark) else { return (String(text), "") }
    return (String(text[..<index]), String(text[text.index(after: index)...]))
  }
}

/// The query and the fragment of a redirect that leads to our URI.
struct ReturnParameters {
  /// By name, decoded; the first of each name.
  let query: [String: String]
  /// By name, decoded; the first of each name.
  let fragment: [String: String]
  /// A parameter that stands there twice, which RFC 6749 forbids; taking either could be a trap.
  let repeated: String?

  /// Nil where the location is not the redirect URI, byte for byte, with something behind it that begins a query or a
  /// fragment: a longer path or host is another place.
  init?(location: String, redirectUri: String) {
    let bytes = Array(location.utf8)
    let own = Array(redirectUri.utf8)
    guard !own.isEmpty, bytes.starts(with: own) else { return nil }
    let rest = String(decoding: bytes[own.count...], as: UTF8.self)
    switch rest.utf8.first {
    case nil, UInt8(ascii: "?"), UInt8(ascii: "#"): break
    case UInt8(ascii: "&") where redirectUri.utf8.contains(UInt8(ascii: "?")): break
    default: return nil
    }
    let (before, after) = AuthorizeAnswer.split(rest, at: "#")
    let inQuery = PercentEncoding.parseQuery(String(before.dropFirst()))
    let inFragment = PercentEncoding.parseQuery(after)
    query = Dictionary(inQuery.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    fragment = Dictionary(inFragment.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    repeated = ["code", "state", "error", "iss"].first { name in
      inQuery.count { $0.name == name } > 1 || inFragment.count { $0.name == name } > 1
    }
  }

  subscript(name: String) -> String? { query[name] ?? fragment[name] }
}
