import Crypto
import JOSE
import JSON

/// Reads `{"clients":[{"clientId","redirectUris","scopes","method","secret"|"jwks","consent"}]}` (CONTRACT.md 1), and
/// `postLogoutRedirectUris`; what is wrong is one line with its place.
enum ClientsFile {
  private static let members = [
    "clientId", "redirectUris", "postLogoutRedirectUris", "scopes", "method", "secret", "jwks", "consent",
  ]

  static func clients(_ file: String?) throws(SandboxError) -> [Client] {
    guard let file else { return [.journey] }
    let clients = try TextFile.document(file, read: clients(in:))
    return clients.contains { $0.id == Client.journey.id } ? clients : [.journey] + clients
  }

  private static func clients(in document: DocumentValue) throws(DocumentFault) -> [Client] {
    _ = try document.members(["clients"])
    var clients: [Client] = []
    var places: [String: String] = [:]
    for entry in try document.required("clients").elements() {
      let client = try client(entry)
      if let other = places.updateValue(entry.place, forKey: client.id) {
        throw entry.fault("the clientId \(client.id) is that of \(other) already")
      }
      clients.append(client)
    }
    return clients
  }

  private static func client(_ entry: DocumentValue) throws(DocumentFault) -> Client {
    _ = try entry.members(members)
    let id = try entry.required("clientId").line()
    let (method, secret, keys) = try proof(entry)
    return Client(
      id: id, redirectURIs: try list(entry["redirectUris"], uri),
      postLogoutRedirectURIs: try list(entry["postLogoutRedirectUris"], uri), scopes: try scopes(entry["scopes"]),
      method: method, secret: secret, keys: keys, needsConsent: try entry["consent"]?.flag() ?? false)
  }

  // MARK: How it proves who it is

  /// Without a method it is what secret and keys say.
  private static func proof(_ entry: DocumentValue) throws(DocumentFault) -> (Client.Method, String?, JWKSet?) {
    let (secret, jwks) = (entry["secret"], entry["jwks"])
    if secret != nil, jwks != nil { throw entry.fault("\"secret\" or \"jwks\" is wanted, not both") }
    var method: Client.Method = jwks != nil ? .privateKeyJWT : secret != nil ? .basic : .none
    if let value = entry["method"] {
      let name = try value.text()
      guard let named = Client.Method(name) else {
        throw value.fault("there is no method \"\(name.onOneLine(limit: 60))\": none, basic, post or private-key-jwt")
      }
      method = named
    }
    switch method {
    case .none:
      if let needless = secret ?? jwks { throw needless.fault("a client of the method none has no such member") }
      return (method, nil, nil)
    case .basic, .post:
      if let jwks { throw jwks.fault("a client of the method \(method.rawValue) has a \"secret\" in its place") }
      let secret = try entry.required("secret")
      let text = try secret.text()
      guard !text.isEmpty else { throw secret.fault("it is empty") }
      return (method, text, nil)
    case .privateKeyJWT:
      if let secret { throw secret.fault("a client of the method \(method.rawValue) has \"jwks\" in its place") }
      return (method, nil, try keySet(entry.required("jwks")))
    }
  }

  private static func keySet(_ value: DocumentValue) throws(DocumentFault) -> JWKSet {
    var keys: [JWK] = []
    for entry in try value.required("keys").elements() {
      let key = try key(entry)
      if let kid = key.kid, keys.contains(where: { $0.kid == kid }) {
        throw entry.fault("its kid is that of another key")
      }
      keys.append(key)
    }
    guard keys.contains(where: { $0.use ?? "sig" == "sig" }) else {
      throw value.fault("there is no key for signatures in it")
    }
    return JWKSet(keys: keys)
  }

  private static func key(_ entry: DocumentValue) throws(DocumentFault) -> JWK {
    guard let members = entry.json.object else { throw entry.wanted("an object") }
    do throws(JOSEError) {
      let key = try JWK(json: members)
      _ = try key.verificationKey()
      return key
    } catch {
      throw entry.fault("\(error)")
    }
  }

  // MARK: Lists

  /// Texts, or one text.
  private static func list(
    _ value: DocumentValue?, _ read: (DocumentValue) throws(DocumentFault) -> String
  ) throws(DocumentFault) -> [String] {
    guard let value else { return [] }
    guard value.json.string == nil else { return [try read(value)] }
    guard value.json.array != nil else { throw value.wanted("an array of texts") }
    var texts: [String] = []
    for element in try value.elements() {
      let text = try read(element)
      guard !texts.contains(text) else { throw element.fault("\(text) is in the list twice") }
      texts.append(text)
    }
    return texts
  }

  /// One text may hold several, with blanks between them as OAuth has it.
  private static func scopes(_ value: DocumentValue?) throws(DocumentFault) -> [String] {
    guard let value, let text = value.json.string else { return try list(value, scope) }
    let parts = text.split(separator: " ").map(String.init)
    guard parts.allSatisfy(isScope) else { throw value.fault(wrongScope) }
    return parts
  }

  private static let wrongScope = "a scope is made of printable ASCII without blank, quote and backslash"

  private static func scope(_ value: DocumentValue) throws(DocumentFault) -> String {
    let text = try value.text()
    guard isScope(text) else { throw value.fault(wrongScope) }
    return text
  }

  /// RFC 6749 3.3.
  private static func isScope(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
  }

  private static func uri(_ value: DocumentValue) throws(DocumentFault) -> String {
    let text = try value.text()
    if let problem = RedirectURI.problem(of: text) { throw value.fault(problem) }
    return text
  }
}

/// What a redirect URI has to be: absolute, without fragment (RFC 6749 3.1.2), and no address that a browser would run as a script.
enum RedirectURI {
  /// What is wrong with it; nil where nothing is.
  static func problem(of uri: String) -> String? {
    guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return notAbsolute }
    let scheme = uri[..<colon].lowercased()
    let rest = uri[uri.index(after: colon)...]
    guard let first = scheme.utf8.first, (0x61...0x7A).contains(first), !rest.isEmpty,
      scheme.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+.-".utf8.contains($0) })
    else { return notAbsolute }
    guard !uri.utf8.contains(UInt8(ascii: "#")) else { return "a redirect URI has no fragment" }
    guard uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) }),
      PercentText.isWhole(Array(rest.utf8)[...])
    else { return "it holds a blank or another character that has to be percent-encoded" }
    guard !["javascript", "data", "vbscript"].contains(scheme) else { return "a browser would run it" }
    guard scheme == "http" || scheme == "https" else { return nil }
    let host = rest.dropFirst(2).prefix { !"/?".contains($0) }
    guard rest.hasPrefix("//"), !host.isEmpty, !host.hasPrefix(":") else { return notAbsolute }
    return nil
  }

  private static let notAbsolute = "an absolute URI is wanted, scheme:… or https://host/…"
}
