/// What a path names: the part of the server, the realm, and what follows it (am-protocol 1.2).
struct Location: Equatable {
  enum Part: Equatable {
    case json, oauth, other
  }

  /// The path that cannot be right whatever the realms are.
  enum Problem: Error {
    /// As it was spelled: a path, or a name without the top-level realm before it.
    case unknownRealm(String)
    case unknownPath
    /// A percent sign without two digits after it, which Tomcat refuses.
    case badEscape
    /// A doubled slash within what names the realm: another resource to AM (am-protocol 1.1).
    case emptySegment
  }

  var part: Part
  /// The realm's path.
  var realm: String
  var resource: [String]
  /// Whether the path names a realm; else a `realm` in the query may.
  var namesRealm = false

  /// Words that begin a resource, so that they are no realm in the short form `/json/alpha/…`.
  private static let resources: Set<String> = [
    "authenticate", "serverinfo", "sessions", "users", "policies", "push", "selfservice", "authorize", "access_token",
    "token", "introspect",
    "userinfo", "par", "connect", ".well-known", "tokeninfo", "device",
  ]

  /// - Parameters:
  ///   - path: the raw path of the request.
  ///   - realms: the paths of the realms that there are.
  ///   - ignoringCase: whether the case of a realm's name does not count.
  init(path: String, realms: [String], ignoringCase: Bool = false) throws(Problem) {
    let raw = Array(path.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
    let segments = try raw.map { raw throws(Problem) in
      guard PercentText.isWhole(raw) else { throw .badEscape }
      let bytes = PercentText.decodedBytes(raw)
      let isPlain = bytes.allSatisfy { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") && $0 != 0 }
      guard isPlain, !bytes.elementsEqual(".".utf8), !bytes.elementsEqual("..".utf8) else { throw .unknownPath }
      return String(decoding: bytes, as: UTF8.self)
    }
    guard segments.first == "am", segments.count > 1 else { throw .unknownPath }
    switch segments[1] {
    case "json": part = .json
    case "oauth2": part = .oauth
    case "" where segments.count > 2 && segments[2] == "json": throw .emptySegment
    default:
      part = .other
      realm = "/"
      resource = Array(segments.dropFirst())
      return
    }
    var rest = segments.dropFirst(2)
    let all = rest.count
    (realm, rest) = try Location.realm(rest) { Location.known($0, among: realms, ignoringCase: ignoringCase) }
    namesRealm = rest.count < all
    resource = Array(rest)
  }

  /// The realm of a path as it is spelled at home.
  static func known(_ path: String, among realms: [String], ignoringCase: Bool) -> String? {
    realms.first { $0 == path } ?? (ignoringCase ? realms.first { $0.lowercased() == path.lowercased() } : nil)
  }

  private static func realm(_ segments: ArraySlice<String>, known: (String) -> String?) throws(Problem) -> (
    String, ArraySlice<String>
  ) {
    var rest = segments
    var names: [String] = []
    while rest.first == "realms", rest.count >= 2 {
      guard rest[rest.startIndex + 1] != "" else { throw .emptySegment }
      names.append(rest[rest.startIndex + 1])
      rest = rest.dropFirst(2)
    }
    if !names.isEmpty {
      let isWhole = names.first == "root"
      if isWhole { names.removeFirst() }
      let name = names.joined(separator: "/")
      guard let path = known("/" + name) else { throw .unknownRealm(isWhole ? "/" + name : name) }
      return (path, rest)
    }
    if let first = rest.first, !resources.contains(first), !first.isEmpty, let path = known("/" + first) {
      return (path, rest.dropFirst())
    }
    return ("/", rest)
  }
}
