import HTTPServer
import JSON

/// `…/token/revoke` (RFC 7009, am-protocol 7.8).
enum Revocation {
  static func answer(_ call: Call, form: Parameters) throws(OAuthError) -> ServerResponse {
    let client = try ClientAuthentication(call: call, form: form).client()
    guard let text = form["token"], !text.isEmpty else { throw .noToken }
    let provider = call.realm.provider
    guard let token = provider.token(text, at: call.now) else { return .oauth(200, [:]) }
    guard token.grant.clientID == client.id else { throw .invalidGrant }
    switch token.kind {
    case .access: provider.removeToken(text, at: call.now)
    case .refresh: token.grant.revoke()
    }
    return .oauth(200, [:])
  }
}
