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
  /// Those that are in force from the start, and again after a reset.
  private let rules: SwitchesFile.Rules

  init(token: String, services: Services, realms: [Realm], rules: SwitchesFile.Rules) {
    self.token = token
    self.rules = rules
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
        401,
        [
          "error":
            "The control endpoints take the token that `journey sandbox` printed or JOURNEY_SANDBOX_TOKEN chose: Authorization: Bearer TOKEN, or X-Sandbox-Token: TOKEN"
        ])
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
      let seconds = try read(request, Control.advance)
      guard services.clock.advance(seconds: seconds) else {
        throw AMError(400, "advance: the time would lie before the year 1 or after the year 9999")
      }
      return ["now": .string(services.clock.now.text)]
    case ("/sandbox/faults", "GET"): return faults.json
    case ("/sandbox/faults", "POST"): return try addFaults(request)
    case ("/sandbox/faults", "DELETE"):
      faults.clear()
      return [:]
    case ("/sandbox/reset", "POST"):
      try reset()
      return [:]
    case ("/sandbox/log", "GET"):
      return query["transaction"].map { services.log.json(transaction: $0) } ?? services.log.transactions
    case ("/sandbox/journeys", "GET"): return JourneyList.json(realms, services.chosenOutcomes)
    case ("/sandbox/push", "POST"): return try push(request)
    case ("/sandbox/scan", "POST"): return try Phone.scan(try read(request, Control.uri), services: services)
    case ("/sandbox/outcomes", "GET"): return services.chosenOutcomes.json
    case ("/sandbox/outcomes", "POST"):
      try services.chosenOutcomes.choose(try read(request, OutcomeRule.init))
      return services.chosenOutcomes.json
    case ("/sandbox/outcomes", "DELETE"):
      services.chosenOutcomes.clear()
      return [:]
    case (let path, _):
      let names = ["outbox", "clock", "faults", "reset", "log", "journeys", "push", "scan", "outcomes"]
      guard names.contains(where: { path == "/sandbox/" + $0 }) else {
        throw AMError(404, "There are \(names.joined(separator: ", "))")
      }
      throw AMError(405, "The method \(request.method) is not allowed here")
    }
  }

  /// A rule, or an array of rules: all of them or none.
  private func addFaults(_ request: ServerRequest) throws(AMError) -> JSON {
    let rules = try read(request) { (body) throws(DocumentFault) in
      guard body.json.array != nil else { return [try Fault(body)] }
      return try body.elements().map { (rule) throws(DocumentFault) in try Fault(rule) }
    }
    guard faults.add(rules) else { throw AMError(400, "There cannot be more than \(Faults.capacity) rules at a time") }
    return faults.json
  }

  /// `{"messageId","accept"[,"number"]}`: what a person does with the phone.
  private func push(_ request: ServerRequest) throws(AMError) -> JSON {
    let answer = try read(request) { (body) throws(DocumentFault) in
      _ = try body.members(["messageId", "accept", "number"])
      return (
        id: try body.required("messageId").line(), accepts: try body.required("accept").flag(),
        number: try body["number"]?.integer(0...Int.max)
      )
    }
    guard services.push.answer(answer.id, accepts: answer.accepts, number: answer.number, at: services.clock.now) else {
      throw AMError(404, "There is no such message that waits for an answer")
    }
    return [:]
  }

  private static func advance(_ body: DocumentValue) throws(DocumentFault) -> Int {
    _ = try body.members(["advance"])
    // A hundred years.
    return try body.required("advance").integer(-3_155_760_000...3_155_760_000)
  }

  private static func uri(_ body: DocumentValue) throws(DocumentFault) -> String {
    _ = try body.members(["uri"])
    return try body.required("uri").line()
  }

  private func read<Value>(
    _ request: ServerRequest, _ read: (DocumentValue) throws(DocumentFault) -> Value
  ) throws(AMError) -> Value {
    let json: JSON
    do {
      json = try JSON(parsing: request.body)
    } catch {
      throw AMError(400, "The body is not JSON: \(error)")
    }
    do throws(DocumentFault) {
      return try read(DocumentValue(json))
    } catch {
      throw AMError(400, error.description.onOneLine())
    }
  }

  /// Puts the rules of the start in the place of all others, or says which of them cannot count.
  func applyRules() throws(AMError) {
    faults.clear()
    services.chosenOutcomes.clear()
    guard faults.add(rules.faults) else {
      throw AMError(400, "faults: there are more than \(Faults.capacity) rules")
    }
    for (index, rule) in rules.outcomes.enumerated() {
      do {
        try services.chosenOutcomes.choose(rule)
      } catch {
        throw AMError(error.status, "outcomes[\(index)]: \(error.message)")
      }
    }
  }

  private func reset() throws(AMError) {
    try applyRules()
    services.clock.reset()
    services.sessions.reset()
    services.steps.reset()
    services.outbox.clear()
    services.log.clear()
    services.push.reset()
    services.identityProvider.reset()
    services.transactions.reset()
    for realm in realms {
      realm.users.reset()
      realm.provider.reset()
    }
  }
}
