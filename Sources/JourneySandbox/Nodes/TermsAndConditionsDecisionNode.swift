/// Whether the user has accepted the terms that are in force.
struct TermsAndConditionsDecisionNode: Node {
  private let identityAttribute: String

  init(_ configuration: NodeConfiguration) {
    identityAttribute = configuration.text("identityAttribute", else: "userName")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.object(identityAttribute)
    return .outcome(user.acceptedTerms == visit.services.profile.terms.version ? "true" : "false")
  }
}
