import JSON

/// Has the user choose security questions and answer them (journey-nodes 7.1).
struct KbaCreateNode: Node {
  private let message: LocalizedText
  private let allowsOwnQuestions: Bool

  init(_ configuration: NodeConfiguration) {
    message = configuration.texts("message")
    allowsOwnQuestions = configuration.flag("allowUserDefinedQuestions", else: true)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let answers = visit.answers("KbaCreateCallback")
    let rules = visit.services.profile
    guard !answers.isEmpty else {
      return .ask((0..<rules.minimumAnswersToDefine).map { _ in draft(visit, question: "", answer: "") })
    }
    let pairs = answers.map { (question: $0.text(suffix: "question"), answer: $0.text(suffix: "answer")) }
    let known = rules.questions.map { ($0.id, visit.text($0.text, else: "")) }
    let normal = pairs.map { KbaVerifyNode.normal($0.question) }
    let fits =
      pairs.count >= rules.minimumAnswersToDefine && Set(normal).count == normal.count
      && pairs.allSatisfy { pair in
        !pair.question.isEmpty && !pair.answer.isEmpty
          && (allowsOwnQuestions || known.contains { $0.1 == pair.question })
      }
    guard fits else { return .ask(pairs.map { draft(visit, question: $0.question, answer: $0.answer) }) }
    visit.state.setTransient(
      attribute: "kbaInfo",
      .array(
        pairs.map { pair in
          let id = known.first { $0.1 == pair.question }?.0
          return id.map { ["questionId": .string($0), "answer": .string(pair.answer)] }
            ?? ["customQuestion": .string(pair.question), "answer": .string(pair.answer)]
        }))
    return .outcome("outcome")
  }

  private func draft(_ visit: Visit, question: String, answer: String) -> CallbackDraft {
    let questions = visit.services.profile.questions.map { JSON.string(visit.text($0.text, else: "")) }
    return CallbackDraft(
      "KbaCreateCallback",
      outputs: [
        ("prompt", .string(visit.text(message, else: "Select a security question."))),
        ("predefinedQuestions", .array(questions)),
        ("allowUserDefinedQuestions", .bool(allowsOwnQuestions)),
      ], inputs: [.text("question", question), .text("answer", answer)])
  }
}
