import JSON

/// "Get Session Data": a property of the session that the request carries, into the shared state.
struct SessionDataNode: Node {
  private let property: String
  private let key: String

  init(_ configuration: NodeConfiguration) {
    property = configuration.text("sessionDataKey", else: "")
    key = configuration.text("sharedStateKey", else: "")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    if let session = visit.facts.session, let value = SessionProperties.value(property, of: session), !key.isEmpty {
      visit.state.shared[key] = .string(value)
      visit.state.setShared(attribute: key, .string(value))
    }
    return .outcome("outcome")
  }
}

/// Sets properties and life times of the session to come.
struct SetSessionPropertiesNode: Node {
  private let properties: [(key: String, value: String)]
  private let maximumMinutes: Int?
  private let idleMinutes: Int?

  init(_ configuration: NodeConfiguration) {
    properties = configuration.map("properties")
    maximumMinutes = configuration.integer("maxSessionTime").flatMap { $0 > 0 ? min($0, 5_256_000) : nil }
    idleMinutes = configuration.integer("maxIdleTime").flatMap { $0 > 0 ? min($0, 5_256_000) : nil }
  }

  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    for (key, value) in properties { visit.state.sessionProperties[key] = value }
    if let maximumMinutes { visit.state.maximumMinutes = maximumMinutes }
    if let idleMinutes { visit.state.idleMinutes = idleMinutes }
    return .outcome("outcome")
  }
}

/// Takes properties of the session to come away.
struct RemoveSessionPropertiesNode: Node {
  private let names: [String]

  init(_ configuration: NodeConfiguration) {
    names = configuration.list("propertyNames")
  }

  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    for name in names { visit.state.sessionProperties[name] = nil }
    return .outcome("outcome")
  }
}

/// Where the client goes after a success or a failure. `SetSuccessUrlNode`, `SetFailureUrlNode`.
struct SetURLNode: Node {
  private let key: String
  private let url: String

  init(_ configuration: NodeConfiguration, key: String) {
    self.key = key
    url = configuration.text(key) ?? ""
  }

  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    visit.state.shared[key] = .string(url)
    return .outcome("outcome")
  }
}

/// Adds members to the success.
struct SetSuccessDetailsNode: Node {
  private let details: [(key: String, value: String)]
  private let properties: [(key: String, value: String)]

  init(_ configuration: NodeConfiguration) {
    details = configuration.map("successDetails")
    properties = configuration.map("sessionProperties")
  }

  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    for (key, value) in details { visit.state.successDetails[key] = Details.value(value) }
    for (key, property) in properties { visit.state.successDetails[key] = ["$sessionProperty": .string(property)] }
    return .outcome("outcome")
  }
}

/// Sets message and details of the failure. `SetFailureDetailsNode`, `SetErrorDetailsNode`.
struct SetFailureDetailsNode: Node {
  private let message: LocalizedText
  private let details: [(key: String, value: String)]

  init(_ configuration: NodeConfiguration, prefix: String) {
    message = configuration.texts(prefix + "Message")
    details = configuration.map(prefix + "Details")
  }

  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    if let text = visit.facts.languages.text(message), !text.isEmpty { visit.state.failureMessage = text }
    for (key, value) in details { visit.state.failureDetails[key] = Details.value(value) }
    return .outcome("outcome")
  }
}

enum Details {
  /// A value is JSON where it reads as such, else a text (journey-nodes 7.9).
  static func value(_ text: String) -> JSON { (try? JSON(parsing: text)) ?? .string(text) }
}
