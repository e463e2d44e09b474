/// Whether the user has as many security questions as are wanted.
struct KbaDecisionNode: Node {
  private let identityAttribute: String

  init(_ configuration: NodeConfiguration) {
    identityAttribute = configuration.text("identityAttribute", else: "userName")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.object(identityAttribute)
    return .outcome(user.securityAnswers.count >= visit.services.profile.minimumAnswersToDefine ? "true" : "false")
  }
}
