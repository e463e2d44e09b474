import Crypto
import JSON

/// Sets a cookie with the last answer.
struct SetCustomCookieNode: Node {
  private let name: String
  private let value: String
  private let attributes: String

  init(_ configuration: NodeConfiguration) {
    name = configuration.text("name", else: "")
    value = configuration.text("value") ?? ""
    var parts: [String] = []
    if let path = configuration.text("path"), !path.isEmpty { parts.append("Path=" + path) }
    if let domain = configuration.text("domain"), !domain.isEmpty { parts.append("Domain=" + domain) }
    if let age = configuration.integer("maxAge"), age > 0 { parts.append("Max-Age=\(age)") }
    if configuration.flag("useSecureCookie", else: false) { parts.append("Secure") }
    if configuration.flag("useHttpOnlyCookie", else: false) { parts.append("HttpOnly") }
    parts.append("SameSite=" + configuration.text("sameSite", else: "LAX").capitalizedASCII)
    attributes = parts.joined(separator: "; ")
  }

  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let line = "\(name)=\(value); \(attributes)"
    guard !name.isEmpty, !line.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw NodeFailure("its cookie cannot be written")
    }
    visit.state.cookies.append(line)
    return .outcome("outcome")
  }
}

/// Sets a cookie that signs the user in again later.
struct SetPersistentCookieNode: Node {
  private let name: String
  private let hours: Int

  init(_ configuration: NodeConfiguration) {
    name = configuration.text("persistentCookieName", else: "session-jwt")
    hours = configuration.integer("maxLife", else: 5)
  }

  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let user = visit.state.username else { throw NodeFailure("there is no user to remember") }
    let end = visit.now.adding(minutes: hours * 60)
    let value = PersistentCookie.make(user: user, realm: visit.realm.path, end: end, key: visit.services.persistentKey)
    visit.state.cookies.append("\(name)=\(value); Path=/; HttpOnly; Max-Age=\(hours * 3600)")
    return .outcome("outcome")
  }
}

/// Whether the request has a good cookie of the node above; then its user is known.
struct PersistentCookieDecisionNode: Node {
  private let name: String

  init(_ configuration: NodeConfiguration) {
    name = configuration.text("persistentCookieName", else: "session-jwt")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let value = visit.facts.cookies[name],
      let user = PersistentCookie.user(value, realm: visit.realm.path, at: visit.now, key: visit.services.persistentKey)
    else { return .outcome("false") }
    visit.state.shared["username"] = .string(user)
    return .outcome("true")
  }
}

/// The value of a persistent cookie: user, realm and end, with a MAC.
enum PersistentCookie {
  static func make(user: String, realm: String, end: Moment, key: [UInt8]) -> String {
    let body = Base64URL.encode(
      JSON.object(["user": .string(user), "realm": .string(realm), "end": .number(JSON.Number(end.seconds))]).bytes())
    return body + "." + Base64URL.encode(HashAlgorithm.sha256.hmac(key: key, Array(body.utf8)))
  }

  static func user(_ value: String, realm: String, at now: Moment, key: [UInt8]) -> String? {
    let parts = value.split(separator: ".").map(String.init)
    guard parts.count == 2, let mac = Base64URL.decode(parts[1]),
      constantTimeEquals(mac, HashAlgorithm.sha256.hmac(key: key, Array(parts[0].utf8))),
      let bytes = Base64URL.decode(parts[0]), let facts = try? JSON(parsing: bytes), facts["realm"]?.string == realm,
      let end = facts["end"]?.integer, now.seconds < end
    else { return nil }
    return facts["user"]?.string
  }
}

extension String {
  /// `LAX` as `Lax`.
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
