/// Runs another journey within this one (journey-nodes 5.5).
struct InnerTreeEvaluatorNode: Node {
  /// The name of the journey that it runs.
  let journey: String
  /// Whether an exception inside leads to the outcome `error`.
  let hasErrorOutcome: Bool

  init(_ configuration: NodeConfiguration) {
    journey = configuration.text("tree") ?? ""
    hasErrorOutcome = configuration.flag("displayErrorOutcome", else: false)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    .enter(journey)
  }
}
