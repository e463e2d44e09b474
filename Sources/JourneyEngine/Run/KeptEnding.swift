import HTTPClient
import JSON

/// How the last journey ended, for whoever asks in a later process: the answer, without the token in it.
package struct KeptEnding: Sendable, Equatable {
  /// Name of the journey, nil for the default one.
  var journey: String?
  var realm: String
  var status: Int
  var body: JSON.Object
  /// Whether it was a success that has a session.
  var established: Bool
  var transactionID: String
  /// Of the exchange, in milliseconds.
  var elapsed: Int
  /// Seconds that the server wanted to be left alone.
  var retryAfter: Int?

  /// Members that are kept elsewhere, or not at all.
  private static let secrets = ["tokenId", "authId"]

  init(_ success: SuccessNode, status: Int, run: JourneyRun) {
    self.init(success.input, status: status, established: success.established, run, success.exchange)
  }

  init(_ error: ErrorNode, run: JourneyRun) {
    var body = error.input
    if body["message"] == nil { body["message"] = error.messageValue }
    self.init(body, status: error.status, established: false, run, error.exchange)
    retryAfter = error.retryAfter
  }

  private init(_ body: JSON.Object, status: Int, established: Bool, _ run: JourneyRun, _ exchange: Exchange) {
    journey = run.name
    realm = run.realm.path
    self.status = status
    self.body = JSON.Object(body.members.filter { !Self.secrets.contains($0.name) })
    self.established = established
    transactionID = exchange.transactionID
    elapsed = Int(exchange.elapsed / .milliseconds(1))
  }

  /// Reads an ending; nil for what cannot be one.
  init?(json: JSON) {
    guard let realm = json["realm"]?.string, let status = json["status"]?.integer, let body = json["body"]?.object,
      let established = json["established"]?.bool, let transactionID = json["transaction"]?.string,
      let elapsed = json["elapsed"]?.integer
    else { return nil }
    journey = json["name"]?.string
    self.realm = realm
    self.status = status
    self.body = body
    self.established = established
    self.transactionID = transactionID
    self.elapsed = elapsed
    retryAfter = json["retryAfter"]?.integer
  }

  var json: JSON {
    var object: JSON.Object = [
      "realm": .string(realm), "status": .number(JSON.Number(status)), "body": .object(body),
      "established": .bool(established), "transaction": .string(transactionID),
      "elapsed": .number(JSON.Number(elapsed)),
    ]
    if let journey { object["name"] = .string(journey) }
    if let retryAfter { object["retryAfter"] = .number(JSON.Number(retryAfter)) }
    return .object(object)
  }

  /// The node that the journey ended in, judged as it was then; `session` is the one at hand.
  func node(session: HeldSession?, agent: UserAgent) -> (any Node)? {
    let exchange = Exchange(transactionID: transactionID, elapsed: .milliseconds(elapsed))
    switch Verdict(status: status, document: .object(body), setsSession: established) {
    case .success:
      let held = established ? session : nil
      let token = held.map {
        SSOToken(token: $0.token, successURL: $0.successURL ?? "", realm: $0.realm ?? "")
      }
      return SuccessNode(session: token, input: body, exchange: exchange, agent: agent)
    case .error(let cause):
      let headers = HTTPHeaders(retryAfter.map { [(name: "Retry-After", value: "\($0)")] } ?? [])
      let response = AMResponse(
        status: status, headers: headers, body: [], host: "", path: "", exchange: exchange)
      let run = JourneyRun(name: journey, realm: Realm(realm))
      return ErrorNode(response, body, cause: cause, run: run, continueNode: nil)
    case .step, .failure: return nil
    }
  }
}
