import HTTPServer
import JSON

/// `…/userinfo` (OIDC Core 5.3, RFC 6750 3; am-protocol 7.8). The token is taken from the Authorization header alone.
enum UserInfo {
  static func answer(_ call: Call) throws(OAuthError) -> ServerResponse {
    let token = try bearer(call)
    guard token.scopes.contains("openid") else {
      throw refusal("insufficient_scope", "The scope openid is needed", status: 403, call)
    }
    guard let name = token.grant.username, let user = call.realm.users.user(name), user.isActive else {
      throw refusal("invalid_token", "The user of the token is not there any more", status: 401, call)
    }
    return .oauth(200, .object(claims(of: user, subject: token.grant.subject, scopes: token.scopes)))
  }

  private static func claims(of user: User, subject: String, scopes: [String]) -> JSON.Object {
    var claims: JSON.Object = ["sub": .string(subject)]
    func add(_ claim: String, _ value: JSON?) {
      if let value, value.string != "" { claims[claim] = value }
    }
    if scopes.contains("profile") {
      let parts = [user.attribute("givenName")?.string, user.attribute("sn")?.string].compactMap { $0 }
      add("name", user.attribute("cn") ?? .string(parts.joined(separator: " ")))
      add("given_name", user.attribute("givenName"))
      add("family_name", user.attribute("sn"))
      add("preferred_username", .string(user.name))
      add("updated_at", .number(JSON.Number(user.created.seconds)))
    }
    if scopes.contains("email") {
      add("email", user.attribute("mail"))
    }
    if scopes.contains("phone") { add("phone_number", user.attribute("telephoneNumber")) }
    return claims
  }

  private static func bearer(_ call: Call) throws(OAuthError) -> IssuedToken {
    guard let header = call.request.header("Authorization"), header.lowercased().hasPrefix("bearer ") else {
      throw refusal("invalid_token", OAuthError.invalidTokenText, status: 401, call)
    }
    guard let token = call.realm.provider.token(trimmed(header.dropFirst(7)), at: call.now), token.kind == .access
    else {
      throw refusal("invalid_token", OAuthError.invalidTokenText, status: 401, call)
    }
    return token
  }

  private static func refusal(_ code: String, _ text: String, status: Int, _ call: Call) -> OAuthError {
    OAuthError(
      code, text, status: status,
      headers: [
        ("WWW-Authenticate", "Bearer realm=\"\(call.realm.path)\", error=\"\(code)\", error_description=\"\(text)\"")
      ])
  }
}
