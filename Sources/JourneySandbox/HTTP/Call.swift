import HTTPServer
import Synchronization

/// One request, understood as far as all endpoints need it. A class, since it is handed on many times and holds a dozen references.
final class Call: Sendable {
  let request: ServerRequest
  let query: Parameters
  let cookies: Cookies
  let realm: Realm
  /// All realms by their paths.
  let realms: [String: Realm]
  /// What follows the realm in the path, decoded segment by segment.
  let resource: [String]
  /// The host that was asked, without its port.
  let host: String
  /// `http://host:port/am` as it was asked.
  let baseURL: String
  let transaction: String
  let services: Services
  let now: Moment
  /// Takes what the line of the request log says beyond the request; nil where nobody reads it.
  let note: RequestNote?
  /// The step that it answers, from when it has taken it until it is answered itself.
  private let stepInWork = Mutex<StepInWork?>(nil)

  private struct StepInWork {
    let key: String
    let step: WaitingStep
    var use = StepStore.Use.unanswered
  }

  init(
    request: ServerRequest, query: Parameters, cookies: Cookies, realm: Realm, realms: [String: Realm],
    resource: [String], scheme: String, authority: String, transaction: String, services: Services, now: Moment,
    note: RequestNote?
  ) {
    self.request = request
    self.query = query
    self.cookies = cookies
    self.realm = realm
    self.realms = realms
    self.resource = resource
    host = HostCheck.name(authority)
    baseURL = "\(scheme)://\(authority)/am"
    self.transaction = transaction
    self.services = services
    self.now = now
    self.note = note
  }

  /// Never HEAD, which is GET by then.
  var method: String { request.method }

  func hasInWork(_ step: WaitingStep, key: String) { stepInWork.withLock { $0 = StepInWork(key: key, step: step) } }

  /// The journey has gone on from the step that is in work.
  func hasUsed(_ use: StepStore.Use) { stepInWork.withLock { $0?.use = use } }

  /// The answer goes out.
  func end() {
    guard let work = stepInWork.withLock({ $0.take() }) else { return }
    services.steps.release(work.step, key: work.key, work.use, at: now)
  }

  /// The session token of the request: the cookie's where there is one, else the header's (am-protocol 1.4).
  var sessionToken: String? {
    let name = services.settings.cookieName
    if let value = cookies[name], !value.isEmpty { return value }
    guard let value = request.header(name), !value.isEmpty else { return nil }
    return value
  }

  /// The live session of the request.
  var session: Session? { sessionToken.flatMap { services.sessions.session($0, at: now) } }

  /// The live session of the request, with its idle time begun anew.
  var accessedSession: Session? { sessionToken.flatMap { services.sessions.access($0, at: now) } }

  /// The `Set-Cookie` lines of one cookie.
  func cookieLines(_ name: String, _ value: String) -> [String] { services.cookies(name, value, host: host) }

  /// Refuses what another site's page could make a browser send: a changing request that carries the session as cookie and none of the
  /// headers that such a page cannot set (am-protocol 1.4). The fork has no such rule.
  func checkCSRF() throws(AMError) {
    guard cookies[services.settings.cookieName] != nil, !["GET", "OPTIONS"].contains(method),
      !services.settings.isFork, request.header("X-Requested-With") == nil, request.header("Accept-API-Version") == nil
    else { return }
    throw AMError(403, "Forbidden")
  }

  /// Whether the body says that it is JSON; parameters are allowed (am-protocol 1.4).
  var hasJSONBody: Bool {
    guard let type = request.header("Content-Type") else { return false }
    return trimmed(type.utf8.prefix { $0 != UInt8(ascii: ";") }).elementsEqual("application/json".utf8)
  }
}
