import JOSE
import JSON

/// An OAuth 2.0 client (am-protocol 7.7).
struct Client: Sendable {
  /// How it proves who it is.
  enum Method: String, Sendable {
    case none
    case basic
    case post
    case privateKeyJWT = "private-key-jwt"

    /// Reads the names of CONTRACT.md and those of OpenID Connect Core 9.
    init?(_ text: String) {
      switch text {
      case "none": self = .none
      case "basic", "client_secret_basic": self = .basic
      case "post", "client_secret_post": self = .post
      case "private-key-jwt", "private_key_jwt": self = .privateKeyJWT
      default: return nil
      }
    }
  }

  var id: String
  var redirectURIs: [String]
  var postLogoutRedirectURIs: [String] = []
  var scopes: [String]
  var method: Method
  var secret: String?
  var keys: JWKSet?
  /// Whether the user is asked before a code is given.
  var needsConsent: Bool

  var isPublic: Bool { method == .none }

  /// The client that is always there (CONTRACT.md 1).
  static let journey = Client(
    id: "journey", redirectURIs: ["org.example.journey:/callback"], scopes: ["openid", "profile", "email"],
    method: .none,
    needsConsent: false)
}

/// Reads `{"clients":[{"clientId","redirectUris","scopes","method","secret"|"jwks","consent"}]}` (CONTRACT.md 1).
enum ClientsFile {
  static func clients(_ file: String?) throws(SandboxError) -> [Client] {
    guard let file else { return [.journey] }
    let document = try TextFile.json(file)
    guard let entries = document["clients"]?.array else {
      throw SandboxError("there is no array \"clients\" in it", file: file)
    }
    var clients: [Client] = []
    for (index, entry) in entries.enumerated() {
      let client = try client(entry, index: index, file: file)
      guard !clients.contains(where: { $0.id == client.id }) else {
        throw SandboxError("the client \(client.id) is in it twice", file: file)
      }
      clients.append(client)
    }
    return clients.contains { $0.id == Client.journey.id } ? clients : [.journey] + clients
  }

  private static func client(_ json: JSON, index: Int, file: String) throws(SandboxError) -> Client {
    guard json.object != nil else { throw SandboxError("clients[\(index)] is no object", file: file) }
    guard let id = json["clientId"]?.string, !id.isEmpty else {
      throw SandboxError("clients[\(index)] has no text \"clientId\"", file: file)
    }
    for name in ["method", "secret"] {
      if let value = json[name], value.string?.isEmpty ?? true {
        throw SandboxError("\"\(name)\" of the client \(id) is no text", file: file)
      }
    }
    if let consent = json["consent"], consent.bool == nil {
      throw SandboxError("\"consent\" of the client \(id) is neither true nor false", file: file)
    }
    func texts(_ name: String) throws(SandboxError) -> [String] {
      guard let value = json[name] else { return [] }
      if let text = value.string { return text.split(separator: " ").map(String.init) }
      guard let list = value.array, list.allSatisfy({ $0.string != nil }) else {
        throw SandboxError("\(name) of the client \(id) is no list of texts", file: file)
      }
      return list.compactMap(\.string)
    }
    let name =
      json["method"]?.string ?? (json["jwks"] != nil ? "private-key-jwt" : json["secret"] != nil ? "basic" : "none")
    guard let method = Client.Method(name) else {
      throw SandboxError(
        "the client \(id) has the method \(name); it is none, basic, post or private-key-jwt", file: file)
    }
    let secret = json["secret"]?.string
    if method == .basic || method == .post, secret == nil {
      throw SandboxError("the client \(id) has the method \(name) but no \"secret\"", file: file)
    }
    var keys: JWKSet?
    if method == .privateKeyJWT {
      guard json["jwks"]?["keys"]?.array != nil, let set = try? JWKSet(json: json["jwks"] ?? .null), !set.keys.isEmpty
      else {
        throw SandboxError(
          "the client \(id) has the method \(name) but no \"jwks\" with a key that can be used", file: file)
      }
      keys = set
    }
    let redirectURIs = try texts("redirectUris")
    for uri in redirectURIs where !isAbsolute(uri) {
      throw SandboxError("the redirect URI \(uri) of the client \(id) is no absolute URI without fragment", file: file)
    }
    return Client(
      id: id, redirectURIs: redirectURIs, postLogoutRedirectURIs: try texts("postLogoutRedirectUris"),
      scopes: try texts("scopes"), method: method, secret: secret, keys: keys,
      needsConsent: json["consent"]?.bool ?? false)
  }

  /// RFC 6749 3.1.2: absolute, no fragment.
  private static func isAbsolute(_ uri: String) -> Bool {
    guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")), let first = uri.first, first.isLetter,
      uri[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) })
    else { return false }
    return uri.utf8.index(after: colon) != uri.utf8.endIndex
      && !uri.utf8.contains { $0 < 0x21 || $0 == 0x7F || $0 == UInt8(ascii: "#") }
  }
}
