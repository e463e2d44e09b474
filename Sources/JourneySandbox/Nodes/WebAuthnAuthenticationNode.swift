import Crypto
import JSON

/// Signs in with a registered authenticator (journey-nodes 7.6).
struct WebAuthnAuthenticationNode: Node {
  private let step: WebAuthnStep
  private let allowsRecovery: Bool
  /// Whether the authenticator knows who the user is.
  private let isUsernameless: Bool
  private let detectsMismatch: Bool

  init(_ configuration: NodeConfiguration) {
    step = WebAuthnStep(configuration)
    allowsRecovery = configuration.flag("isRecoveryCodeAllowed", else: false)
    isUsernameless = configuration.flag("requiresResidentKey", else: false)
    detectsMismatch = configuration.flag("detectSignCountMismatch", else: false)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = visit.user
    if !isUsernameless {
      guard let user else { return visit.outcome("failure", because: "the journey knows no user") }
      if user.webAuthnCredentials.isEmpty { return .outcome("noDevice") }
    }
    if allowsRecovery, visit.answers("ConfirmationCallback").first?.index == 0 { return .outcome("recoveryCode") }
    switch try step.posted(visit) {
    case .unsupported: return .outcome("unsupported")
    case .error: return .outcome("error")
    case .result(let parts, let attachment):
      let result = try AuthenticationResult(parts)
      let named = isUsernameless ? result.handle.flatMap { visit.realm.users.user($0) } : user
      guard let named, !named.webAuthnCredentials.isEmpty else { return .outcome("noDevice") }
      guard result.handle?.utf8.elementsEqual(named.name.utf8) ?? true else {
        return visit.outcome("failure", because: "the user handle is of somebody else")
      }
      return authenticate(result, attachment: attachment, named, visit)
    case nil: return ask(isUsernameless ? [] : user?.webAuthnCredentials ?? [], visit)
    }
  }

  private func ask(_ allowed: [WebAuthnCredential], _ visit: Visit) -> Action {
    let party = step.party(visit)
    let scripts = allowed.map(\.script).joined(separator: ",")
    let data: JSON.Object = [
      "_action": "webauthn_authentication", "challenge": .string(Base64.encode(party.challenge)),
      "allowCredentials": .string(allowed.isEmpty ? "" : "allowCredentials: [\(scripts)]"),
      "_allowCredentials": .array(allowed.map(\.json)), "timeout": .string(step.timeout),
      "userVerification": .string(step.verification), "allowRecoveryCode": .string(allowsRecovery ? "true" : "false"),
      "relyingPartyId": .string("rpId: \"\(party.id.escapedForScript)\","), "_relyingPartyId": .string(party.id),
    ]
    var callbacks = step.callbacks(data, visit) {
      WebAuthnScripts.authentication(data, challenge: party.challenge, allow: allowed)
    }
    if allowsRecovery { callbacks.append(.confirmation(["Use Recovery Code"], defaultOption: 0, preset: 100)) }
    return .ask(callbacks)
  }

  private func authenticate(_ result: AuthenticationResult, attachment: String?, _ user: User, _ visit: Visit) -> Action
  {
    let party = step.party(visit)
    visit.state.remove(WebAuthnStep.challengeKey)
    let known = user.devices[.webauthn].lazy.compactMap { device in WebAuthnCredential(device).map { (device, $0) } }
    guard let (device, credential) = known.first(where: { $0.1.id == result.credentialID }) else {
      return visit.outcome("failure", because: "the credential is not one of the user's")
    }
    do {
      let data = try credential.verify(result, for: party)
      let counts = data.signCount == 0 || data.signCount > credential.signCount
      use(device, of: user, signCount: data.signCount, visit)
      visit.state.hasProvedFactor = true
      visit.state.transient["webauthnAssertionInfo"] = data.info(attachment: attachment)
      return .outcome(detectsMismatch && !counts ? "successSignCountMismatch" : "success")
    } catch {
      return visit.outcome("failure", because: error.message)
    }
  }

  private func use(_ device: Devices.Device, of user: User, signCount: Int, _ visit: Visit) {
    visit.state.shared["webauthnDeviceUuid"] = .string(device.id)
    visit.state.shared["webauthnDeviceName"] = device.item["deviceName"]
    if isUsernameless {
      visit.state.shared["username"] = .string(user.name)
      visit.state.universalID = visit.realm.universalID(user.name)
    }
    visit.realm.users.change(user.name) { user in
      guard let index = user.devices[.webauthn].firstIndex(where: { $0.id == device.id }) else { return }
      user.devices[.webauthn][index].item["lastAccessDate"] = .number(JSON.Number(visit.now.milliseconds))
      user.devices[.webauthn][index].secret["signCount"] = .number(JSON.Number(signCount))
    }
  }
}
