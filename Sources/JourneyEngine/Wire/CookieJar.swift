package import HTTPClient
import JSON

/// The cookies of one profile, per host and path.
///
/// Of several cookies of one name that fit a request one goes out: the one of the longest path, of those the newest. AM
/// looks at the first of a name only, and tenants set one cookie for several domains.
///
/// - Source: RFC 6265; am-protocol 1.4, 1.5.
package struct CookieJar: Sendable, Hashable {
  /// The most cookies that are kept; the oldest goes first.
  static let most = 200

  /// Oldest first.
  package private(set) var cookies: [Cookie] = []

  package init() {}

  /// Takes the `Set-Cookie` lines of an answer. `now` is in seconds since 1970. Says whether anything has changed.
  @discardableResult
  package mutating func take(_ lines: [String], from url: HTTPURL, now: Double) -> Bool {
    let before = lines.isEmpty ? [] : cookies
    for line in lines {
      guard let cookie = Cookie(setCookie: line, host: url.host, path: url.path, now: now) else { continue }
      put(cookie, now: now)
    }
    return !lines.isEmpty && before != cookies
  }

  /// The pairs for a request, in the order in which they go out.
  package func pairs(for url: HTTPURL, now: Double) -> [(name: String, value: String)] {
    guard !cookies.isEmpty else { return [] }
    let host = url.host
    let fitting = cookies.enumerated().filter { _, cookie in
      (cookie.isHostOnly ? host == cookie.domain : Cookie.covers(cookie.domain, host)) && cookie.fits(path: url.path)
        && (!cookie.isSecure || url.scheme == "https" || Self.isLoopback(host))
        && (cookie.expires.map { $0 > now } ?? true)
    }
    let sorted = fitting.sorted {
      let (left, right) = ($0.element.path.utf8.count, $1.element.path.utf8.count)
      return left == right ? $0.offset > $1.offset : left > right
    }
    var names: Set<String> = []
    return sorted.filter { names.insert($0.element.name).inserted }.map { ($0.element.name, $0.element.value) }
  }

  /// Forgets every cookie of a name.
  package mutating func remove(_ name: String) {
    cookies.removeAll { $0.name == name }
  }

  /// Forgets all.
  package mutating func removeAll() {
    cookies = []
  }

  /// The jar `theirs` with what has changed here since `base`; a cookie that somebody else has changed meanwhile is not removed.
  func merged(since base: CookieJar, into theirs: CookieJar) -> CookieJar {
    if self == base { return theirs }
    if theirs == base { return self }
    var merged = theirs
    for cookie in base.cookies where !cookies.contains(where: cookie.isInPlace) {
      merged.cookies.removeAll { $0 == cookie }
    }
    for cookie in cookies where !base.cookies.contains(cookie) {
      merged.cookies.removeAll(where: cookie.isInPlace)
      merged.cookies.append(cookie)
    }
    merged.cookies.removeFirst(max(0, merged.cookies.count - Self.most))
    return merged
  }

  private mutating func put(_ cookie: Cookie, now: Double) {
    let same = cookies.firstIndex(where: cookie.isInPlace)
    if let expires = cookie.expires, expires <= now {
      if let same { cookies.remove(at: same) }
    } else if let same {
      cookies[same] = cookie
    } else {
      cookies.append(cookie)
      if cookies.count > Self.most { cookies.removeFirst() }
    }
  }

  /// Browsers take loopback for a safe channel too, so that cookies of a server under test work.
  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127.") && Cookie.isAddress(host)
  }
}

extension Cookie {
  /// Whether another cookie has the same name, domain and path: one of them replaces the other.
  fileprivate func isInPlace(of other: Cookie) -> Bool {
    name == other.name && domain == other.domain && path == other.path
  }
}

extension CookieJar {
  /// The jar in the kept state.
  var json: JSON { .array(cookies.map(\.json)) }

  /// A jar of the kept state, nil where one of its cookies is none.
  init?(json: JSON) {
    guard let entries = json.array else { return nil }
    for entry in entries {
      guard let cookie = Cookie(json: entry) else { return nil }
      cookies.append(cookie)
    }
  }
}
