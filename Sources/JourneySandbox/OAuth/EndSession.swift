import HTTPServer
import JSON

/// `…/connect/endSession` (am-protocol 7.8, 11.4): ends the session behind an ID token, not the tokens.
enum EndSession {
  static func answer(_ call: Call) async throws(OAuthError) -> ServerResponse {
    let given: Parameters
    switch call.method {
    case "GET": given = call.query
    case "POST": given = try OAuthRouter.form(call)
    default:
      try OAuthRouter.allow(call, ["GET", "POST"])
      return .empty(405)
    }
    guard let hint = given["id_token_hint"], !hint.isEmpty else {
      throw OAuthError("bad_request", "The request requires an id_token_hint")
    }
    let provider = call.realm.provider
    let claims: JSON.Object
    do {
      claims = try await provider.keys.verify(hint)
    } catch {
      throw OAuthError("bad_request", "The id_token_hint is not valid")
    }
    guard claims["iss"]?.string == OAuthEndpoints(call).issuer, let audience = claims["aud"]?.string,
      given["client_id"].map({ $0 == audience }) ?? true
    else {
      throw OAuthError("bad_request", "The id_token_hint is not valid")
    }
    var location: String?
    if let uri = given["post_logout_redirect_uri"], !uri.isEmpty {
      let client = provider.client(audience)
      let registered = (client?.postLogoutRedirectURIs ?? []) + (client?.redirectURIs ?? [])
      guard registered.contains(where: { $0.utf8.elementsEqual(uri.utf8) }) else {
        throw .redirectURIMismatch
      }
      var back = Parameters()
      if let state = given["state"] { back.add("state", state) }
      location = back.pairs.isEmpty ? uri : uri + (uri.contains("?") ? "&" : "?") + back.encoded
    }
    if let sid = claims["sid"]?.string, let token = provider.sessionToken(sid: sid, at: call.now) {
      call.services.sessions.end(token, at: call.now)
    }
    return location.map { .redirect($0) }
      ?? .empty(204, headers: [("Cache-Control", "no-store"), ("Pragma", "no-cache")])
  }
}
