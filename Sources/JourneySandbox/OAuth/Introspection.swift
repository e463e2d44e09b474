import HTTPServer
import JSON

/// `…/introspect` (RFC 7662, am-protocol 7.8). A client is told about its own tokens; whatever else is not active for it.
enum Introspection {
  static func answer(_ call: Call, form: Parameters) throws(OAuthError) -> ServerResponse {
    let client = try ClientAuthentication(call: call, form: form).client()
    guard let text = form["token"], !text.isEmpty else { throw .noToken }
    guard let token = call.realm.provider.token(text, at: call.now), token.grant.clientID == client.id else {
      return .oauth(200, ["active": false])
    }
    let grant = token.grant
    let subject = grant.subject
    return .oauth(
      200,
      [
        "active": true, "scope": .string(token.scopes.joined(separator: " ")), "realm": .string(call.realm.path),
        "client_id": .string(grant.clientID), "user_id": .string(subject), "username": .string(subject),
        "token_type": "Bearer", "exp": .number(JSON.Number(token.expires.seconds)), "sub": .string(subject),
        "subname": .string(subject), "iss": .string(OAuthEndpoints(call).issuer),
        "auth_level": .number(JSON.Number(grant.authLevel)), "authGrantId": .string(grant.id),
        "auditTrackingId": .string(grant.id + "-0"),
        "expires_in": .number(JSON.Number((token.expires.milliseconds - call.now.milliseconds) / 1000)),
      ])
  }
}
