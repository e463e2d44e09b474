import HTTPServer
import JSON

/// `GET …/serverinfo/*` and `…/serverinfo/version` (am-protocol 1.5, 11.3).
struct ServerInfo {
  let call: Call

  func answer() throws(AMError) -> ServerResponse {
    let part = call.resource.dropFirst().first
    let version = try call.crestVersion(part == "version" ? .serverVersion : .serverInfo)
    guard call.method == "GET" else { throw .methodNotAllowed }
    switch part {
    case "*": return .crest(200, information, version: version, cacheControl: "no-store", etag: "1411021417")
    case "version":
      guard call.session != nil else { throw .accessDenied }
      // The fork tells its administrators alone, of whom the sandbox has none (am-protocol 1.1).
      guard !call.services.settings.isFork else { throw AMError(403, "The user has insufficient privileges") }
      return .crest(200, serverVersion, version: version, cacheControl: "no-store", etag: "-1")
    default: throw .resourceNotFound(call.resource.joined(separator: "/"))
    }
  }

  /// The members of every build from 7.3 to 9.0, in their order. Five of them really are texts.
  private var information: JSON {
    let settings = call.services.settings
    let isSecure = settings.cookieAttributes.lowercased().contains("secure")
    let domains = (settings.namesHostAsDomain ? [call.host] : []) + settings.cookieDomains
    let named: [JSON] = call.session == nil ? [] : domains.isEmpty ? [.null] : domains.map(JSON.string)
    var members: JSON.Object = [
      "_id": "*", "_rev": "1411021417", "domains": .array(named),
      "protectedUserAttributes": ["telephoneNumber", "mail"], "cookieName": .string(settings.cookieName),
      "secureCookie": .bool(isSecure), "forgotPassword": "false", "forgotUsername": "false", "kbaEnabled": "false",
      "selfRegistration": "false", "lang": "en-US", "successfulUserRegistrationDestination": "default",
      "socialImplementations": [], "referralsEnabled": "false",
      "zeroPageLogin": ["enabled": false, "refererWhitelist": [], "allowedWithoutReferer": true],
      "realm": .string(call.realm.path), "xuiUserSessionValidationEnabled": true,
      "fileBasedConfiguration": .bool(settings.isCloud),
      "userIdAttributes": settings.isCloud && call.session != nil ? ["fr-idm-uuid"] : [],
    ]
    // What the newest releases add: 8.0.1, and the cloud's 9.0.
    let newer: [(String, Bool)] =
      switch settings.form {
      case .modern: [("nodeDesignerXuiEnabled", true)]
      case .fork: []
      case .cloud: [("cloudOnlyFeaturesEnabled", true), ("oauth2AIAgentsEnabled", true), ("cdkDeployment", false)]
      }
    for (name, isOn) in newer { members[name] = .bool(isOn) }
    return .object(members)
  }

  private var serverVersion: JSON {
    [
      "_id": "version", "_rev": "-1", "version": "8.0.1", "fullVersion": "journey sandbox, in the form of 8.0.1",
      "revision": "0",
      "date": "2025-January-01 00:00",
    ]
  }
}

extension Call {
  /// The version that a CREST endpoint answers in, as it names it.
  func crestVersion(_ resource: APIVersion.Resource) throws(AMError) -> String {
    let known = services.settings.form.versions(of: resource)
    switch APIVersion.choose(request.header("Accept-API-Version"), among: known) {
    case .served(let major, let minor): return "\(major).\(minor)"
    case .unknown: throw .resourceNotFound(self.resource.dropFirst().joined(separator: "/"))
    case .unknownProtocol(let version): throw AMError(400, "Unsupported major version: \(version)")
    case .unreadable(let header): throw AMError(400, "Version string is in an invalid format: \(header)")
    }
  }

  /// The body of a CREST request as an object; an empty body is an empty object and needs no type.
  func crestBody() throws(AMError) -> JSON.Object {
    guard !request.body.isEmpty else { return JSON.Object() }
    guard hasJSONBody else {
      throw AMError(400, "The request could not be processed because the content type is not JSON")
    }
    do {
      let body = try JSON(parsing: request.body)
      guard let object = body.object else { throw AMError(400, "The request body is no JSON object") }
      return object
    } catch let error as AMError {
      throw error
    } catch {
      throw AMError(
        400, "The request could not be processed because the provided content is not a JSON value: \(error)")
    }
  }
}
