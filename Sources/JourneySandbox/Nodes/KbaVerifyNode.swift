import JSON

/// Asks security questions of the user (journey-nodes 7.1).
struct KbaVerifyNode: Node {
  private let identityAttribute: String

  init(_ configuration: NodeConfiguration) {
    identityAttribute = configuration.text("identityAttribute", else: "userName")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.object(identityAttribute)
    let rules = visit.services.profile
    let questions = user.securityAnswers.prefix(rules.minimumAnswersToVerify).map {
      (question($0, visit), $0["answer"]?.string ?? "")
    }
    guard !questions.isEmpty else { throw NodeFailure("the user has no security questions") }
    let answers = visit.answers("PasswordCallback")
    guard answers.count == questions.count else { return .ask(questions.map { .password($0.0) }) }
    let isRight = zip(questions, answers).allSatisfy {
      KbaVerifyNode.normal($0.0.1) == KbaVerifyNode.normal($0.1.text())
    }
    visit.realm.users.change(user.name) { $0.failedSecurityAnswers = isRight ? 0 : $0.failedSecurityAnswers + 1 }
    guard isRight || user.failedSecurityAnswers < rules.allowedFailures else {
      throw NodeFailure("the security questions were answered wrong too often")
    }
    return .outcome(isRight ? "true" : "false")
  }

  private func question(_ answer: JSON, _ visit: Visit) -> String {
    if let own = answer["customQuestion"]?.string { return own }
    let id = answer["questionId"]?.string
    return visit.services.profile.questions.first { $0.id == id }.map { visit.text($0.text, else: "") } ?? id ?? ""
  }

  /// Without regard to case and to what is no letter or digit.
  static func normal(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
