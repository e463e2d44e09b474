/// One more login of the user; an error of it never ends a journey.
struct IncrementLoginCountNode: Node {
  private let identityAttribute: String

  init(_ configuration: NodeConfiguration) {
    identityAttribute = configuration.text("identityAttribute", else: "userName")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    if let user = try? visit.object(identityAttribute) {
      visit.realm.users.change(user.name) { $0.loginCount += 1 }
    }
    return .outcome("outcome")
  }
}

/// Whether the user has signed in so many times, or a multiple of it.
struct LoginCountDecisionNode: Node {
  private let isInterval: Bool
  private let amount: Int
  private let identityAttribute: String

  init(_ configuration: NodeConfiguration) {
    isInterval = configuration.text("interval", else: "AT") == "EVERY"
    amount = configuration.integer("amount", else: 25)
    identityAttribute = configuration.text("identityAttribute", else: "userName")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let count = try visit.object(identityAttribute).loginCount
    let fits = isInterval ? count > 0 && amount > 0 && count % amount == 0 : count == amount
    return .outcome(fits ? "true" : "false")
  }
}
