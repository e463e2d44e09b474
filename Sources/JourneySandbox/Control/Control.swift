import Crypto
import HTTPServer
import JSON

/// The endpoints below `/sandbox`, for tests and for the person who runs the sandbox. Each takes the token as `Authorization: Bearer`
/// (DESIGN.md 5), or as `X-Sandbox-Token` for clients whose `Authorization` is taken by an access token.
final class Control: Sendable {
  let faults = Faults()
  let token: String
  private let services: Services
  private let realms: [Realm]

  init(token: String, services: Services, realms: [Realm]) {
    self.token = token
    self.services = services
    self.realms = realms
  }

  /// Whether a path is one of its own.
  static func isMeant(_ path: String) -> Bool {
    let root = "/sandbox".utf8
    return path.utf8.starts(with: root)
      && (path.utf8.count == root.count || path.utf8.dropFirst(root.count).first == 0x2F)
  }

  func answer(_ request: ServerRequest) -> ServerResponse {
    guard isAuthorised(request) else {
      return .control(
        401, ["error": "The control endpoints take the token that the sandbox printed: Authorization: Bearer TOKEN"])
    }
    do {
      return .control(200, try perform(request))
    } catch {
      return .control(error.status, ["error": .string(error.message)])
    }
  }

  private func isAuthorised(_ request: ServerRequest) -> Bool {
    if let given = request.header("X-Sandbox-Token") { return isToken(given) }
    guard let header = request.header("Authorization"), header.hasPrefix("Bearer ") else { return false }
    return isToken(String(header.dropFirst(7)))
  }

  private func isToken(_ text: String) -> Bool {
    constantTimeEquals(Array(text.utf8), Array(token.utf8))
  }

  private func perform(_ request: ServerRequest) throws(AMError) -> JSON {
    let query = Parameters(encoded: request.query ?? "")
    switch (request.path, request.method) {
    case ("/sandbox/outbox", "GET"): return services.outbox.json(to: query["to"])
    case ("/sandbox/outbox", "DELETE"):
      services.outbox.clear()
      return [:]
    case ("/sandbox/clock", "GET"): return ["now": .string(services.clock.now.text)]
    case ("/sandbox/clock", "POST"):
      guard let seconds = try body(request)["advance"]?.integer, (-3_155_760_000...3_155_760_000).contains(seconds)
      else {
        throw AMError(400, "The body is {\"advance\":SECONDS}")
      }
      services.clock.advance(seconds: seconds)
      return ["now": .string(services.clock.now.text)]
    case ("/sandbox/faults", "GET"): return faults.json
    case ("/sandbox/faults", "POST"): return try addFaults(request)
    case ("/sandbox/faults", "DELETE"):
      faults.clear()
      return [:]
    case ("/sandbox/reset", "POST"):
      reset()
      return [:]
    case ("/sandbox/log", "GET"):
      return query["transaction"].map { services.log.json(transaction: $0) } ?? services.log.transactions
    case ("/sandbox/push", "POST"): return try push(request)
    case ("/sandbox/scan", "POST"): return try Phone.scan(try body(request)["uri"]?.string, services: services)
    case ("/sandbox/outcomes", "GET"): return services.chosenOutcomes.json
    case ("/sandbox/outcomes", "POST"): return try choose(request)
    case ("/sandbox/outcomes", "DELETE"):
      services.chosenOutcomes.clear()
      return [:]
    case (let path, _):
      let names = ["outbox", "clock", "faults", "reset", "log", "push", "scan", "outcomes"]
      guard names.contains(where: { path == "/sandbox/" + $0 }) else {
        throw AMError(404, "There are \(names.joined(separator: ", "))")
      }
      throw AMError(405, "The method \(request.method) is not allowed here")
    }
  }

  private func addFaults(_ request: ServerRequest) throws(AMError) -> JSON {
    let body = try body(request)
    var rules: [Fault] = []
    for rule in body.array ?? body["rules"]?.array ?? [body] { rules.append(try Fault(rule)) }
    faults.add(rules)
    return faults.json
  }

  /// `{"type","outcome"[,"journey"][,"node"]}`: what stubs and remote verdicts of a node type come to.
  private func choose(_ request: ServerRequest) throws(AMError) -> JSON {
    let body = try body(request)
    guard let type = body["type"]?.string, let outcome = body["outcome"]?.string else {
      throw AMError(400, "The body is {\"type\":TEXT,\"outcome\":TEXT[,\"journey\":TEXT][,\"node\":TEXT]}")
    }
    services.chosenOutcomes.choose(
      outcome, for: .init(type: type, journey: body["journey"]?.string, node: body["node"]?.string))
    return services.chosenOutcomes.json
  }

  /// `{"messageId","accept","number"}`: what a person does with the phone.
  private func push(_ request: ServerRequest) throws(AMError) -> JSON {
    let body = try body(request)
    guard let id = body["messageId"]?.string, let accepts = body["accept"]?.bool else {
      throw AMError(400, "The body is {\"messageId\":TEXT,\"accept\":BOOLEAN[,\"number\":NUMBER]}")
    }
    guard services.push.answer(id, accepts: accepts, number: body["number"]?.integer, at: services.clock.now) else {
      throw AMError(404, "There is no such message that waits for an answer")
    }
    return [:]
  }

  private func body(_ request: ServerRequest) throws(AMError) -> JSON {
    do {
      return try JSON(parsing: request.body)
    } catch {
      throw AMError(400, "The body is not JSON: \(error)")
    }
  }

  private func reset() {
    faults.clear()
    services.clock.reset()
    services.sessions.reset()
    services.steps.reset()
    services.outbox.clear()
    services.log.clear()
    services.push.reset()
    services.chosenOutcomes.clear()
    services.identityProvider.reset()
    services.transactions.reset()
    for realm in realms {
      realm.users.reset()
      realm.provider.reset()
    }
  }
}
