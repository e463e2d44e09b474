import JSON

/// Whether the user has a value for an attribute; it tells that there is a password, too.
struct AttributePresentDecisionNode: Node {
  private let attribute: String
  private let identityAttribute: String

  init(_ configuration: NodeConfiguration) {
    attribute = configuration.text("presentAttribute", else: "password")
    identityAttribute = configuration.text("identityAttribute", else: "userName")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    .outcome(try visit.object(identityAttribute).attribute(attribute) != nil ? "true" : "false")
  }
}

/// Whether an attribute of the user is there, or equals a value.
struct AttributeValueDecisionNode: Node {
  private let attribute: String
  private let isPresence: Bool
  private let value: String
  private let identityAttribute: String

  init(_ configuration: NodeConfiguration) {
    attribute = configuration.text("comparisonAttribute", else: "")
    isPresence = configuration.text("comparisonOperation", else: "PRESENT") == "PRESENT"
    value = configuration.text("comparisonValue") ?? ""
    identityAttribute = configuration.text("identityAttribute", else: "userName")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let own = try visit.object(identityAttribute).attribute(attribute) else { return .outcome("false") }
    guard !isPresence else { return .outcome("true") }
    let text = own.string ?? own.text()
    let isEqual = text == value || (own.double != nil && own.double == Double(value))
    return .outcome(isEqual ? "true" : "false")
  }
}

/// Whether the user's object keeps a query filter.
struct QueryFilterDecisionNode: Node {
  private let filter: QueryFilter
  private let identityAttribute: String

  init(_ configuration: NodeConfiguration) throws(NodeFailure) {
    filter = try QueryFilter(configuration.text("queryFilter") ?? "true")
    identityAttribute = configuration.text("identityAttribute", else: "userName")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.object(identityAttribute)
    return .outcome(filter.fits { user.attribute($0) } ? "true" : "false")
  }
}

/// Whether enough of the attributes that a user can edit are filled.
struct ProfileCompletenessDecisionNode: Node {
  private let threshold: Double
  private let identityAttribute: String

  init(_ configuration: NodeConfiguration) {
    threshold = configuration.number("threshold", else: 0)
    identityAttribute = configuration.text("identityAttribute", else: "userName")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.object(identityAttribute)
    let names = visit.services.profile.attributes.keys.filter { $0 != "password" }
    let filled = names.filter { user.attribute($0) != nil }.count
    return .outcome(Double(filled) / Double(max(names.count, 1)) * 100 > threshold ? "true" : "false")
  }
}

/// Whether the journey has all attributes that the schema requires.
struct RequiredAttributesDecisionNode: Node {
  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let attributes = visit.state.objectAttributes
    let isComplete = visit.services.profile.attributes.allSatisfy { name, attribute in
      guard attribute.isRequired else { return true }
      return attributes.value(at: name).map { $0.string != "" } ?? false
    }
    return .outcome(isComplete ? "true" : "false")
  }
}

/// Whether so many minutes have passed since the user was made.
struct TimeSinceDecisionNode: Node {
  private let minutes: Int
  private let identityAttribute: String

  init(_ configuration: NodeConfiguration) {
    minutes = configuration.integer("elapsedTime", else: 0)
    identityAttribute = configuration.text("identityAttribute", else: "userName")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.object(identityAttribute)
    return .outcome(user.created.adding(minutes: minutes) <= visit.now ? "true" : "false")
  }
}
