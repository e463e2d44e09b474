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
  private let line: PersistentCookie.Line
  private let hours: Int
  private let idleHours: Int

  init(_ configuration: NodeConfiguration) {
    line = PersistentCookie.Line(configuration)
    hours = configuration.integer("maxLife", else: 5)
    idleHours = configuration.integer("idleTimeout", else: 5)
  }

  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let user = visit.state.username else { throw NodeFailure("there is no user to remember") }
    let cookie = PersistentCookie(
      user: user, realm: visit.realm.path, address: visit.facts.peer,
      end: visit.now.adding(minutes: hours * 60), idleEnd: visit.now.adding(minutes: idleHours * 60))
    visit.state.cookies.append(line.text(cookie, at: visit.now, key: visit.services.persistentKey))
    return .outcome("outcome")
  }
}

/// Whether the request has a good cookie of the node above; then its user is known, and its idle time begins anew.
struct PersistentCookieDecisionNode: Node {
  private let line: PersistentCookie.Line
  private let idleHours: Int
  /// Whether it has to come from the address that it was set for.
  private let isBoundToAddress: Bool

  init(_ configuration: NodeConfiguration) {
    line = PersistentCookie.Line(configuration)
    idleHours = configuration.integer("idleTimeout", else: 5)
    isBoundToAddress = configuration.flag("enforceClientIp", else: false)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let key = visit.services.persistentKey
    guard let value = visit.facts.cookies[line.name], var cookie = PersistentCookie(value, key: key),
      cookie.realm == visit.realm.path, visit.now < cookie.end, visit.now < cookie.idleEnd
    else { return .outcome("false") }
    guard !isBoundToAddress || cookie.address == visit.facts.peer else {
      return visit.outcome("false", because: "the cookie was set for another address")
    }
    cookie.idleEnd = visit.now.adding(minutes: idleHours * 60)
    visit.state.cookies.append(line.text(cookie, at: visit.now, key: key))
    visit.state.shared["username"] = .string(cookie.user)
    return .outcome("true")
  }
}

/// What a persistent cookie says, under a MAC.
struct PersistentCookie: Sendable {
  var user: String
  var realm: String
  /// Where the request came from that it was set for.
  var address: String
  var end: Moment
  var idleEnd: Moment

  init(user: String, realm: String, address: String, end: Moment, idleEnd: Moment) {
    self.user = user
    self.realm = realm
    self.address = address
    self.end = end
    self.idleEnd = idleEnd
  }

  /// Nil for a value that this key has not made.
  init?(_ value: String, key: [UInt8]) {
    let parts = value.split(separator: ".").map(String.init)
    guard parts.count == 2, let mac = Base64URL.decode(parts[1]),
      constantTimeEquals(mac, HashAlgorithm.sha256.hmac(key: key, Array(parts[0].utf8))),
      let bytes = Base64URL.decode(parts[0]), let facts = try? JSON(parsing: bytes),
      let user = facts["user"]?.string, let realm = facts["realm"]?.string, let end = facts["end"]?.integer,
      let address = facts["address"]?.string, let idleEnd = facts["idleEnd"]?.integer
    else { return nil }
    self.init(
      user: user, realm: realm, address: address, end: Moment(milliseconds: end), idleEnd: Moment(milliseconds: idleEnd)
    )
  }

  /// The value of the cookie.
  fileprivate func value(key: [UInt8]) -> String {
    let facts: JSON = [
      "user": .string(user), "realm": .string(realm), "address": .string(address),
      "end": .number(JSON.Number(end.milliseconds)), "idleEnd": .number(JSON.Number(idleEnd.milliseconds)),
    ]
    let body = Base64URL.encode(facts.bytes())
    return body + "." + Base64URL.encode(HashAlgorithm.sha256.hmac(key: key, Array(body.utf8)))
  }

  /// How the cookie is called and what stands behind its value.
  struct Line: Sendable {
    let name: String
    private let attributes: String

    init(_ configuration: NodeConfiguration) {
      name = configuration.text("persistentCookieName", else: "session-jwt")
      var parts = ["Path=/"]
      if configuration.flag("useSecureCookie", else: false) { parts.append("Secure") }
      if configuration.flag("useHttpOnlyCookie", else: true) { parts.append("HttpOnly") }
      if let site = configuration.text("sameSite"), !site.isEmpty { parts.append("SameSite=" + site.capitalizedASCII) }
      attributes = parts.joined(separator: "; ")
    }

    /// The `Set-Cookie` line of a cookie.
    func text(_ cookie: PersistentCookie, at now: Moment, key: [UInt8]) -> String {
      let seconds = max(cookie.end.seconds - now.seconds, 0)
      return "\(name)=\(cookie.value(key: key)); \(attributes); Max-Age=\(seconds)"
    }
  }
}

extension String {
  /// `LAX` as `Lax`.
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
