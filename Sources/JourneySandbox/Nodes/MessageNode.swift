import JSON

/// Shows a text with two buttons; any other than the first is a no.
struct MessageNode: Node {
  private let message: LocalizedText
  private let yes: LocalizedText
  private let no: LocalizedText
  private let stateField: String?

  init(_ configuration: NodeConfiguration) {
    message = configuration.texts("message")
    yes = configuration.texts("messageYes")
    no = configuration.texts("messageNo")
    stateField = configuration.text("stateField").flatMap { $0.isEmpty ? nil : $0 }
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let index = visit.answers("ConfirmationCallback").first?.index else {
      if let stateField { visit.state.shared[stateField] = .null }
      return .ask([
        .text(visit.text(message, else: "Default message")),
        .confirmation(
          [visit.text(yes, else: "Yes"), visit.text(no, else: "No")], defaultOption: 1, preset: 1),
      ])
    }
    if let stateField { visit.state.shared[stateField] = .number(JSON.Number(index)) }
    return .outcome(index == 0 ? "true" : "false")
  }
}
