import Crypto
import HTTPServer
import JSON

/// `…/users?_action=idFromSession` and the devices of a user (am-protocol 6.3, 6.4).
struct Users {
  let call: Call
  private var services: Services { call.services }

  func answer() throws(AMError) -> ServerResponse {
    let rest = call.resource.dropFirst().filter { !$0.isEmpty }
    if rest.isEmpty { return try idFromSession() }
    guard rest.count >= 3, rest[1] == "devices" else { throw .resourceNotFound(rest.joined(separator: "/")) }
    return try devices(user: rest[0], path: Array(rest.dropFirst(2)))
  }

  private func idFromSession() throws(AMError) -> ServerResponse {
    let version = try call.crestVersion(.users)
    guard call.method == "POST" else { throw .methodNotAllowed }
    try call.checkCSRF()
    guard let action = call.query["_action"], !action.isEmpty else {
      throw .noAction
    }
    guard action == "idFromSession" else { throw AMError(501, "Action \(action) not supported") }
    _ = try call.crestBody()
    guard let session = call.accessedSession else { throw .accessDenied }
    let successURL = call.realms[session.realm]?.successURL(host: call.host) ?? "/am/console"
    return .crest(
      200,
      [
        "id": .string(session.subject), "realm": .string(session.realm), "dn": .string(session.universalID),
        "successURL": .string(successURL),
        "fullLoginURL": .string("/am/UI/Login?realm=" + PercentText.encode(session.realm)),
      ], version: version)
  }

  private func devices(user name: String, path: [String]) throws(AMError) -> ServerResponse {
    let version = try call.crestVersion(.devices)
    try call.checkCSRF()
    let (realm, username) = try caller()
    guard realm.username(subject: name) == username else { throw AMError(403, "Forbidden") }
    guard let (kind, rest) = kind(path), let user = realm.users.user(username) else {
      throw .resourceNotFound(path.joined(separator: "/"))
    }
    guard let id = rest.first else {
      guard call.method == "GET" else { throw .methodNotAllowed }
      let items = user.devices[kind].map { JSON.object(listed($0, kind, of: user)) }
      return .crest(
        200,
        [
          "result": .array(items), "resultCount": .number(JSON.Number(items.count)), "pagedResultsCookie": .null,
          "totalPagedResultsPolicy": "NONE", "totalPagedResults": -1, "remainingPagedResults": -1,
        ], version: version)
    }
    guard let device = user.devices[kind].first(where: { $0.id == id }) else { throw .resourceNotFound(id) }
    return .crest(200, .object(try change(device, kind, user: user.name, in: realm)), version: version)
  }

  /// A device as it stands in a list. The fork tells what codes are made of, and how to do without (am-protocol 6.4).
  private func listed(_ device: Devices.Device, _ kind: Devices.Kind, of user: User) -> JSON.Object {
    guard services.settings.isFork, kind == .oath else { return device.item }
    let secret = device.secret["secret"]?.string.flatMap(Base64.decode) ?? []
    var item = device.item
    item["recoveryCodes"] = .array((user.devices.recoveryCodes[kind] ?? []).map(JSON.string))
    item["sharedSecret"] = .string(
      secret.map { String($0 >> 4, radix: 16, uppercase: true) + String($0 & 15, radix: 16, uppercase: true) }.joined())
    return item
  }

  /// Who asks: by a session, or by an access token of the realm (am-protocol 6.4).
  private func caller() throws(AMError) -> (Realm, String) {
    if let session = call.accessedSession, let realm = call.realms[session.realm] { return (realm, session.username) }
    guard call.sessionToken == nil, let header = call.request.header("Authorization"),
      header.lowercased().hasPrefix("bearer "),
      let token = call.realm.provider.token(trimmed(header.dropFirst(7)), at: call.now), token.kind == .access,
      let username = token.grant.username
    else { throw .accessDenied }
    return (call.realm, username)
  }

  /// `2fa/oath`, `profile` and so on.
  private func kind(_ path: [String]) -> (Devices.Kind, [String])? {
    switch path.first {
    case "2fa":
      guard path.count > 1, let kind = Devices.Kind(rawValue: path[1]), kind != .profile else { return nil }
      return (kind, Array(path.dropFirst(2)))
    case "profile", "trusted": return (.profile, Array(path.dropFirst()))
    default: return nil
    }
  }

  private func change(_ device: Devices.Device, _ kind: Devices.Kind, user: String, in realm: Realm) throws(AMError)
    -> JSON.Object
  {
    switch call.method {
    case "GET": return device.item
    case "DELETE":
      realm.users.change(user) { user in user.devices[kind].removeAll { $0.id == device.id } }
      return device.item
    case "PUT":
      let body = try call.crestBody()
      var item = device.item
      for name in ["deviceName", "alias"] {
        if let text = body[name]?.string { item[name] = .string(text) }
      }
      realm.users.change(user) { user in
        for index in user.devices[kind].indices where user.devices[kind][index].id == device.id {
          user.devices[kind][index].item = item
        }
      }
      return item
    default: throw .methodNotAllowed
    }
  }
}
