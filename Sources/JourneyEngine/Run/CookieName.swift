import JSON

extension UserAgent {
  /// The name that AM has unless it is configured.
  package static let defaultCookieName = "iPlanetDirectoryPro"

  /// The name of the session cookie where it is known without asking.
  package var knownCookieName: String? {
    config.cookie.flatMap { $0.isEmpty ? nil : $0 } ?? state.cookieName ?? assumedCookieName
  }

  /// The name of the session cookie: of the settings, else of the server's `serverinfo`, which is asked once, else AM's
  /// default, which is said.
  ///
  /// - Source: am-protocol 1.5.
  package func cookieName() async -> String {
    if let known = knownCookieName { return known }
    let why: String
    do {
      let answer = try await send(
        .json("GET", endpoints.serverInfo, version: "resource=1.1, protocol=1.0", sendsSession: false))
      if answer.status == 200, let name = answer.json()?["cookieName"]?.string, Self.isToken(name) {
        state.cookieName = name
        isChanged = true
        state.cookies.remove(name)
        return name
      }
      assumedCookieName = Self.defaultCookieName
      why = answer.status == 200 ? "its server information has none" : "HTTP \(answer.status)"
    } catch {
      // Not remembered: the server may be back for the next request.
      why = error.message
    }
    warn("the server did not tell the name of its session cookie (\(why)): \(Self.defaultCookieName) is taken")
    return Self.defaultCookieName
  }

  /// Whether a text can be the name of a header and a cookie (RFC 9110, 5.6.2).
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
