import JSON

/// A text with values of the state in it; goes on after one answer (journey-nodes 7.11).
struct HTMLMessageNode: Node {
  private let message: LocalizedText

  init(_ configuration: NodeConfiguration) {
    message = configuration.texts("message")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard visit.answers.isEmpty else { return .outcome("outcome") }
    return .ask([.text(MailTemplate.filled(visit.text(message, else: ""), with: visit.state.shared))])
  }
}

/// Asks for one text and keeps it.
struct InputCollectorNode: Node {
  private let variable: String
  private let prompt: String
  private let isPassword: Bool
  private let isTransient: Bool

  init(_ configuration: NodeConfiguration) {
    variable = configuration.text("variable", else: "variable")
    prompt = configuration.text("prompt") ?? ""
    isPassword = configuration.flag("isPassword", else: false)
    isTransient = configuration.flag("useTransient", else: false)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let text = visit.answers.first?.text(), !text.isEmpty else {
      return .ask([isPassword ? .password(prompt) : .textInput(prompt)])
    }
    if isTransient {
      visit.state.transient[variable] = .string(text)
    } else {
      visit.state.shared[variable] = .string(text)
    }
    return .outcome("outcome")
  }
}

/// Copies attributes of the user into the state.
struct ProfileAttributeToStateNode: Node {
  private let keys: [(key: String, value: String)]

  init(_ configuration: NodeConfiguration) {
    keys = configuration.map("keys")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    for (attribute, key) in keys {
      if let value = user.attribute(attribute) { visit.state.shared[key] = value }
    }
    return .outcome("outcome")
  }
}

/// Writes values of the state to attributes of the user.
struct SetProfilePropertyNode: Node {
  private let properties: [(key: String, value: String)]

  init(_ configuration: NodeConfiguration) {
    properties = configuration.map("properties") + configuration.map("transientProperties")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    let values = properties.compactMap { attribute, key in
      visit.state[key].map { JSON.Object.Member(name: attribute, value: $0) }
    }
    visit.realm.users.change(user.name) { Profile.apply(JSON.Object(values), to: &$0) }
    return .outcome("outcome")
  }
}

/// Finds a user by one of several attributes.
struct SearchForUserNode: Node {
  private let attributes: [String]
  private let key: String

  init(_ configuration: NodeConfiguration) {
    attributes = configuration.list("datastoreAttributes")
    key = configuration.text("sharedStateAttribute", else: "username")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let value = visit.state[key]?.string else { return .outcome("notFound") }
    var found: [String: User] = [:]
    for attribute in attributes {
      for user in visit.realm.users.users(where: attribute, is: value) { found[user.id] = user }
    }
    guard let user = found.values.first else { return .outcome("notFound") }
    guard found.count == 1 else { return .outcome("ambiguous") }
    visit.state.shared["username"] = .string(user.name)
    return .outcome("found")
  }
}

/// Mails a text with values of the state in it to the user, into the outbox.
struct EmailNotifyNode: Node {
  private let attribute: String
  private let subject: String
  private let message: String

  init(_ configuration: NodeConfiguration) {
    attribute = configuration.text("attribute", else: "mail")
    subject = configuration.text("subject") ?? ""
    message = configuration.text("message") ?? ""
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let address = try visit.knownUser().attribute(attribute)?.string, !address.isEmpty else {
      throw NodeFailure("the user has no \(attribute) to send a mail to")
    }
    visit.services.outbox.send(
      Outbox.Message(
        kind: .mail, realm: visit.realm.path, to: address,
        subject: MailTemplate.filled(subject, with: visit.state.shared),
        text: MailTemplate.filled(message, with: visit.state.shared), sent: visit.now))
    return .outcome("outcome")
  }
}

/// Whether the request comes from one of the addresses, or with a list of those to keep out from none of them.
struct IPAddressDecisionNode: Node {
  private let blocks: [AddressBlock]
  private let keepsOut: Bool

  init(_ configuration: NodeConfiguration) throws(NodeFailure) {
    keepsOut = configuration.flag("blacklist", else: false)
    let texts = configuration.list("ipList") + configuration.map("ipList").map(\.value)
    var blocks: [AddressBlock] = []
    for text in texts {
      guard let block = AddressBlock(text) else {
        throw NodeFailure("\(text.onOneLine(limit: 60)) is no block of IP addresses")
      }
      blocks.append(block)
    }
    self.blocks = blocks
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let isListed = blocks.contains { $0.contains(visit.facts.peer) }
    return .outcome(isListed != keepsOut ? "true" : "false")
  }
}
