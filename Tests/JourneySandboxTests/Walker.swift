import JOSE
import JSON

@testable import JourneySandbox

/// Answers the steps of a journey as an obliging person with a phone and a mailbox does, until it ends. What it says is the same in each
/// run: when a step comes again, it takes the next of the choices.
struct Walker {
  enum End: Equatable, CustomStringConvertible {
    case success
    case failure(String)
    /// The journey waits for a mail that was not sent.
    case suspended
    /// A status that no journey may end with.
    case broken(Int)
    case endless

    var description: String {
      switch self {
      case .success: "success"
      case .failure(let message): "failure (\(message))"
      case .suspended: "suspended"
      case .broken(let status): "status \(status)"
      case .endless: "endless"
      }
    }
  }

  private static let transaction = "walk"

  let desk: Desk
  private let key: JWK
  private let isNewcomer: Bool
  private var visits: [String: Int] = [:]
  private var enrolment: String?
  private var passkey: TestCredential?
  private let headers: HeaderList = [("X-ForgeRock-TransactionId", transaction)]

  /// - Parameter journey: where it makes a user, the walker is somebody new.
  init(_ desk: Desk, journey: String) throws {
    self.desk = desk
    key = try JWK.generate(.p256, kid: "walker", alg: .ES256)
    let nodes = desk.application.realms["/"]?.journeys.journey(journey)?.nodes ?? [:]
    isNewcomer = nodes.values.contains { $0.type == "CreateObjectNode" }
  }

  mutating func walk(_ journey: String) async throws -> End {
    var reply = await desk.start(journey, headers: headers)
    for _ in 0..<80 {
      guard reply.status == 200 || reply.status == 401 else { return .broken(reply.status) }
      let document = try reply.json()
      guard reply.status == 200 else { return .failure(document["message"]?.string ?? "") }
      guard document["callbacks"] != nil else { return .success }
      guard document["authId"] != nil else {
        guard let id = try await suspendedID() else { return .suspended }
        reply = await desk.post("/json/authenticate?suspendedId=\(PercentText.encode(id))", [:], headers: headers)
        continue
      }
      reply = try await answer(document)
    }
    return .endless
  }

  /// The last node of the walk and where it went, or why it could not.
  func last() -> String {
    let entries = desk.application.services.log.json(transaction: Walker.transaction).array ?? []
    guard let node = entries.last(where: { $0["nodes"]?.array?.isEmpty == false })?["nodes"]?.array?.last else {
      return "at once"
    }
    return "\(node["type"]?.string ?? ""): \(node["failure"]?.string ?? node["outcome"]?.string ?? "")"
  }

  /// The types without a real node that the walk came by, on pages too.
  func stubs() -> [String] {
    let entries = desk.application.services.log.json(transaction: Walker.transaction).array ?? []
    let types = entries.flatMap { $0["nodes"]?.array ?? [] }.flatMap { visit -> [String] in
      let journey = desk.application.realms["/"]?.journeys.journey(visit["journey"]?.string ?? "")
      guard let node = journey?.nodes[visit["node"]?.string ?? ""] else { return [] }
      return [node.type] + ((node.behaviour as? PageNode)?.types ?? [])
    }
    return Set(types).filter { type in
      NodeCatalogue.makers[type.hasPrefix("product-") ? String(type.dropFirst(8)) : type] == nil
    }.sorted()
  }

  private func suspendedID() async throws -> String? {
    let mails = try await desk.control("GET", "/outbox").json().array ?? []
    let link = mails.last { $0["resumeUri"] != nil }?["resumeUri"]?.string
    return link.flatMap { Parameters(encoded: $0.split(separator: "?").last.map(String.init) ?? "")["suspendedId"] }
  }

  private mutating func answer(_ step: JSON) async throws -> Reply {
    let callbacks = step["callbacks"]?.array ?? []
    let visit = visits[signature(callbacks), default: 0]
    visits[signature(callbacks), default: 0] += 1
    var answers: [String: JSON] = [:]
    var query = ""
    for (index, callback) in callbacks.enumerated() {
      let name = "IDToken\(index + 1)"
      switch callback["type"]?.string ?? "" {
      case "PollingWaitCallback": desk.clock.advance(seconds: 10)
      case "RedirectCallback": query = try await visitProvider(output(callback, "redirectUrl")?.string ?? "")
      case "HiddenValueCallback":
        if let uri = output(callback, "value")?.string, uri.contains("auth://") { try await scan(uri) }
        let isPasskey = output(callback, "id")?.string == "webAuthnOutcome"
        answers[name] = isPasskey ? try outcome(step) : "walker"
      case let type:
        for (suffix, value) in try await values(
          type, callback, position: index, visit: visit, waits: waits(callbacks))
        {
          answers[name + suffix] = value
        }
      }
    }
    for message in try await desk.control("GET", "/outbox").json().array ?? [] {
      guard let id = message["messageId"] else { continue }
      _ = await desk.control(
        "POST", "/push", ["messageId": id, "accept": true, "number": message["number"] ?? 0])
    }
    return await desk.post("/json/authenticate" + query, Join.set(step, answers), headers: headers)
  }

  /// The outcome of the walker's authenticator, which has one passkey.
  private mutating func outcome(_ step: JSON) throws -> JSON {
    let options = try Passkey.Options(step)
    if options.isRegistration {
      let answer = try Passkey.answers([Passkey.order("create", options)])[0]
      passkey = try TestCredential(answer)
      return answer["outcome"] ?? .null
    }
    guard let passkey else { return "ERROR::NotAllowedError:there is no passkey" }
    let order = passkey.order(["user": "demo", "count": 0])
    return try Passkey.answers([Passkey.order("get", options, order)])[0]["outcome"] ?? .null
  }

  private func waits(_ callbacks: [JSON]) -> Bool {
    callbacks.contains { $0["type"]?.string == "PollingWaitCallback" }
  }

  private func signature(_ callbacks: [JSON]) -> String {
    callbacks.map { ($0["type"]?.string ?? "") + (output($0, "prompt")?.string ?? "") }.joined(separator: "\n")
  }

  /// The values of the inputs, by the suffixes of their names.
  private func values(_ type: String, _ callback: JSON, position: Int, visit: Int, waits: Bool) async throws -> [(
    String, JSON
  )] {
    let prompt = (output(callback, "prompt")?.string ?? "").lowercased()
    switch type {
    case "NameCallback", "PasswordCallback":
      let isCode = ["code", "otp", "one time", "one-time"].contains { prompt.contains($0) }
      if isCode, let code = try await code() { return [("", .string(code))] }
      return [("", type == "NameCallback" ? "demo" : "Ch4ng31t")]
    case "ValidatedCreateUsernameCallback":
      return [("", (visit % 2 == 1) != isNewcomer ? "walker" : "demo")]
    case "ValidatedCreatePasswordCallback": return [("", "Ch4ng31t")]
    case "TextInputCallback": return [("", "demo")]
    case "StringAttributeInputCallback":
      switch output(callback, "name")?.string {
      case "mail": return [("", isNewcomer ? "walker@example.org" : "demo@example.org")]
      case "telephoneNumber": return [("", "+41 44 000 00 00")]
      default: return [("", "Walker")]
      }
    case "NumberAttributeInputCallback": return [("", 42)]
    case "BooleanAttributeInputCallback", "TermsAndConditionsCallback", "ConsentMappingCallback": return [("", true)]
    case "ChoiceCallback":
      let count = max(output(callback, "choices")?.array?.count ?? 1, 1)
      return [("", .number(JSON.Number(visit % count)))]
    case "ConfirmationCallback":
      let count = max(output(callback, "options")?.array?.count ?? 1, 1)
      return waits ? [] : [("", .number(JSON.Number(visit % count)))]
    case "KbaCreateCallback":
      let known = output(callback, "predefinedQuestions")?.array ?? []
      let question = known.isEmpty ? .string("Question \(position)?") : known[position % known.count]
      return [("question", question), ("answer", "answer")]
    case "SelectIdPCallback":
      let providers = (output(callback, "providers")?.array ?? []).compactMap { $0["provider"]?.string }
      let isLocal = providers.contains("localAuthentication") && visit == 0
      return [("", .string(isLocal ? "localAuthentication" : providers.first ?? ""))]
    case "IdPCallback": return [("token", "alice"), ("token_type", "id_token")]
    case "DeviceProfileCallback":
      return [("", .string(#"{"identifier":"walker","metadata":{"platform":{"platform":"Linux"}}}"#))]
    case "DeviceBindingCallback":
      return [("jws", try signed(callback, withKey: true)), ("deviceName", "Walker"), ("deviceId", "walker")]
    case "DeviceSigningVerifierCallback": return [("jws", try signed(callback, withKey: false))]
    case "ReCaptchaCallback": return [("", "token")]
    case "ReCaptchaEnterpriseCallback": return [("token", "token")]
    case "PingOneProtectEvaluationCallback": return [("signals", "signals")]
    default: return []
    }
  }

  private func output(_ callback: JSON, _ name: String) -> JSON? {
    (callback["output"]?.array ?? []).first { $0["name"]?.string == name }?["value"]
  }

  /// The code of the last mail or text, else the one of the app.
  private func code() async throws -> String? {
    let messages = try await desk.control("GET", "/outbox").json().array ?? []
    if let code = messages.last(where: { $0["code"] != nil })?["code"]?.string { return code }
    guard let enrolment else { return nil }
    return try await desk.control("POST", "/scan", ["uri": .string(enrolment)]).json()["code"]?.string
  }

  private mutating func scan(_ uri: String) async throws {
    enrolment = uri
    _ = await desk.control("POST", "/scan", ["uri": .string(uri)])
  }

  /// Chooses an account at the identity provider and gives the query that it sends back.
  private func visitProvider(_ url: String) async throws -> String {
    let path = url.dropFirst("http://127.0.0.1:8080/am".utf8.count)
    let back = await desk.send("GET", path + "&account=alice").redirected
    var query = Parameters()
    for pair in back.pairs where pair.name != "realm" { query.add(pair.name, pair.value) }
    return "?" + query.encoded
  }

  private func signed(_ callback: JSON, withKey: Bool) throws -> JSON {
    var header: JSON.Object = ["alg": "ES256", "kid": "walker"]
    if withKey { header["jwk"] = .object(key.publicKey.json) }
    let now = desk.application.services.clock.now.seconds
    let claims: JSON = [
      "sub": output(callback, "userId") ?? .null, "challenge": output(callback, "challenge") ?? .null,
      "iat": .number(JSON.Number(now)), "exp": .number(JSON.Number(now + 60)),
    ]
    return .string(try JWS.sign(header: header, payload: claims.bytes(), key: key))
  }
}
