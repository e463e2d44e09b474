import Crypto
import JSON

/// Sends a push message into the outbox; the control endpoint answers it as a phone would (journey-nodes 7.6).
struct PushAuthenticationSenderNode: Node {
  private static let payloadLimit = 3 * 1024

  private let timeoutSeconds: Int
  private let userMessage: LocalizedText
  /// `default`, `challenge` (the person picks a number) or `biometric`.
  private let kind: String
  private let isMandatory: Bool
  private let tellsContext: Bool
  /// Keys of the state whose values the phone is told.
  private let payload: [String]
  private let capturesFailure: Bool

  init(_ configuration: NodeConfiguration) {
    timeoutSeconds = max(configuration.integer("messageTimeout", else: 120_000), 1000) / 1000
    userMessage = configuration.texts("userMessage")
    kind = configuration.text("pushType", else: "DEFAULT").lowercased()
    isMandatory = configuration.flag("mandatory", else: false)
    tellsContext = configuration.flag("contextInfo", else: false)
    payload = configuration.list("customPayload")
    capturesFailure = configuration.flag("captureFailure", else: false)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    do {
      return try send(visit)
    } catch {
      guard capturesFailure else { throw error }
      return visit.outcome("FAILURE", because: error.message)
    }
  }

  private func send(_ visit: Visit) throws(NodeFailure) -> Action {
    guard visit.state.shared[Push.messageKey] == nil else { throw NodeFailure("a push message is under way already") }
    let user = try visit.knownUser()
    if !isMandatory, user.devices.declined.contains(.push) { return .outcome("SKIPPED") }
    guard let device = user.devices[.push].first else {
      visit.state.shared["mfaMethod"] = "push"
      return .outcome("NOT_REGISTERED")
    }
    let tokens = visit.services.tokens
    let id = "AUTHENTICATE:" + tokens.uuid() + String(visit.now.milliseconds)
    let mechanism = device.secret["mechanismUid"]?.string ?? device.id
    let secret = device.secret["secret"]?.string.flatMap(Base64.decode) ?? []
    var message = PushInbox.Message(secret: secret, challenge: tokens.random.bytes(32))
    var facts: JSON.Object = [
      "messageId": .string(id), "mechanismUid": .string(mechanism), "pushType": .string(kind),
      "challenge": .string(Base64.encode(message.challenge)),
    ]
    if kind == "challenge" {
      let numbers = Push.numbers(tokens)
      message.number = numbers.first
      visit.state.shared[Push.challengeKey] = .number(JSON.Number(numbers[0]))
      facts["numbers"] = .array(numbers.sorted().map { .number(JSON.Number($0)) })
    }
    if !payload.isEmpty { facts["customPayload"] = .object(try customPayload(visit)) }
    if tellsContext { facts["contextInfo"] = .object(context(visit)) }
    let end = visit.now.adding(seconds: timeoutSeconds)
    visit.services.push.add(message, id: id, until: end, at: visit.now)
    visit.services.outbox.send(
      Outbox.Message(
        kind: .push, realm: visit.realm.path, to: user.name, subject: "Push message",
        text: text(for: user, issuer: device.secret["issuer"]?.string ?? "ForgeRock", visit), facts: facts,
        sent: visit.now))
    visit.state.shared[Push.messageKey] = .string(id)
    visit.state.shared["t"] = .number(JSON.Number(timeoutSeconds))
    visit.state.shared["pushMechanismUid"] = .string(mechanism)
    return .outcome("SENT")
  }

  private func text(for user: User, issuer: String, _ visit: Visit) -> String {
    visit.text(userMessage, else: "Login attempt from {{user}} at {{issuer}}")
      .replacing("{{user}}", with: user.name).replacing("{{issuer}}", with: issuer)
  }

  private func customPayload(_ visit: Visit) throws(NodeFailure) -> JSON.Object {
    let members = payload.compactMap { key in visit.state[key].map { JSON.Object.Member(name: key, value: $0) } }
    let object = JSON.Object(members)
    guard JSON.object(object).bytes().count <= PushAuthenticationSenderNode.payloadLimit else {
      throw NodeFailure("the values for the phone are longer than \(PushAuthenticationSenderNode.payloadLimit) bytes")
    }
    return object
  }

  /// Where the request comes from, as far as that is known.
  private func context(_ visit: Visit) -> JSON.Object {
    var context = JSON.Object()
    context["location"] = visit.state[DeviceProfile.key]?["location"]
    if let address = visit.facts.header("X-Real-IP") { context["remoteIp"] = .string(address) }
    if let agent = visit.facts.header("User-Agent") { context["userAgent"] = .string(agent) }
    return context
  }
}

enum Push {
  static let messageKey = "pushMessageId"
  static let challengeKey = "pushNumberChallengeKey"

  /// Three different numbers from 10 to 99; the first is the right one.
  static func numbers(_ tokens: TokenMaker) -> [Int] {
    var numbers: [Int] = []
    while numbers.count < 3 {
      let number = Int(tokens.digits(2)) ?? 10
      if number >= 10, !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }
}
