import HTTPServer
import JSON

/// `…/par` (RFC 9126, am-protocol 7.6).
enum PushedRequests {
  static func answer(_ call: Call, form: Parameters) throws(OAuthError) -> ServerResponse {
    let client = try ClientAuthentication(call: call, form: form).client()
    guard form["request_uri"] == nil else {
      throw OAuthError("invalid_request", "Parameter request_uri is not allowed here")
    }
    var parameters = form
    parameters.pairs.removeAll {
      ["client_secret", "client_assertion", "client_assertion_type", "client_id"].contains($0.name)
    }
    parameters.pairs.insert(("client_id", client.id), at: 0)
    let request: AuthorizationRequest
    do {
      request = try AuthorizationRequest(parameters, call: call)
    } catch {
      throw OAuthError(error.code == "redirect_uri_mismatch" ? "invalid_request" : error.code, error.description)
    }
    try request.check(laxPKCE: call.services.settings.laxPKCE)
    let uri = call.realm.provider.push(PushedRequest(clientID: client.id, parameters: parameters), at: call.now)
    return .oauth(
      201, ["request_uri": .string(uri), "expires_in": .number(JSON.Number(call.services.settings.parSeconds))])
  }
}
