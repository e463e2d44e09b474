import JSON

/// Asks for one of several texts, which is its outcome. A single one is not asked for.
struct ChoiceCollectorNode: Node {
  private let prompt: String
  private let choices: [String]
  private let defaultIndex: Int

  init(_ configuration: NodeConfiguration) {
    prompt = configuration.text("prompt") ?? ""
    let choices = configuration.list("choices")
    self.choices = choices
    defaultIndex = configuration.text("defaultChoice").flatMap { choices.firstIndex(of: $0) } ?? 0
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard choices.count != 1 else { return .outcome(choices[0]) }
    guard !choices.isEmpty else { throw NodeFailure("it has no choices") }
    guard let index = visit.answers("ChoiceCallback").first?.index else {
      return .ask([.choice(prompt, choices, defaultChoice: defaultIndex)])
    }
    guard choices.indices.contains(index) else { throw NodeFailure("there is no choice \(index)") }
    return .outcome(choices[index])
  }
}
