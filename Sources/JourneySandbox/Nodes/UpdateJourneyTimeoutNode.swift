import JSON

/// Sets the time that the journey has from now on, or changes what it has.
struct UpdateJourneyTimeoutNode: Node {
  private let sets: Bool
  private let minutes: Int

  init(_ configuration: NodeConfiguration) {
    sets = configuration.text("operation", else: "SET") == "SET"
    minutes = configuration.integer("value", else: 0)
  }

  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    visit.state.deadline = (sets ? visit.now : visit.state.deadline).adding(minutes: minutes)
    return .outcome("outcome")
  }
}
