import HTTPServer
import JSON

/// `POST …/policies?_action=evaluate` (am-protocol 9.2). The sandbox has one policy set, whose rules can be read off the resource: a
/// path with `/journey/NAME` wants a session of that journey, one with `/level/N` that authentication level, one with `/transaction` an
/// approval of its own, which the environment names as `TxId`; everything else is allowed to whoever is signed in.
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
    let approvals = body["environment"]?["TxId"]?.array?.compactMap(\.string) ?? []
    let decisions = resources.map { decision($0, subject, approvals) }
    // The fork answers in an order of its own.
    return .crest(
      200, .array(call.services.settings.isFork ? decisions.reversed() : decisions), version: version)
  }

  private func decision(_ resource: String, _ subject: Session, _ approvals: [String]) -> JSON {
    let advice = self.advice(resource, subject, approvals)
    let isAllowed = advice.isEmpty
    return [
      "resource": .string(resource), "actions": isAllowed ? ["GET": true, "POST": true] : [:], "attributes": [:],
      "advices": .object(advice),
      "ttl": isAllowed ? .number(JSON.Number(subject.maximumEnd.milliseconds)) : 0,
    ]
  }

  private func advice(_ resource: String, _ subject: Session, _ approvals: [String]) -> JSON.Object {
    let path = resource.split(separator: "?").first ?? ""
    let parts = Array(path.utf8).split(separator: UInt8(ascii: "/")).map { PercentText.decode($0) }
    for (index, part) in parts.enumerated() {
      let next = index + 1 < parts.count ? parts[index + 1] : ""
      switch part {
      case "journey" where !next.isEmpty && subject.service != next:
        return ["AuthenticateToServiceConditionAdvice": [.string(subject.realm + ":" + next)]]
      case "level":
        if let level = Int(next), subject.authLevel < level { return ["AuthLevelConditionAdvice": [.string(next)]] }
      case "transaction":
        let (transactions, user, realm) = (call.services.transactions, subject.username, subject.realm)
        // The approval that a gateway puts behind the resource counts too (am-protocol 9.3).
        let behind = Parameters(encoded: resource.split(separator: "?").dropFirst().first.map(String.init) ?? "")[
          "_txid"]
        let given = approvals + (behind.map { [$0] } ?? [])
        if given.contains(where: { transactions.use($0, resource: String(path), user: user, in: realm, at: call.now) })
        {
          continue
        }
        let id = call.services.tokens.uuid()
        transactions.open(id, resource: String(path), user: user, in: realm, at: call.now)
        return ["TransactionConditionAdvice": [.string(id)]]
      default: continue
      }
    }
    return JSON.Object()
  }
}
