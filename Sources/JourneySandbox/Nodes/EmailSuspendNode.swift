import JSON

/// Sends a link by mail and suspends the journey until somebody comes back with it (journey-nodes 7.5, 5.7). Whether there was anybody to
/// send it to cannot be seen from outside.
struct EmailSuspendNode: Node {
  private let template: String
  private let emailAttribute: String
  private let message: LocalizedText
  private let looksUp: Bool
  private let identityAttribute: String
  private let minutes: Int?

  init(_ configuration: NodeConfiguration) {
    template = configuration.text("emailTemplateName", else: "registration")
    emailAttribute = configuration.text("emailAttribute", else: "mail")
    message = configuration.texts("emailSuspendMessage")
    looksUp = configuration.flag("objectLookup", else: false)
    identityAttribute = configuration.text("identityAttribute", else: "userName")
    minutes = configuration.integer("suspendDuration").flatMap { $0 > 0 ? $0 : nil }
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard !visit.facts.isResumed else { return .outcome("outcome") }
    let object = Mail.object(visit, looksUp: looksUp, identityAttribute: identityAttribute)
    let address = object?.value(at: emailAttribute)?.string
    let mail = visit.state.frames.last?.journey.templates[template] ?? .plain
    let subject = visit.text(mail.subject, else: "")
    let text = visit.text(mail.message, else: "{{object.resumeURI}}")
    let (outbox, realm, now, name) = (visit.services.outbox, visit.realm.path, visit.now, template)
    return .suspend(
      message: visit.text(message, else: "An email has been sent to your inbox."), minutes: minutes,
      notify: { link in
        guard var object, let address, !address.isEmpty else { return }
        object["resumeURI"] = .string(link)
        let filled = MailTemplate.filled(text, with: object)
        outbox.send(
          Outbox.Message(
            kind: .mail, realm: realm, to: address, subject: MailTemplate.filled(subject, with: object), text: filled,
            facts: ["template": .string(name), "resumeUri": .string(link)], sent: now))
      })
  }
}

/// Sends a mail from a template and goes on.
struct EmailTemplateNode: Node {
  private let template: String
  private let emailAttribute: String
  private let identityAttribute: String

  init(_ configuration: NodeConfiguration) {
    template = configuration.text("emailTemplateName", else: "welcome")
    emailAttribute = configuration.text("emailAttribute", else: "mail")
    identityAttribute = configuration.text("identityAttribute", else: "userName")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let object = Mail.object(visit, looksUp: true, identityAttribute: identityAttribute),
      let address = object.value(at: emailAttribute)?.string, !address.isEmpty
    else { return .outcome("EMAIL_NOT_SENT") }
    let mail = visit.state.frames.last?.journey.templates[template] ?? .plain
    visit.services.outbox.send(
      Outbox.Message(
        kind: .mail, realm: visit.realm.path, to: address,
        subject: MailTemplate.filled(visit.text(mail.subject, else: ""), with: object),
        text: MailTemplate.filled(visit.text(mail.message, else: ""), with: object),
        facts: ["template": .string(template)],
        sent: visit.now))
    return .outcome("EMAIL_SENT")
  }
}

enum Mail {
  /// Whom a mail is about: the user that the identity finds, or what the journey has collected.
  static func object(_ visit: Visit, looksUp: Bool, identityAttribute: String) -> JSON.Object? {
    guard looksUp else {
      let shared = visit.state.shared["objectAttributes"]?.object
      return shared ?? visit.user.map(\.attributes)
    }
    guard let identity = visit.state.identity(identityAttribute) else { return nil }
    return visit.realm.users.user(where: identityAttribute, is: identity)?.attributes
  }
}
