import JSON

/// Sends values of the shared state; it never goes on by itself, so that it only works on a page with a node behind it.
struct MetadataNode: Node {
  private let attributes: [String]

  init(_ configuration: NodeConfiguration) {
    attributes = configuration.list("attributes")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    var data = JSON.Object()
    for name in attributes {
      if let value = visit.state.shared[name] { data[name] = value }
    }
    return .ask([.metadata(data)])
  }
}
