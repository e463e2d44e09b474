import JSON

/// Asks for a new password twice.
struct CreatePasswordNode: Node {
  private let minimumLength: Int

  init(_ configuration: NodeConfiguration) {
    minimumLength = configuration.integer("minPasswordLength", else: 8)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let passwords = visit.answers("PasswordCallback").map { $0.text() }
    guard passwords.count == 2, !passwords[0].isEmpty else { return .ask(fields) }
    guard passwords[0].count >= minimumLength else {
      return .ask(fields + [.text("Password must be a minimum of \(minimumLength) characters", .error)])
    }
    guard passwords[0] == passwords[1] else { return .ask(fields + [.text("Passwords do not match", .error)]) }
    visit.state.transient["password"] = .string(passwords[0])
    return .outcome("outcome")
  }

  private var fields: [CallbackDraft] { [.password("Create a password"), .password("Confirm password")] }
}
