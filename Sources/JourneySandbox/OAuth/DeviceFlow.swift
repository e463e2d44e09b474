import HTTPServer
import JSON

/// The device authorisation grant (RFC 8628, am-protocol 7.8, 11.4).
enum DeviceFlow {
  /// `POST …/device/code`
  static func start(_ call: Call, form: Parameters) throws(OAuthError) -> ServerResponse {
    let client = try ClientAuthentication(call: call, form: form).client()
    let isFork = call.services.settings.isFork
    if isFork, form["response_type"] == nil {
      throw OAuthError("bad_request", "client_id, scope and response_type are required parameters")
    }
    let scopes = (form["scope"] ?? "").split(separator: " ").map(String.init)
    let unknown = scopes.filter { !client.scopes.contains($0) }
    guard unknown.isEmpty else { throw .unknownScopes(unknown) }
    guard !scopes.isEmpty else { throw .noScope }
    let tokens = call.services.tokens
    let code = tokens.opaque()
    let userCode = String(tokens.oneTimeKey().uppercased().prefix(8))
    let life = call.services.settings.deviceCodeSeconds
    let request = DeviceRequest(
      deviceCode: code, userCode: userCode, clientID: client.id, scopes: scopes, expires: call.now.adding(seconds: life)
    )
    call.realm.provider.addDevice(request, code: code, at: call.now)
    let page = OAuthEndpoints(call).deviceUser
    var members: JSON.Object = [
      "user_code": .string(userCode), "device_code": .string(code),
      "interval": .number(JSON.Number(request.interval)), "verification_uri": .string(page),
    ]
    if !isFork { members["verification_uri_complete"] = .string(page + "?user_code=" + userCode) }
    members["expires_in"] = .number(JSON.Number(life))
    return .oauth(200, .object(members))
  }

  /// `…/device/user`: the user, with the session as cookie, allows or denies.
  static func decide(_ call: Call) throws(OAuthError) -> ServerResponse {
    try OAuthRouter.allow(call, ["GET", "POST"])
    guard let session = call.accessedSession, session.realm == call.realm.path else {
      var page = Parameters()
      page.add("realm", call.realm.path)
      page.add("goto", OAuthEndpoints(call).deviceUser + (call.request.query.map { "?" + $0 } ?? ""))
      return .redirect(call.baseURL + "/UI/Login?" + page.encoded)
    }
    let given = call.method == "POST" ? try OAuthRouter.form(call) : call.query
    let userCode = (given["user_code"] ?? "").uppercased().filter { $0 != "-" }
    guard let code = call.realm.provider.deviceCode(user: userCode, at: call.now) else {
      return .html(200, page(call, "Enter the code that your device shows.", userCode: "", csrf: session.token))
    }
    guard call.method == "POST", let decision = given["decision"] else {
      return .html(200, page(call, "Allow the device?", userCode: userCode, csrf: session.token))
    }
    guard given["csrf"] == session.token else {
      throw OAuthError("bad_request", "The csrf value does not match the session")
    }
    let tokens = call.services.tokens
    let now = call.now
    let sid = session.contextID
    let (grantID, operation) = (tokens.uuid(), tokens.opaque())
    call.realm.provider.noteSession(session.token, sid: sid, until: session.maximumEnd, at: now)
    call.realm.provider.withDevice(code, at: now) { request in
      guard let waiting = request, now < waiting.expires else { return }
      request?.decision =
        decision != "allow"
        ? .denied
        : .allowed(
          Grant(
            id: grantID, clientID: waiting.clientID, username: session.username, subject: session.subject,
            scopes: waiting.scopes, session: session, sessionID: sid, nonce: nil, acr: "0", operation: operation,
            at: now))
    }
    return .html(
      200, page(call, decision == "allow" ? "Done. Go back to your device." : "Denied.", userCode: nil, csrf: ""))
  }

  /// The grant behind a device code, once its user has allowed it.
  static func redeem(_ code: String, client: Client, call: Call) throws(OAuthError) -> Grant {
    let now = call.now
    let isFork = call.services.settings.isFork
    let outcome: Result<Grant, OAuthError> = call.realm.provider.withDevice(code, at: now) { request in
      guard let waiting = request else { return .failure(isFork ? .declined : .invalidGrant) }
      guard waiting.clientID == client.id else { return .failure(.invalidGrant) }
      guard now < waiting.expires else {
        return .failure(.deviceCodeExpired(status: isFork ? 401 : 400))
      }
      switch waiting.decision {
      case .denied: return .failure(isFork ? .declined : .deviceDenied)
      case .allowed(let grant):
        request = nil
        return .success(grant)
      case .pending:
        let isTooEarly = waiting.lastPoll.map { now < $0.adding(seconds: waiting.interval) } ?? false
        request?.lastPoll = now
        if isTooEarly { request?.interval += 5 }
        return .failure(isTooEarly ? .slowDown : .authorizationPending)
      }
    }
    return try outcome.get()
  }

  private static func page(_ call: Call, _ text: String, userCode: String?, csrf: String) -> String {
    let form =
      userCode.map { code in
        """
        <form method="post" action="\(OAuthEndpoints(call).deviceUser.escapedForHTML)">
        <input name="user_code" value="\(code.escapedForHTML)"><input type="hidden" name="csrf" value="\(csrf.escapedForHTML)">
        <button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></form>
        """
      } ?? ""
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Device</title></head><body><p>\(text.escapedForHTML)</p>\(form)</body></html>
      """
  }
}
