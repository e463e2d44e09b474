import JSON

/// Adds to the authentication level.
struct ModifyAuthLevelNode: Node {
  let increment: Int

  init(_ configuration: NodeConfiguration) {
    increment = configuration.integer("authLevelIncrement", else: 0)
  }

  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let (level, _) = (visit.state.shared["authLevel"]?.integer ?? 0).addingReportingOverflow(increment)
    visit.state.shared["authLevel"] = .number(JSON.Number(level))
    return .outcome("outcome")
  }
}

/// Whether the authentication level is high enough.
struct AuthLevelDecisionNode: Node {
  private let requirement: Int

  init(_ configuration: NodeConfiguration) {
    requirement = configuration.integer("authLevelRequirement", else: 0)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    .outcome((visit.state.shared["authLevel"]?.integer ?? 0) >= requirement ? "true" : "false")
  }
}
