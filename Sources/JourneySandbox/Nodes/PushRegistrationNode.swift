import Crypto
import JSON

/// Registers a phone for push messages: the client shows a code and polls until the phone has come to `push/sns/message` (am-protocol 8.5).
struct PushRegistrationNode: Node {
  private let issuer: String
  private let usesMail: Bool
  private let timeoutSeconds: Int
  private let color: String
  private let makesRecoveryCodes: Bool
  private let message: LocalizedText

  init(_ configuration: NodeConfiguration) {
    issuer = configuration.text("issuer", else: "ForgeRock")
    usesMail = configuration.text("accountName", else: "USERNAME") == "EMAIL_ADDRESS"
    timeoutSeconds = max(configuration.integer("timeout", else: 60), 1)
    color = configuration.text("bgColor", else: "032b75")
    makesRecoveryCodes = configuration.flag("generateRecoveryCodes", else: true)
    message = configuration.texts("scanQRCodeMessage")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    let key = visit.nodeID + ".messageId"
    guard !visit.answers("PollingWaitCallback").isEmpty, let id = visit.state.shared[key]?.string else {
      let id = "REGISTER:" + visit.services.tokens.uuid() + String(visit.now.milliseconds)
      visit.state.shared[key] = .string(id)
      let random = visit.services.tokens.random
      let message = PushInbox.Message(secret: random.bytes(32), challenge: random.bytes(32))
      visit.services.push.add(message, id: id, until: visit.now.adding(seconds: timeoutSeconds), at: visit.now)
      return .ask(callbacks(uri(user, id: id, message, visit), visit))
    }
    let message = visit.services.push.message(id, at: visit.now)
    switch message?.state {
    case .waiting: return .ask(visit.answers.map(\.kept))
    case .accepted:
      visit.state.remove(key)
      let facts = message?.registration ?? JSON.Object()
      let device = DeviceMaker.device(
        facts["deviceName"]?.string ?? "Push Device", visit,
        secret: [
          "secret": .string(Base64.encode(message?.secret ?? [])), "deviceId": facts["deviceId"] ?? .null,
          "mechanismUid": facts["mechanismUid"] ?? .null,
        ])
      let codes = makesRecoveryCodes ? DeviceMaker.recoveryCodes(visit) : []
      visit.realm.users.change(user.name) { user in
        user.devices[.push] = [device]
        user.devices.recoveryCodes[.push] = codes
      }
      DeviceMaker.show(codes, of: "Push Device", visit)
      return .outcome("successOutcome")
    case .denied: return .outcome("failureOutcome")
    case nil: return .outcome("timeoutOutcome")
    }
  }

  private func callbacks(_ uri: String, _ visit: Visit) -> [CallbackDraft] {
    [
      .text(
        visit.text(
          message,
          else: "Scan the QR code image below with the authenticator app to register your device with your login.")),
      .text(Script.code(uri), .script), .hidden("mfaDeviceRegistration", value: uri),
      .pollingWait(milliseconds: 2000, message: "Waiting for response..."),
    ]
  }

  private func uri(_ user: User, id: String, _ message: PushInbox.Message, _ visit: Visit) -> String {
    func encoded(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }
    let account = usesMail ? user.attribute("mail")?.string ?? user.name : user.name
    let endpoint = visit.facts.baseURL + "/json" + visit.realm.canonicalPath + "/push/sns/message?_action="
    var parameters = Parameters()
    parameters.add("l", encoded("amlbcookie=01"))
    parameters.add("issuer", encoded(issuer))
    parameters.add("m", id)
    parameters.add("s", Base64URL.encode(message.secret))
    parameters.add("c", Base64URL.encode(message.challenge))
    parameters.add("r", encoded(endpoint + "register"))
    parameters.add("a", encoded(endpoint + "authenticate"))
    parameters.add("b", color)
    return "pushauth://push/\(PercentText.encode(issuer)):\(PercentText.encode(account))?\(parameters.encoded)"
  }
}
