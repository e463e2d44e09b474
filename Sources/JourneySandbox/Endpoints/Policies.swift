import HTTPServer
import JSON

/// `POST …/policies?_action=evaluate` (am-protocol 9.2). The sandbox has one policy set, whose rules can be read off the resource: a
/// path with `/journey/NAME` wants a session of that journey, one with `/level/N` that authentication level, one with `/transaction` an
/// approval of its own; everything else is allowed to whoever is signed in.
struct Policies {
  let call: Call

  /// AM's default policy set.
  static let application = "iPlanetAMWebAgentService"

  func answer() throws(AMError) -> ServerResponse {
    let version = try call.crestVersion(.policies)
    guard call.method == "POST" else { throw .methodNotAllowed }
    try call.checkCSRF()
    guard call.accessedSession != nil else { throw .accessDenied }
    guard call.query["_action"] == "evaluate" else {
      throw AMError(501, "Action \(call.query["_action"] ?? "") not supported")
    }
    let body = try call.crestBody()
    guard let resources = body["resources"]?.array?.compactMap(\.string), !resources.isEmpty, resources.count <= 100
    else {
      throw AMError(400, "Invalid value resources")
    }
    if let application = body["application"]?.string, application != Policies.application {
      throw AMError(404, "Application \(application) not found")
    }
    let token = body["subject"]?["ssoToken"]?.string ?? call.sessionToken ?? ""
    guard let subject = call.services.sessions.session(token, at: call.now) else {
      throw AMError(400, "Invalid value subject")
    }
    return .crest(200, .array(resources.map { decision($0, subject) }), version: version)
  }

  private func decision(_ resource: String, _ subject: Session) -> JSON {
    let advice = self.advice(resource, subject)
    let isAllowed = advice.isEmpty
    return [
      "resource": .string(resource), "actions": isAllowed ? ["GET": true, "POST": true] : [:], "attributes": [:],
      "advices": .object(advice),
      "ttl": isAllowed ? .number(JSON.Number(subject.maximumEnd.milliseconds)) : 0,
    ]
  }

  private func advice(_ resource: String, _ subject: Session) -> JSON.Object {
    let path = resource.split(separator: "?").first ?? ""
    let parts = path.split(separator: "/").map { PercentText.decode($0.utf8) }
    for (index, part) in parts.enumerated() {
      let next = index + 1 < parts.count ? parts[index + 1] : ""
      switch part {
      case "journey" where !next.isEmpty && subject.service != next:
        return ["AuthenticateToServiceConditionAdvice": [.string(subject.realm + ":" + next)]]
      case "level":
        if let level = Int(next), subject.authLevel < level { return ["AuthLevelConditionAdvice": [.string(next)]] }
      case "transaction":
        return ["TransactionConditionAdvice": [.string(call.services.tokens.uuid())]]
      default: continue
      }
    }
    return JSON.Object()
  }
}
