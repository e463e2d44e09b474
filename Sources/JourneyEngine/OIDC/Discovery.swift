package import JSON

/// What the discovery document says, with what it leaves out filled in (am-protocol 7.1).
///
/// A member that a server leaves out is derived: from the token endpoint (`token/revoke`, `introspect`), or from the
/// document's own address. Nothing is made up for endpoints that a server may really lack (PAR, end session).
package struct Discovery: Sendable, Equatable {
  /// The issuer, exactly as it is written; nil where the document has none.
  package var issuer: String?
  package var authorizationEndpoint: String
  package var tokenEndpoint: String
  package var userinfoEndpoint: String
  package var jwksURI: String
  package var revocationEndpoint: String
  package var introspectionEndpoint: String
  package var endSessionEndpoint: String?
  package var pushedAuthorizationRequestEndpoint: String?
  /// Whether the provider takes pushed requests only.
  package var requiresPushedRequests: Bool
  /// The document as it came.
  package var document: JSON.Object

  /// Where the document lies below a provider.
  static let path = ".well-known/openid-configuration"

  /// Reads a document that was fetched from an address.
  package init(document: JSON.Object, address: String) {
    let suffix = "/" + Self.path
    let base = address.hasSuffix(suffix) ? String(address.dropLast(suffix.count)) : address
    func text(_ name: String) -> String? { document[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    self.document = document
    issuer = text("issuer")
    authorizationEndpoint = text("authorization_endpoint") ?? base + "/authorize"
    let token = text("token_endpoint") ?? base + "/access_token"
    tokenEndpoint = token
    userinfoEndpoint = text("userinfo_endpoint") ?? base + "/userinfo"
    jwksURI = text("jwks_uri") ?? base + "/connect/jwk_uri"
    revocationEndpoint = text("revocation_endpoint") ?? Self.beside(token, "token/revoke")
    introspectionEndpoint = text("introspection_endpoint") ?? Self.beside(token, "introspect")
    endSessionEndpoint = text("end_session_endpoint")
    pushedAuthorizationRequestEndpoint = text("pushed_authorization_request_endpoint")
    requiresPushedRequests = document["require_pushed_authorization_requests"]?.bool ?? false
  }

  /// The token endpoint with its last segment replaced; a query stays where it was.
  static func beside(_ endpoint: String, _ name: String) -> String {
    let (path, query) = AuthorizeAnswer.split(endpoint, at: "?")
    guard let slash = path.lastIndex(of: "/") else { return endpoint }
    return path[...slash] + name + (query.isEmpty ? "" : "?" + query)
  }

  /// Every endpoint that requests go to, with the document's name for it.
  package var endpoints: [(name: String, url: String)] {
    var list = [
      ("authorization_endpoint", authorizationEndpoint), ("token_endpoint", tokenEndpoint),
      ("userinfo_endpoint", userinfoEndpoint), ("jwks_uri", jwksURI), ("revocation_endpoint", revocationEndpoint),
      ("introspection_endpoint", introspectionEndpoint),
    ]
    if let endSessionEndpoint { list.append(("end_session_endpoint", endSessionEndpoint)) }
    if let endpoint = pushedAuthorizationRequestEndpoint {
      list.append(("pushed_authorization_request_endpoint", endpoint))
    }
    return list.map { (name: $0.0, url: $0.1) }
  }
}
