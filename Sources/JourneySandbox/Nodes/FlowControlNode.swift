/// Goes one way or the other by chance.
struct FlowControlNode: Node {
  private let percentage: Int

  init(_ configuration: NodeConfiguration) {
    percentage = configuration.integer("percentageA", else: 50)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    .outcome((Int(visit.services.tokens.digits(2)) ?? 0) < percentage ? "A" : "B")
  }
}
