import HTTPClient

/// The addresses of one server and one realm, in the canonical spelling and without doubled slashes.
///
/// - Source: am-protocol 1.1, 1.2.
package struct AMEndpoints: Sendable, Hashable {
  /// The server's base URL with context path, no slash at the end; nil where the setting is no http(s) URL.
  package let base: String?
  /// Origin of the server, port always named; nil as above.
  package let origin: String?
  /// The realm of the settings.
  package let realm: Realm
  private let authenticateURL: String

  /// The endpoints below `serverUrl`; query and fragment of it are refused.
  package init(serverUrl: String, realm: String) {
    self.realm = Realm(realm)
    var text = serverUrl.utf8.drop(while: Self.isBlank)
    while let last = text.last, Self.isBlank(last) || last == UInt8(ascii: "/") { text.removeLast() }
    if let url = HTTPURL(String(Substring(text))), url.query == nil, !text.contains(UInt8(ascii: "#")) {
      var base = url.description
      while base.hasSuffix("/") { base.removeLast() }
      self.base = base
      origin = url.origin
    } else {
      base = nil
      origin = nil
    }
    authenticateURL = "\(base ?? "")/json/\(self.realm.segments)/authenticate"
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  /// `authenticate` of a realm; of the settings' one when none is given.
  package func authenticate(_ other: Realm? = nil) -> String {
    guard let other, other != realm else { return authenticateURL }
    return json("authenticate", realm: other)
  }

  /// A resource below `/json`, such as `sessions`; nothing is encoded.
  package func json(_ resource: String, realm other: Realm? = nil) -> String {
    "\(base ?? "")/json/\((other ?? realm).segments)/\(resource)"
  }

  /// A resource below `/oauth2`, such as `authorize`; nothing is encoded.
  package func oauth(_ resource: String, realm other: Realm? = nil) -> String {
    "\(base ?? "")/oauth2/\((other ?? realm).segments)/\(resource)"
  }

  /// The issuer of the realm's provider, by its rule: that of the top-level realm has no realm in it (am-protocol 7.1).
  package var issuer: String { "\(base ?? "")/oauth2" + (realm.parts.isEmpty ? "" : "/\(realm.segments)") }

  /// Where a server without a session tells the name of its session cookie; the `*` is literal.
  package var serverInfo: String { "\(base ?? "")/json/serverinfo/*" }
}
