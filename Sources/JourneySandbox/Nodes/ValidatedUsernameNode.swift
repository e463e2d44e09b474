import JSON

/// "Platform Username": a user name that may have to keep the policies of the schema.
struct ValidatedUsernameNode: Node {
  private let validates: Bool
  private let attribute: String
  private let prepopulates: Bool

  init(_ configuration: NodeConfiguration) {
    validates = configuration.flag("validateInput", else: false)
    attribute = configuration.text("usernameAttribute", else: "userName")
    prepopulates = configuration.flag("prepopulate", else: false)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let answer = visit.answers.first else {
      return .ask([
        draft(visit, value: prepopulates ? visit.state.username ?? "" : "", failed: [], validatesOnly: false)
      ])
    }
    let value = answer.text()
    if validates {
      let failed = ProfileCheck(visit: visit).failures(attribute, value)
      guard failed.isEmpty, !answer.flag(1) else {
        return .ask([draft(visit, value: value, failed: failed, validatesOnly: answer.flag(1))])
      }
    }
    if !value.isEmpty {
      visit.state.setShared(attribute: attribute, .string(value))
      visit.state.shared["username"] = .string(value)
    }
    return .outcome("outcome")
  }

  private func draft(_ visit: Visit, value: String, failed: [JSON], validatesOnly: Bool) -> CallbackDraft {
    guard validates else { return .name("User Name", value: value) }
    return .validated(
      "ValidatedCreateUsernameCallback", prompt: visit.services.profile.attribute(attribute).title,
      policies: ProfileCheck(visit: visit).policies(attribute), failed: failed, value: value,
      validatesOnly: validatesOnly)
  }
}
