import JSON

/// Puts texts into the shared state.
struct SetStateNode: Node {
  private let attributes: [(key: String, value: String)]

  init(_ configuration: NodeConfiguration) {
    attributes = configuration.map("attributes")
  }

  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    for (key, value) in attributes {
      visit.state.remove(key)
      visit.state.shared[key] = .string(value)
    }
    return .outcome("outcome")
  }
}
