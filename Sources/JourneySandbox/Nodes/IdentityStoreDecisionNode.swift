import JSON

/// Checks name and password with all that a directory knows: locked and expired accounts, passwords that have to be changed
/// (journey-nodes 7.2). `IdentityStoreDecisionNode` and `LdapDecisionNode` are the same here.
struct IdentityStoreDecisionNode: Node {
  private let minimumLength: Int
  private let keepsCase: Bool

  init(_ configuration: NodeConfiguration) {
    minimumLength = configuration.integer("minimumPasswordLength", else: 8)
    keepsCase = configuration.flag("mixedCaseForPasswordChangeMessages", else: false)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let name = visit.state.username else { throw NodeFailure("there is no user name to check") }
    guard let password = visit.state["password"]?.string else { throw NodeFailure("there is no password to check") }
    if let confirmation = visit.answers("ConfirmationCallback").first {
      return try change(visit, name: name, index: confirmation.index ?? 1)
    }
    guard !password.isEmpty, let user = visit.realm.users.checks(password, of: name) else {
      visit.state.shared["errorMessage"] = .string(AMError.loginFailure.message)
      return .outcome("FALSE")
    }
    visit.state.shared["errorMessage"] = nil
    visit.state.universalID = visit.realm.universalID(user.name)
    guard user.isActive else {
      visit.state.shared["lockoutMessage"] = "User Locked Out."
      return .outcome("LOCKED")
    }
    if user.isPasswordExpired { return .outcome("EXPIRED") }
    if user.mustChangePassword {
      return .ask(fields("Your password has been reset by an administrator. Please change it."))
    }
    return .outcome("TRUE")
  }

  private func change(_ visit: Visit, name: String, index: Int) throws(NodeFailure) -> Action {
    guard index == 0 else { return .outcome("CANCELLED") }
    let passwords = visit.answers("PasswordCallback").map { $0.text() }
    guard passwords.count == 3, visit.realm.users.checks(passwords[0], of: name) != nil else {
      return .ask(fields("The old password is wrong."))
    }
    guard passwords[1].count >= minimumLength else {
      return .ask(fields("The new password must be a minimum of \(minimumLength) characters."))
    }
    guard passwords[1] == passwords[2] else { return .ask(fields("The passwords do not match.")) }
    guard ProfileCheck(visit: visit).broken("password", passwords[1]).isEmpty else {
      return .ask(fields("The new password does not keep the password policy."))
    }
    let hash = visit.realm.users.hash(passwords[1])
    visit.realm.users.change(name) { user in
      user.passwordHash = hash
      user.mustChangePassword = false
    }
    visit.state.transient["password"] = .string(passwords[1])
    return .outcome("TRUE")
  }

  private func fields(_ message: String) -> [CallbackDraft] {
    [
      .text(keepsCase ? message : message.uppercased()), .password("Old Password"), .password("New Password"),
      .password("Confirm Password"),
      .confirmation(["SUBMIT", "CANCEL"], defaultOption: 1, preset: 0, messageType: 2),
    ]
  }
}
