import JSON

/// Offers to register a device, to get the app, to skip, to opt out.
struct MultiFactorRegistrationOptionsNode: Node {
  private let message: LocalizedText
  private let options: [(label: String, outcome: String)]

  init(_ configuration: NodeConfiguration) {
    message = configuration.texts("message")
    let languages = Languages([])
    func label(_ name: String, _ standard: String) -> String { languages.text(configuration.texts(name)) ?? standard }
    var options = [(label("registerDeviceLabel", "Register Device"), "registerOutcome")]
    if configuration.flag("getApp", else: true) {
      options.append((label("getAppLabel", "Get the App"), "getAppOutcome"))
    }
    if !configuration.flag("mandatory", else: false) {
      options.append((label("skipStepLabel", "Skip this step"), "skipOutcome"))
      options.append((label("optOutLabel", "Opt-out"), "optOutOutcome"))
    }
    self.options = options.map { (label: $0.0, outcome: $0.1) }
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let index = visit.answers("ConfirmationCallback").first?.index else {
      return .ask([
        .text(visit.text(message, else: "Use two factors to sign in.")),
        .confirmation(options.map(\.label), defaultOption: 0, preset: 0),
      ])
    }
    guard options.indices.contains(index) else { throw NodeFailure("there is no option \(index)") }
    return .outcome(options[index].outcome)
  }
}

/// Shows where the authenticator app is to be had.
struct GetAuthenticatorAppNode: Node {
  private let message: LocalizedText
  private let label: LocalizedText

  init(_ configuration: NodeConfiguration) {
    message = configuration.texts("message")
    label = configuration.texts("continueLabel")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard visit.answers("ConfirmationCallback").isEmpty else { return .outcome("outcome") }
    return .ask([
      .text(visit.text(message, else: "Get the authenticator app from your app store.")),
      .confirmation([visit.text(label, else: "Continue")], defaultOption: 0, preset: 0),
    ])
  }
}

/// Notes that the user does without the factor that a node has just missed (`mfaMethod`).
struct OptOutMultiFactorAuthenticationNode: Node {
  var alwaysPasses: Bool { true }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    guard let method = visit.state["mfaMethod"]?.string else { throw NodeFailure("no factor was missed before") }
    guard let kind = Devices.Kind(rawValue: method), [.oath, .push, .webauthn].contains(kind) else {
      throw NodeFailure("there is no factor \(method) to do without")
    }
    visit.realm.users.change(user.name) { $0.devices.declined.insert(kind) }
    return .outcome("outcome")
  }
}

/// Lets the user manage devices later: whether that may be is all that can be seen of it.
struct EnableDeviceManagementNode: Node {
  private let strategy: String

  init(_ configuration: NodeConfiguration) {
    strategy = configuration.text("deviceEnforcementStrategy", else: "SAME")
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let user = visit.user, user.isActive else { return .outcome("failureOutcome") }
    guard strategy != "ANY" || visit.state.hasProvedFactor else {
      return visit.outcome("failureOutcome", because: "no second factor was used in this journey")
    }
    return .outcome("successOutcome")
  }
}
