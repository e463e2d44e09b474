/// A node without effect on what a client sees: timers, meters, hooks of other systems.
struct PassThroughNode: Node {
  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action { .outcome("outcome") }
}
