import HTTPServer
import JSON

/// Everything below `/oauth2` (am-protocol 7, 11.4).
enum OAuthRouter {
  static func answer(_ call: Call) async -> ServerResponse {
    do {
      return try await route(call)
    } catch {
      return error.response
    }
  }

  private static func route(_ call: Call) async throws(OAuthError) -> ServerResponse {
    switch call.resource {
    case [".well-known", "openid-configuration"]:
      try allow(call, ["GET"])
      return .oauth(200, Discovery.document(call))
    case ["connect", "jwk_uri"]:
      try allow(call, ["GET"])
      return .oauth(200, try await IDTokens.keys(call))
    case ["authorize"]: return try await Authorize.answer(call)
    case ["access_token"]: return try await TokenEndpoint(call: call, form: try form(call)).answer()
    case ["par"] where !call.services.settings.isFork: return try PushedRequests.answer(call, form: try form(call))
    case ["token", "revoke"]: return try Revocation.answer(call, form: try form(call))
    case ["introspect"]: return try Introspection.answer(call, form: try form(call))
    case ["userinfo"]:
      try allow(call, ["GET", "POST"])
      return try UserInfo.answer(call)
    case ["connect", "endSession"]: return try await EndSession.answer(call)
    case ["connect", "checkSession"]:
      try allow(call, ["GET"])
      return CheckSessionPage.answer(call)
    case ["register"]:
      try allow(call, ["POST"])
      throw OAuthError(
        "access_denied", "Clients are registered in the file that the sandbox was started with", status: 403)
    case ["device", "code"]: return try DeviceFlow.start(call, form: try form(call))
    case ["device", "user"]: return try DeviceFlow.decide(call)
    default: return .crest(.resourceNotFound(call.resource.joined(separator: "/")))
    }
  }

  static func allow(_ call: Call, _ methods: [String]) throws(OAuthError) {
    guard methods.contains(call.method) else {
      throw .wrongMethod(call.method, allowed: methods)
    }
  }

  /// The form that the endpoint was sent; nothing else is taken, and no parameter twice (RFC 6749 3.2).
  static func form(_ call: Call) throws(OAuthError) -> Parameters {
    try allow(call, ["POST"])
    let type = (call.request.header("Content-Type") ?? "").split(separator: ";").first.map { trimmed($0).lowercased() }
    guard type == "application/x-www-form-urlencoded" else {
      throw OAuthError("invalid_request", "Invalid Content Type")
    }
    let form = Parameters(encoded: String(decoding: call.request.body, as: UTF8.self))
    if let name = form.repeated { throw .duplicate(name) }
    return form
  }
}
