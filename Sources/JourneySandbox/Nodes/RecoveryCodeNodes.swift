import JSON

/// Shows recovery codes once; any answer goes on (am-protocol 3.8).
struct RecoveryCodeDisplayNode: Node {
  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let codes = visit.state.transient["recoveryCodes"]?.array else { return .outcome("outcome") }
    let device = visit.state.transient["recoveryCodeDeviceName"]?.string ?? "New Device"
    visit.state.remove("recoveryCodes")
    visit.state.remove("recoveryCodeDeviceName")
    let lines = codes.compactMap(\.string).map { "  \"<div class=\\\"text-center\\\">\($0)</div>\\n\" +" }
    return .ask([
      .text(
        """
        var text = "<h3>Your recovery codes</h3>\\n" +
          "<p>Keep these codes in a safe place. Each works once.</p>\\n" +
        \(lines.joined(separator: "\n"))
          "<p>They sign you in when you do not have <em>\(device.escapedForHTML)</em>.</p>\\n";
        document.querySelector("#callback_0").innerHTML = text;

        """, .script)
    ])
  }
}

/// Asks for a recovery code and uses it up.
struct RecoveryCodeCollectorDecisionNode: Node {
  private let kind: Devices.Kind

  init(_ configuration: NodeConfiguration) {
    kind =
      switch configuration.text("recoveryCodeType", else: "OATH") {
      case "PUSH": .push
      case "WEB_AUTHN": .webauthn
      default: .oath
      }
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let code = visit.answers("NameCallback").first?.text(), !code.isEmpty else {
      return .ask([.name("Recovery Code")])
    }
    let user = try visit.knownUser()
    guard user.devices.recoveryCodes[kind]?.contains(code) == true else { return .outcome("false") }
    visit.realm.users.change(user.name) { user in user.devices.recoveryCodes[kind]?.removeAll { $0 == code } }
    visit.state.hasProvedFactor = true
    return .outcome("true")
  }
}
