import Crypto
import JSON

/// Makes a one-time password of digits.
struct OneTimePasswordGeneratorNode: Node {
  private let length: Int

  init(_ configuration: NodeConfiguration) {
    length = min(max(configuration.integer("length", else: 8), 1), 64)
  }

  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    visit.state.transient["oneTimePassword"] = .string(visit.services.tokens.digits(length))
    visit.state.transient["oneTimePasswordTimestamp"] = .number(JSON.Number(visit.now.seconds))
    return .outcome("outcome")
  }
}

/// Sends the one-time password by mail or text message into the outbox. `OneTimePasswordSmtpSenderNode`, `OneTimePasswordSmsSenderNode`.
struct OneTimePasswordSenderNode: Node {
  private let isMail: Bool
  private let attribute: String
  private let subject: LocalizedText
  private let content: LocalizedText

  init(_ configuration: NodeConfiguration, isMail: Bool) {
    self.isMail = isMail
    attribute =
      isMail
      ? configuration.text("emailAttribute", else: "mail")
      : configuration.text("mobilePhoneAttributeName", else: "telephoneNumber")
    subject = configuration.texts(isMail ? "emailSubject" : "smsSubject")
    content = configuration.texts(isMail ? "emailContent" : "smsContent")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let code = visit.state["oneTimePassword"]?.string else {
      throw NodeFailure("there is no one-time password to send")
    }
    guard
      let address = visit.state.objectAttributes.value(at: attribute)?.string
        ?? visit.user?.attribute(attribute)?.string,
      !address.isEmpty
    else { throw NodeFailure("there is no address to send the one-time password to") }
    let text = visit.text(content, else: "Your one-time password is {{OTP}}.").replacing("{{OTP}}", with: code)
    visit.services.outbox.send(
      Outbox.Message(
        kind: isMail ? .mail : .sms, realm: visit.realm.path, to: address,
        subject: visit.text(subject, else: "Your one-time password"),
        text: text, facts: ["code": .string(code)], sent: visit.now))
    if isMail { visit.state.shared["emailAddress"] = .string(address) }
    return .outcome("outcome")
  }
}

/// Asks for the one-time password and compares it.
struct OneTimePasswordCollectorDecisionNode: Node {
  private let minutes: Int

  init(_ configuration: NodeConfiguration) {
    minutes = configuration.integer("passwordExpiryTime", else: 5)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let typed = visit.answers("PasswordCallback").first?.text(), !typed.isEmpty else {
      return .ask([.password("One Time Password")])
    }
    guard let code = visit.state["oneTimePassword"]?.string,
      let made = visit.state["oneTimePasswordTimestamp"]?.integer,
      visit.now.seconds < made + minutes * 60, constantTimeEquals(Array(typed.utf8), Array(code.utf8))
    else { return .outcome("false") }
    visit.state.remove("oneTimePassword")
    visit.state.remove("oneTimePasswordTimestamp")
    return .outcome("true")
  }
}
