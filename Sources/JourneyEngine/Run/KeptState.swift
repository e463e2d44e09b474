package import JSON

/// What one profile remembers of its server.
package struct KeptState: Sendable, Equatable {
  /// Cookies of all hosts, without the session cookie.
  package var cookies = CookieJar()
  /// Name of the session cookie as the server told it.
  package var cookieName: String?
  /// The session at hand.
  package var session: HeldSession?
  /// The tokens, as the OIDC module writes them.
  package var tokens: JSON?
  /// The session that the tokens came from.
  package var tokensSession: Secret?
  /// The step at hand.
  package var journey: KeptJourney?
  /// How the last journey ended; nil while there is a step, and when the session is given up.
  package var ending: KeptEnding?
  /// The authorize request that waits for the journey its client is bound to.
  package var authorization: PendingAuthorization?

  package init() {}
}

/// A session that a user agent holds.
package struct HeldSession: Sendable, Hashable {
  package var token: Secret
  package var realm: String?
  package var successURL: String?

  package init(token: Secret, realm: String?, successURL: String?) {
    self.token = token
    self.realm = realm
    self.successURL = successURL
  }
}

/// A step that waits for its answer, with all that it takes to go on in another process.
package struct KeptJourney: Sendable, Equatable {
  package var run: JourneyRun
  /// Number of the step in its journey, from 1.
  package var number: Int
  /// The step as received.
  package var document: JSON
  /// Tells this step from one that looks the same, in whatever process it is.
  package var id: String
}

extension KeptState {
  /// The state as it stands in a ``KeptDocument``.
  package var json: JSON {
    var object: JSON.Object = ["cookies": cookies.json]
    if let cookieName { object["cookieName"] = .string(cookieName) }
    if let session {
      var member: JSON.Object = ["tokenId": .string(session.token.revealed)]
      if let realm = session.realm { member["realm"] = .string(realm) }
      if let url = session.successURL { member["successUrl"] = .string(url) }
      object["session"] = .object(member)
    }
    if let tokens { object["tokens"] = tokens }
    if let tokensSession { object["tokensSession"] = .string(tokensSession.revealed) }
    if let journey { object["journey"] = journey.json }
    if let ending { object["ending"] = ending.json }
    if let authorization { object["authorization"] = authorization.json }
    return .object(object)
  }

  /// Reads a state; nil for what cannot be one.
  package init?(json: JSON) {
    guard let cookies = json["cookies"].flatMap({ CookieJar(json: $0) }) else { return nil }
    self.cookies = cookies
    cookieName = json["cookieName"]?.string
    if let member = json["session"] {
      guard let token = member["tokenId"]?.string else { return nil }
      session = HeldSession(
        token: Secret(token), realm: member["realm"]?.string, successURL: member["successUrl"]?.string)
    }
    tokens = json["tokens"]
    tokensSession = json["tokensSession"]?.string.map { Secret($0) }
    if let member = json["journey"] {
      guard let kept = KeptJourney(json: member) else { return nil }
      journey = kept
    }
    // No more than a memory: what cannot be read is none.
    ending = json["ending"].flatMap { KeptEnding(json: $0) }
    if let member = json["authorization"] {
      guard let pending = PendingAuthorization(json: member) else { return nil }
      authorization = pending
    }
  }
}

extension KeptJourney {
  package static func == (left: KeptJourney, right: KeptJourney) -> Bool {
    left.id == right.id && left.number == right.number && left.run.name == right.run.name
      && left.run.realm.path == right.run.realm.path
      && left.run.noSession == right.run.noSession && left.run.transaction == right.run.transaction
      && left.run.repeated.elementsEqual(right.run.repeated) { $0 == $1 } && left.document == right.document
  }

  var json: JSON {
    var object: JSON.Object = [
      "realm": .string(run.realm.path), "step": .number(JSON.Number(number)),
      "query": .array(run.repeated.map { .array([.string($0.0), .string($0.1)]) }), "document": document,
      "id": .string(id),
    ]
    if let name = run.name { object["name"] = .string(name) }
    if run.noSession { object["noSession"] = true }
    if let transaction = run.transaction { object["transaction"] = .string(transaction) }
    return .object(object)
  }

  init?(json: JSON) {
    guard let realm = json["realm"]?.string, let number = json["step"]?.integer, let document = json["document"],
      document.object != nil, let pairs = json["query"]?.array, let id = json["id"]?.string
    else { return nil }
    var repeated: [(String, String)] = []
    for pair in pairs {
      guard let name = pair[0]?.string, let value = pair[1]?.string else { return nil }
      repeated.append((name, value))
    }
    run = JourneyRun(
      name: json["name"]?.string, realm: Realm(realm), repeated: repeated, noSession: json["noSession"]?.bool ?? false,
      transaction: json["transaction"]?.string)
    self.number = number
    self.document = document
    self.id = id
  }
}
