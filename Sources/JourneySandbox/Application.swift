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

  init(
    services: Services, realms: [Realm], hosts: HostCheck, allowedOrigins: [String], controlToken: String,
    requestLog: (@Sendable (String) -> Void)?
  ) {
    self.services = services
    self.realms = Dictionary(realms.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    realmPaths = realms.map(\.path)
    self.hosts = hosts
    cors = CORS(origins: Set(allowedOrigins))
    control = Control(token: controlToken, services: services, realms: realms)
    self.requestLog = requestLog
  }

  func listens(on port: Int) {
    self.port.store(port, ordering: .releasing)
  }

  func handle(_ request: ServerRequest) async -> ServerResponse {
    let now = services.clock.now
    guard let authority = hosts.authority(request.headers("Host"), port: port.load(ordering: .acquiring)) else {
      return .crest(AMError(400, "FQDN \"\(request.header("Host") ?? "")\" is not valid."))
    }
    let path = request.path
    let note = requestLog == nil ? nil : RequestNote()
    var response: ServerResponse
    if path == "/sandbox" || path.hasPrefix("/sandbox/") {
      response = await control.answer(request)
    } else if request.method == "OPTIONS", let preflight = cors.preflight(request) {
      return preflight
    } else if let fault = control.faults.next(for: request) {
      response = await faulty(fault, request, authority: authority, note: note, now: now)
    } else {
      response = await route(request, authority: authority, note: note, now: now)
    }
    if services.settings.changesCookies {
      response.headers.append(("Set-Cookie", services.cookie("sandbox-changing", services.tokens.oneTimeKey())))
    }
    cors.mark(&response, for: request)
    if request.method == "HEAD" { response.body = [] }
    if let requestLog {
      let took = services.clock.now.milliseconds - now.milliseconds
      requestLog(RequestLine.text(request, response, note: note?.text ?? "", milliseconds: took))
    }
    return response
  }

  private func route(
    _ request: ServerRequest, authority: String, note: RequestNote?, now: Moment
  ) async -> ServerResponse {
    let query = Parameters(encoded: request.query ?? "")
    let transaction = request.header("X-ForgeRock-TransactionId").flatMap {
      $0.isEmpty || $0.utf8.count > 256 ? nil : $0
    }
    let known = transaction ?? services.tokens.uuid()
    var response: ServerResponse
    do {
      let location = try Location(path: request.path, realms: realmPaths)
      let call = Call(
        request: request, query: query, cookies: Cookies(request.headers("Cookie")),
        realm: try realm(of: location, query: query), realms: realms, resource: location.resource,
        baseURL: "http://" + authority + "/am", transaction: known, services: services, now: now, note: note)
      switch location.part {
      case .json: response = json(call)
      case .oauth: response = await OAuthRouter.answer(call)
      case .other: response = try Pages.answer(call)
      }
    } catch let error as AMError {
      response = .crest(error)
    } catch Location.Problem.unknownRealm {
      response = .crest(.realmNotFound)
    } catch {
      response = .crest(AMError(404, "Not Found"))
    }
    response.headers.append(("X-ForgeRock-TransactionId", known))
    return response
  }

  /// A `realm` in the query wins over the path under `/json`; under `/oauth2` the path wins (am-protocol 1.2).
  private func realm(of location: Location, query: Parameters) throws -> Realm {
    var path = location.realm
    if let asked = query["realm"], !asked.isEmpty, location.part == .json || !location.namesRealm {
      path = asked.hasPrefix("/") ? asked : asked == "root" ? "/" : "/" + asked
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      guard realms[path] != nil else { throw AMError(400, "Invalid realm, \(asked)") }
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
      case "authenticate", "":
        throw AMError(400, "No values provided for the request parameter '_action'")
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
  ) async -> ServerResponse {
    switch fault.kind {
    case .latency(let milliseconds):
      try? await Task.sleep(for: .milliseconds(milliseconds))
      return await route(request, authority: authority, note: note, now: services.clock.now)
    case .drop:
      return ServerResponse(status: 200, headers: [], body: [], disposition: .dropConnection)
    case .truncate(let bytes):
      var response = await route(request, authority: authority, note: note, now: now)
      response.disposition = .truncate(after: bytes)
      return response
    case .status(let status, let body, let type):
      return ServerResponse(status: status, headers: [("Content-Type", type)], body: Array(body.utf8))
    case .expired:
      return .authenticate(401, AMError.timedOut.document, version: "2.1")
    }
  }
}
