import Crypto
import HTTPServer
import JSON
import Synchronization

/// The sandbox without its socket: a function from requests to answers.
final class Application: Sendable {
  let services: Services
  let realms: [String: Realm]
  let control: Control
  private let realmPaths: [String]
  private let hosts: HostCheck
  private let cors: CORS
  private let requestLog: (@Sendable (String) -> Void)?
  /// The port that it is reached at; known once the socket is open.
  private let port = Atomic<Int>(0)
  /// Whether it stands behind a server that speaks TLS.
  private let isSecure = Atomic(false)

  init(
    services: Services, realms: [Realm], hosts: HostCheck, allowedOrigins: [String], controlToken: String,
    requestLog: (@Sendable (String) -> Void)?, rules: SwitchesFile.Rules
  ) {
    self.services = services
    self.realms = Dictionary(realms.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    realmPaths = realms.map(\.path)
    self.hosts = hosts
    cors = CORS(origins: Set(allowedOrigins))
    control = Control(token: controlToken, services: services, realms: realms, rules: rules)
    self.requestLog = requestLog
  }

  func listens(on port: Int, behindTLS isSecure: Bool = false) {
    self.port.store(port, ordering: .releasing)
    self.isSecure.store(isSecure, ordering: .releasing)
  }

  /// The same in the words of AM's JSON endpoints where the server has refused a request before anything here saw it.
  static func refusal(_ status: Int) -> ServerResponse {
    .crest(AMError(status, AMError.reason(status)))
  }

  /// Makes the keys that tokens are signed with, which would hold up the first request that needs them.
  func makeKeys() async {
    // Whoever needs them next sees the same error.
    for realm in realms.values { _ = try? await realm.provider.keys.published() }
  }

  /// Answers at once, but for what an injected latency or the signing keys hold up.
  func answer(_ request: ServerRequest) -> ServerAnswer {
    let note = requestLog == nil ? nil : RequestNote()
    let answer = unmarked(request, now: services.clock.now, note: note)
    if case .now(let response) = answer { return .now(marked(response, request, note: note)) }
    return answer.map { self.marked($0, request, note: note) }
  }

  private func unmarked(_ sent: ServerRequest, now: Moment, note: RequestNote?) -> ServerAnswer {
    guard let request = sent.inOriginForm else {
      return .now(
        tagged(.crest(AMError(400, "The target names another host than Host does")), transaction(sent), path: sent.path)
      )
    }
    guard let authority = hosts.authority(request.headers("Host"), port: port.load(ordering: .acquiring)) else {
      let refusal = AMError(400, "FQDN \"\(request.header("Host") ?? "")\" is not valid.")
      return .now(tagged(.crest(refusal), transaction(request), path: request.path))
    }
    if Control.isMeant(request.path) { return .now(control.answer(request.asGet)) }
    if request.method == "OPTIONS", request.target == "*" {
      return .now(ServerResponse(headers: [("Allow", "GET, HEAD, POST, PUT, DELETE, OPTIONS")]))
    }
    if request.method == "OPTIONS", let preflight = cors.preflight(request) { return .now(preflight) }
    if let fault = control.faults.next(for: request) {
      return faulty(fault, request, authority: authority, note: note, now: now)
    }
    return route(request, authority: authority, note: note, now: now)
  }

  /// What every answer gets, whoever made it.
  private func marked(_ response: ServerResponse, _ request: ServerRequest, note: RequestNote?) -> ServerResponse {
    var response = response
    if services.settings.changesCookies {
      let host = HostCheck.name(request.header("Host") ?? "")
      for line in services.cookies("sandbox-changing", services.tokens.oneTimeKey(), host: host) {
        response.headers.append(("Set-Cookie", line))
      }
    }
    cors.mark(&response, for: request)
    if let requestLog, let note { requestLog(RequestLine.text(request, response, note: note)) }
    return response
  }

  /// - Parameter latency: the milliseconds that the answer is held back; so long the request is in work, and so is the step that it answers.
  private func route(
    _ sent: ServerRequest, authority: String, note: RequestNote?, now: Moment, latency: Int = 0
  ) -> ServerAnswer {
    let request = sent.asGet
    let query = Parameters(encoded: request.query ?? "")
    let transaction = transaction(request)
    let answer: ServerAnswer
    var work: Call?
    do {
      let location = try Location(path: request.path, realms: realmPaths, ignoringCase: services.settings.isFork)
      let call = Call(
        request: request, query: query, cookies: Cookies(request.headers("Cookie")),
        realm: try realm(of: location, query: query), realms: realms, resource: location.resource,
        scheme: isSecure.load(ordering: .acquiring) ? "https" : "http", authority: authority, transaction: transaction,
        services: services, now: now, note: note)
      work = call
      switch location.part {
      case .json: answer = .now(json(call))
      case .oauth: answer = .later { await OAuthRouter.answer(call) }
      case .other: answer = .now(try Pages.answer(call))
      }
    } catch let error as AMError {
      answer = .now(.crest(error))
    } catch Location.Problem.unknownRealm(let name) {
      answer = .now(.crest(services.settings.unknownRealm(name)))
    } catch Location.Problem.badEscape {
      answer = .now(.crest(AMError(400, "The path holds a percent sign that begins no escape")))
    } catch Location.Problem.emptySegment {
      answer = .now(.crest(.noAction))
    } catch {
      answer = .now(.crest(AMError(404, "Not Found")))
    }
    guard latency > 0 else {
      work?.end()
      // Most answers are there: to change them takes no closure.
      if case .now(let response) = answer { return .now(tagged(response, transaction, path: request.path)) }
      return answer.map { self.tagged($0, transaction, path: request.path) }
    }
    return .later { [answer, work] in
      let response = self.tagged(await answer.response, transaction, path: request.path)
      try? await Task.sleep(for: .milliseconds(latency))
      work?.end()
      return response
    }
  }

  /// The answer with the id that the request goes by; the fork keeps it to itself, and has headers of its own (am-protocol 1.4, 1.8).
  private func tagged(_ response: ServerResponse, _ transaction: String, path: String) -> ServerResponse {
    guard !services.settings.isFork else { return ForkHeaders.applied(to: response, path: path) }
    var response = response
    response.headers.append(("X-ForgeRock-TransactionId", transaction))
    return response
  }

  /// The id that the request goes by: its own, or a new one.
  private func transaction(_ request: ServerRequest) -> String {
    request.header("X-ForgeRock-TransactionId").flatMap { $0.isEmpty || $0.utf8.count > 256 ? nil : $0 }
      ?? services.tokens.uuid()
  }

  /// A `realm` in the query wins over the path under `/json`; under `/oauth2` the path wins (am-protocol 1.2).
  private func realm(of location: Location, query: Parameters) throws -> Realm {
    var path = location.realm
    if let asked = query["realm"], !asked.isEmpty, location.part == .json || !location.namesRealm {
      path = asked.hasPrefix("/") ? asked : asked == "root" ? "/" : "/" + asked
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      let isFork = services.settings.isFork
      guard let known = Location.known(path, among: realmPaths, ignoringCase: isFork) else {
        throw isFork ? AMError(400, "Invalid realm, \(asked)") : AMError.realmNotFound
      }
      path = known
    }
    guard let realm = realms[path] else { throw AMError.realmNotFound }
    return realm
  }

  private func json(_ call: Call) -> ServerResponse {
    if call.resource == ["authenticate"] { return Authenticate(call: call).answer() }
    do {
      switch call.resource.first {
      case "serverinfo": return try ServerInfo(call: call).answer()
      case "sessions": return try Sessions(call: call).answer()
      case "users": return try Users(call: call).answer()
      case "policies": return try Policies(call: call).answer()
      case "push": return try PushEndpoint(call: call).answer()
      case "authenticate", "": throw AMError.noAction
      case .some where call.resource.dropFirst() == ["authenticate"]:
        throw services.settings.isFork ? AMError.noAction : AMError.realmNotFound
      default: throw AMError.resourceNotFound(call.resource.joined(separator: "/"))
      }
    } catch let error as AMError {
      return .crest(error)
    } catch {
      return .crest(AMError(500, "Internal Server Error"))
    }
  }

  private func faulty(
    _ fault: Fault, _ request: ServerRequest, authority: String, note: RequestNote?, now: Moment
  ) -> ServerAnswer {
    switch fault.kind {
    case .latency(let milliseconds):
      return route(request, authority: authority, note: note, now: now, latency: milliseconds)
    case .drop:
      return .now(ServerResponse(status: 200, disposition: .dropConnection))
    case .truncate(let bytes):
      return route(request, authority: authority, note: note, now: now).map { response in
        var response = response
        response.disposition = .truncate(after: bytes)
        return response
      }
    case .status(let status, let body, let type):
      return .now(ServerResponse(status: status, headers: [("Content-Type", type)], body: Array(body.utf8)))
    case .expired:
      let timeout = services.settings.timeout
      return .now(.authenticate(timeout.status, timeout.document, version: "2.1"))
    }
  }
}
