import Crypto
import JSON

/// Sends a push message into the outbox; the control endpoint answers it as a phone would (journey-nodes 7.6).
struct PushAuthenticationSenderNode: Node {
  private let timeoutMilliseconds: Int
  private let userMessage: LocalizedText
  private let hasChallenge: Bool

  init(_ configuration: NodeConfiguration) {
    timeoutMilliseconds = max(configuration.integer("messageTimeout", else: 120_000), 1000)
    userMessage = configuration.texts("userMessage")
    hasChallenge = configuration.text("pushType", else: "DEFAULT") == "CHALLENGE"
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard visit.state.shared[Push.messageKey] == nil else { throw NodeFailure("a push message is under way already") }
    let user = try visit.knownUser()
    guard let device = user.devices[.push].first else {
      visit.state.shared["mfaMethod"] = "push"
      return .outcome("NOT_REGISTERED")
    }
    let tokens = visit.services.tokens
    let id = "AUTHENTICATE:" + tokens.uuid() + String(visit.now.milliseconds)
    let mechanism = device.secret["mechanismUid"]?.string ?? device.id
    let secret = device.secret["secret"]?.string.flatMap(Base64.decode) ?? []
    var message = PushInbox.Message(secret: secret, challenge: tokens.random.bytes(32))
    var facts: JSON.Object = ["messageId": .string(id), "mechanismUid": .string(mechanism)]
    if hasChallenge {
      let numbers = Push.numbers(tokens)
      message.number = numbers.first
      visit.state.shared[Push.challengeKey] = .number(JSON.Number(numbers[0]))
      facts["numbers"] = .array(numbers.sorted().map { .number(JSON.Number($0)) })
    }
    let end = visit.now.adding(seconds: timeoutMilliseconds / 1000)
    visit.services.push.add(message, id: id, until: end, at: visit.now)
    facts["challenge"] = .string(Base64.encode(message.challenge))
    let text = visit.text(userMessage, else: "Login attempt from {{user}} at {{issuer}}").replacing(
      "{{user}}", with: user.name
    )
    .replacing("{{issuer}}", with: "ForgeRock")
    visit.services.outbox.send(
      Outbox.Message(
        kind: .push, realm: visit.realm.path, to: user.name, subject: "Push message", text: text, facts: facts,
        sent: visit.now))
    visit.state.shared[Push.messageKey] = .string(id)
    visit.state.shared["t"] = .number(JSON.Number(timeoutMilliseconds / 1000))
    visit.state.shared["pushMechanismUid"] = .string(mechanism)
    return .outcome("SENT")
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

/// Lets the client wait while the phone is asked.
struct PushWaitNode: Node {
  private let seconds: Int
  private let waiting: LocalizedText
  private let challenge: LocalizedText
  private let exit: LocalizedText

  init(_ configuration: NodeConfiguration) {
    seconds = max(configuration.integer("secondsToWait", else: 5), 0)
    waiting = configuration.texts("waitingMessage")
    challenge = configuration.texts("challengeMessage")
    exit = configuration.texts("exitMessage")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let end = visit.nodeID + ".end_time"
    if visit.answers("ConfirmationCallback").first?.index == 0 {
      visit.state.remove(end)
      return .outcome("EXITED")
    }
    if let until = visit.state[end]?.integer {
      guard visit.now.milliseconds < until else {
        visit.state.remove(end)
        return .outcome("DONE")
      }
    } else {
      visit.state.shared[end] = .number(JSON.Number(visit.now.adding(seconds: seconds).milliseconds))
    }
    let languages = visit.facts.languages
    var callbacks: [CallbackDraft] = []
    if let number = visit.state.shared[Push.challengeKey]?.integer {
      let text = languages.best(challenge) ?? "Tap the number [{{challenge}}] on the Push Notification to continue."
      callbacks.append(
        .pollingWait(milliseconds: seconds * 1000, message: text.replacing("{{challenge}}", with: String(number))))
      callbacks.append(.hidden("pushChallengeNumber", value: String(number)))
    } else {
      let text = languages.best(waiting) ?? "Waiting for response..."
      callbacks.append(
        .pollingWait(milliseconds: seconds * 1000, message: text.replacing("{{time}}", with: String(seconds))))
    }
    callbacks.append(.confirmation([languages.best(exit) ?? "Cancel"], defaultOption: 0, preset: 100))
    return .ask(callbacks)
  }
}

/// What the phone has answered.
struct PushResultVerifierNode: Node {
  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let id = visit.state.shared[Push.messageKey]?.string else { throw NodeFailure("no push message was sent") }
    let state = visit.services.push.message(id, at: visit.now)?.state
    if state == .waiting { return .outcome("WAITING") }
    visit.state.remove(Push.messageKey)
    visit.state.remove(Push.challengeKey)
    switch state {
    case .accepted: return .outcome("TRUE")
    case .denied: return .outcome("FALSE")
    case .waiting, nil: return .outcome("EXPIRED")
    }
  }
}
