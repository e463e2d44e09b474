import JSON

/// "Platform Password": a password that may have to keep the policies of the schema.
struct ValidatedPasswordNode: Node {
  private let validates: Bool
  private let attribute: String

  init(_ configuration: NodeConfiguration) {
    validates = configuration.flag("validateInput", else: false)
    attribute = configuration.text("passwordAttribute", else: "password")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let answer = visit.answers.first else { return .ask([draft(visit, failed: [], validatesOnly: false)]) }
    let value = answer.text()
    if validates {
      let failed = ProfileCheck(visit: visit).failures(attribute, value)
      guard failed.isEmpty, !answer.flag(1) else {
        return .ask([draft(visit, failed: failed, validatesOnly: answer.flag(1))])
      }
    }
    visit.state.setTransient(attribute: attribute, .string(value))
    visit.state.transient["password"] = .string(value)
    return .outcome("outcome")
  }

  private func draft(_ visit: Visit, failed: [JSON], validatesOnly: Bool) -> CallbackDraft {
    guard validates else { return .password("Password") }
    return .validated(
      "ValidatedCreatePasswordCallback", prompt: visit.services.profile.attribute(attribute).title,
      policies: ProfileCheck(visit: visit).policies(attribute), failed: failed, value: "", validatesOnly: validatesOnly)
  }
}
