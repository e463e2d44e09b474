import JSON

/// Asks for one of several texts, which is its outcome. A single one is not asked for, nor is one that leads to a lower authentication level
/// than the journey was called for.
struct ChoiceCollectorNode: Node {
  private let prompt: String
  private let choices: [String]
  private let defaultChoice: String?

  init(_ configuration: NodeConfiguration) {
    prompt = configuration.text("prompt") ?? ""
    choices = configuration.list("choices")
    defaultChoice = configuration.text("defaultChoice")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard !choices.isEmpty else { throw NodeFailure("it has no choices") }
    let choices = choices.filter { visit.canReachTarget(by: $0) }
    guard let first = choices.first else { throw NodeFailure("no choice leads to the authentication level asked for") }
    guard choices.count > 1 else { return .outcome(first) }
    guard let index = visit.answers("ChoiceCallback").first?.index else {
      let preset = defaultChoice.flatMap { choices.firstIndex(of: $0) } ?? 0
      return .ask([.choice(prompt, choices, defaultChoice: preset)])
    }
    guard choices.indices.contains(index) else { throw NodeFailure("there is no choice \(index)") }
    return .outcome(choices[index])
  }
}
