import HTTPServer
import JSON

/// Makes the answer of what came out of a run: the next step, a suspension, a session, or a failure (am-protocol 5).
struct JourneyEnd {
  let call: Call
  let run: JourneyRun
  let attempt: Attempt
  let realm: Realm
  let version: String
  /// Whether the request started the journey.
  var isStart = false
  private var services: Services { call.services }
  private var now: Moment { call.now }

  func answer(_ result: JourneyRun.Result) throws(AMError) -> ServerResponse {
    switch result {
    case .step(let texts, let callbacks):
      log("step")
      return step(texts, callbacks)
    case .suspended(let message, let minutes, let notify):
      log("suspended")
      return suspended(message, minutes: minutes, notify: notify)
    case .success:
      do {
        let response = try success()
        log("success")
        return response
      } catch {
        log(error.message)
        throw error
      }
    case .failure:
      log("failure")
      throw failure()
    }
  }

  private func log(_ end: String) {
    if let note = call.note {
      let visits = run.log.map { "\($0.displayName): \($0.outcome ?? $0.failure ?? "")" }
      let journey = run.log.last?.journey ?? run.state.journey?.name ?? ""
      note.text = ([journey] + visits + [end]).joined(separator: ", ")
    }
    services.log.add(run.log, end: end, transaction: call.transaction, realm: realm.path, at: now)
  }

  // The next step

  private func step(_ texts: PageTexts, _ callbacks: [CallbackDraft]) -> ServerResponse {
    let settings = services.settings
    let key = settings.keepsAuthID ? attempt.key : services.tokens.oneTimeKey()
    let waiting = WaitingStep(attempt: attempt, realm: realm.path, state: run.state, callbacks: callbacks)
    services.steps.add(waiting, key: key, at: now)
    let authID = services.authIDs.sign(
      AuthID(
        index: run.state.index, oneTimeKey: key, realm: settings.isFork ? realm.distinguishedName : realm.path,
        reference: attempt.reference, expires: run.state.deadline,
        issued: settings.isFork
          ? nil : settings.keepsAuthID ? run.state.deadline.adding(minutes: -settings.journeyMinutes) : now,
        listedState: settings.allowsStateOnce && !settings.keepsAuthID ? services.tokens.uuid() : nil,
        length: settings.authIDBytes))
    if callbacks.contains(where: { $0.type == CallbackDraft.httpType }) { return httpStep(authID) }
    var members: [JSON.Object.Member] = [.init(name: "authId", value: .string(authID))]
    members += settings.isFork ? StepMembers.ofChain(texts, callbacks, run.state) : StepMembers.ofTree(texts, callbacks)
    if settings.extraMembers { members += ExtraMembers.all }
    var cookies = call.cookieLines("amlbcookie", "01")
    if settings.isFork, isStart { cookies += call.cookieLines("AMAuthCookie", attempt.reference) }
    if callbacks.contains(where: { $0.type == "RedirectCallback" && $0.isTracked }) {
      cookies += call.cookieLines("reentry", key)
    }
    return .authenticate(200, .object(JSON.Object(members)), version: version, cookies: cookies)
  }

  /// A step that a header answers: a 401 that is no failure (am-protocol 3.9).
  private func httpStep(_ authID: String) -> ServerResponse {
    var response = ServerResponse.authenticate(
      401, ["failure": true, "reason": "http-auth-failed", "authId": .string(authID)], version: version)
    response.headers.append(("WWW-Authenticate", "Negotiate"))
    return response
  }

  /// The journey waits for somebody who comes back with the link; the answer has no `authId` (am-protocol 9.4).
  private func suspended(_ message: String, minutes: Int?, notify: @Sendable (String) -> Void) -> ServerResponse {
    let id = services.tokens.opaque()
    let end = now.adding(minutes: minutes ?? services.settings.suspendedMinutes)
    var state = run.state
    state.deadline = end
    services.steps.suspend(
      WaitingStep(attempt: attempt, realm: realm.path, state: state, callbacks: []), id: id, until: end, at: now)
    var link = Parameters()
    link.add("realm", realm.path)
    if let journey = state.journey?.name {
      link.add("authIndexType", "service")
      link.add("authIndexValue", journey)
    }
    link.add("suspendedId", id)
    notify(call.baseURL + "/XUI/?" + link.encoded)
    let callbacks: JSON = .array([CallbackDraft.suspendedText(message).json(position: 1)])
    return .authenticate(
      200, ["callbacks": callbacks], version: version, cookies: call.cookieLines("amlbcookie", "01"))
  }

  // The end

  private func success() throws(AMError) -> ServerResponse {
    let username = run.state.username ?? run.state.universalID.flatMap { realm.username(universalID: $0) }
    let user = username.flatMap { realm.users.user($0) }
    let target = run.state.shared["successUrl"]?.string ?? run.state.successTarget ?? realm.successURL(host: call.host)
    if run.state.noSession {
      try endAttempt()
      finish(user)
      var details = details(nil)
      if services.settings.isFork { details["message"] = "Authentication Successful" }
      return JourneyEnd.success(
        token: nil, target: target, realm: realm, details: details, version: version, cookies: lastCookies)
    }
    guard let user, user.isActive else { throw failure() }
    guard run.state.forced != .withoutSession else { throw SessionToUpgrade.otherUser }
    let old = run.state.sessionToUpgrade.flatMap { services.sessions.session($0, at: now) }
    if let old, old.username != user.name { throw SessionToUpgrade.otherUser }
    try SessionQuota.makeRoom(for: user, realm: realm, keeping: old, services: services, at: now)
    try endAttempt()
    finish(user)
    let session = session(user, upgrading: old)
    services.sessions.add(session, at: now)
    // A session that its client keeps cannot be taken back.
    if let old, old.token != session.token, !services.settings.clientSideSessions {
      services.sessions.end(old.token, at: now)
    }
    return JourneyEnd.success(
      token: session.token, target: target, realm: realm, details: details(session), version: version,
      cookies: call.cookieLines(services.settings.cookieName, session.token) + lastCookies)
  }

  private var lastCookies: [String] {
    let end = services.settings.isFork ? call.cookieLines("AMAuthCookie", "LOGOUT").map { $0 + "; Max-Age=0" } : []
    return call.cookieLines("amlbcookie", "01") + end + run.state.cookies
  }

  /// A chain is over with its end, good or bad; the steps of a tree may be answered again (am-protocol 2.2, 2.12, 11.0).
  private func endAttempt() throws(AMError) {
    guard !services.settings.isFork || attempt.end() else { throw services.settings.stepIsGone }
  }

  /// What nodes, and the policies behind transactions, asked for at the end of a good journey (journey-nodes 5.9).
  private func finish(_ user: User?) {
    guard let user else { return }
    for id in run.state.transactions { services.transactions.approve(id, user: user.name, in: realm.path, at: now) }
    guard !run.state.retryNodes.isEmpty else { return }
    realm.users.change(user.name) { user in
      for node in run.state.retryNodes { user.retryCounts[node] = nil }
    }
  }

  private func session(_ user: User, upgrading old: Session?) -> Session {
    let journey = run.state.journey
    let settings = services.settings
    let maximum = run.state.maximumMinutes ?? journey?.maximumSessionMinutes ?? settings.sessionMinutes
    let idle = run.state.idleMinutes ?? journey?.maximumIdleMinutes ?? settings.idleMinutes
    var properties = old?.properties ?? [:]
    properties.merge(run.state.sessionProperties) { $1 }
    return Session(
      token: token(upgrading: old), username: user.name, subject: realm.subject(user.name),
      universalID: realm.universalID(user.name), realm: realm.path,
      service: journey?.name ?? "", authLevel: max(old?.authLevel ?? 0, run.state.shared["authLevel"]?.integer ?? 0),
      started: now, lastAccess: now,
      maximumMinutes: maximum,
      // Nobody tracks the idle time of a session that its client keeps.
      idleMinutes: settings.clientSideSessions ? maximum : idle,
      contextID: services.tokens.uuid() + "-" + String(now.milliseconds % 100_000), properties: properties,
      vanishes: settings.sessionVanishSeconds > 0 ? now.adding(seconds: settings.sessionVanishSeconds) : nil)
  }

  private func token(upgrading old: Session?) -> String {
    guard services.settings.isFork else { return services.tokens.sessionToken() }
    return run.state.forced == .withSession ? old?.token ?? attempt.reference : attempt.reference
  }

  /// What Set Success Details added; it cannot replace the members that AM writes itself (am-protocol 5.2).
  private func details(_ session: Session?) -> JSON.Object {
    var details = JSON.Object()
    if services.settings.extraMembers { details = JSON.Object(ExtraMembers.all) }
    for member in run.state.successDetails.members where !["tokenId", "successUrl", "realm"].contains(member.name) {
      if let property = member.value["$sessionProperty"]?.string {
        if let value = session.flatMap({ SessionProperties.value(property, of: $0) }) {
          details[member.name] = .string(value)
        }
      } else {
        details[member.name] = member.value
      }
    }
    return details
  }

  static func success(
    token: String?, target: String, realm: Realm, details: JSON.Object, version: String, cookies: [String]
  ) -> ServerResponse {
    var members = JSON.Object()
    if let token { members["tokenId"] = .string(token) }
    members["successUrl"] = .string(target)
    members["realm"] = .string(realm.path)
    for member in details.members { members[member.name] = member.value }
    return .authenticate(200, .object(members), version: version, cookies: cookies)
  }

  private func failure() -> AMError {
    try? endAttempt()
    var detail = run.state.failureDetails
    if let url = run.state.shared["failureUrl"]?.string ?? run.state.failureTarget, !url.isEmpty {
      detail["failureUrl"] = .string(url)
    }
    let message =
      run.state.failureMessage ?? run.state.shared["lockoutMessage"]?.string ?? run.state.shared["errorMessage"]?.string
      ?? services.settings.failureMessage
    return AMError(401, message, detail: detail.isEmpty ? nil : detail)
  }
}

extension CallbackDraft {
  /// Whether a redirect expects the browser back (am-protocol 9.5).
  fileprivate var isTracked: Bool {
    outputs.contains { $0.name == "trackingCookie" && $0.value.bool == true }
  }
}
