import JSON

/// Signs in as the anonymous user.
struct AnonymousUserNode: Node {
  private let name: String

  init(_ configuration: NodeConfiguration) {
    name = configuration.text("anonymousUserName", else: "anonymous")
  }

  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    visit.state.shared["username"] = .string(name)
    return .outcome("outcome")
  }
}
