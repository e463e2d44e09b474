/// Stands for a node type that the sandbox does not have: it asks nothing and takes one outcome, the one that was
/// chosen by the control endpoint, else the one that lets a journey go on.
struct StubNode: Node, RemoteVerdict {
  /// Outcomes that mean that all went well, the likeliest first.
  private static let good = [
    "true", "TRUE", "outcome", "success", "successOutcome", "SUCCESS", "Success", "ACCOUNT_EXISTS", "CREATED",
    "PATCHED", "AUTHENTICATED",
    "COLLECTED", "EXTRACTED", "DONE", "low", "LOW", "NONE", "found", "next", "Next", "yes", "Yes",
  ]

  /// Nil where the export tells no outcome.
  let standardOutcome: String?
  let possibleOutcomes: Set<String>

  init(_ configuration: NodeConfiguration) {
    let known = configuration.outcomes + configuration.list("outcomes") + configuration.connected
    possibleOutcomes = Set(known)
    standardOutcome =
      StubNode.good.first { known.contains($0) } ?? known.first { !StubNode.isBad($0) } ?? known.first
  }

  /// Whether an outcome says that it went wrong.
  private static func isBad(_ outcome: String) -> Bool {
    let text = outcome.lowercased()
    return text == "false" || ["fail", "error", "reject", "denied"].contains(where: text.contains)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let verdict = verdict(visit) else {
      throw NodeFailure("it is a stub, and the export names no outcome of it")
    }
    return .outcome(verdict)
  }
}
