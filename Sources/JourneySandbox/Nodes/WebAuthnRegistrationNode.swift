import Crypto
import JSON

/// Registers an authenticator of the user (journey-nodes 7.6).
struct WebAuthnRegistrationNode: Node {
  private let step: WebAuthnStep
  private let name: String
  private let preference: String
  private let algorithms: [COSEAlgorithm]
  private let selection: JSON
  private let excludes: Bool
  private let maximum: Int
  private let displayNameKey: String?
  private let wantsNoModel: Bool
  private let makesRecoveryCodes: Bool
  private let tellsAttestation: Bool
  private let postpones: Bool

  init(_ configuration: NodeConfiguration) {
    step = WebAuthnStep(configuration)
    name = configuration.text("relyingPartyName", else: "ForgeRock")
    preference = configuration.text("attestationPreference", else: "NONE").lowercased()
    let named = configuration.list("acceptedSigningAlgorithms").compactMap { COSEAlgorithm(name: $0) }
    algorithms = named.isEmpty ? [.es256, .rs256] : named
    selection = WebAuthnRegistrationNode.selection(configuration, verification: step.verification)
    excludes = configuration.flag("excludeCredentials", else: false)
    maximum = configuration.integer("maxSavedDevices", else: 0)
    displayNameKey = configuration.text("displayNameSharedState")
    wantsNoModel = configuration.flag("validateFidoU2fAaguid", else: true)
    makesRecoveryCodes = configuration.flag("generateRecoveryCodes", else: true)
    tellsAttestation = configuration.flag("storeAttestationDataInTransientState", else: false)
    postpones = configuration.flag("postponeDeviceProfileStorage", else: false)
  }

  private static func selection(_ configuration: NodeConfiguration, verification: String) -> JSON {
    var selection: JSON.Object = ["userVerification": .string(verification)]
    let attachment = configuration.text("authenticatorAttachment", else: "UNSPECIFIED")
    if attachment != "UNSPECIFIED" {
      selection["authenticatorAttachment"] = .string(attachment.lowercased().replacing("_", with: "-"))
    }
    if configuration.flag("requiresResidentKey", else: false) {
      selection["residentKey"] = "required"
      selection["requireResidentKey"] = true
    }
    return .object(selection)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let user = visit.user else { return .outcome("failure") }
    switch try step.posted(visit) {
    case .unsupported: return .outcome("unsupported")
    case .error: return .outcome("error")
    case .result(let parts, let attachment):
      return register(try RegistrationResult(parts), attachment: attachment, of: user, visit)
    case nil:
      if !postpones, maximum > 0, user.devices[.webauthn].count >= maximum { return .outcome("exceedDeviceLimit") }
      return ask(user, visit)
    }
  }

  private func ask(_ user: User, _ visit: Visit) -> Action {
    let party = step.party(visit)
    let excluded = excludes ? user.webAuthnCredentials : []
    let wanted = JSON.array(
      algorithms.map { ["type": "public-key", "alg": .number(JSON.Number($0.rawValue))] })
    let data: JSON.Object = [
      "_action": "webauthn_registration", "challenge": .string(Base64.encode(party.challenge)),
      "attestationPreference": .string(preference), "userName": .string(user.name),
      "userId": .string(Base64URL.encode(Array(user.name.utf8))), "relyingPartyName": .string(name),
      "authenticatorSelection": .string(selection.text()), "_authenticatorSelection": selection,
      "pubKeyCredParams": .string(WebAuthnScripts.algorithms(algorithms)), "_pubKeyCredParams": wanted,
      "timeout": .string(step.timeout),
      "excludeCredentials": .string(excluded.map(\.script).joined(separator: ",")),
      "_excludeCredentials": .array(excluded.map(\.json)),
      "displayName": .string(displayNameKey.flatMap { visit.state[$0]?.string } ?? user.name),
      "relyingPartyId": .string("id: \"\(party.id.escapedForScript)\","), "_relyingPartyId": .string(party.id),
    ]
    return .ask(
      step.callbacks(data, visit) {
        WebAuthnScripts.registration(data, challenge: party.challenge, exclude: excluded)
      })
  }

  private func register(_ result: RegistrationResult, attachment: String?, of user: User, _ visit: Visit) -> Action {
    let party = step.party(visit)
    visit.state.remove(WebAuthnStep.challengeKey)
    do {
      let (attestation, kind) = try verified(result, of: user, for: party)
      visit.state.transient["webauthnAttestationInfo"] = attestation.data.info(attachment: attachment)
      if tellsAttestation {
        visit.state.transient["webauthnData"] = .string(result.clientData)
        visit.state.transient["webauthnAttestationType"] = .string(kind.rawValue)
      }
      keep(WebAuthnCredential(attestation), name: result.deviceName ?? "New Security Key", of: user, visit)
      return .outcome("success")
    } catch {
      return visit.outcome("failure", because: error.message)
    }
  }

  private func verified(_ result: RegistrationResult, of user: User, for party: RelyingParty) throws(WebAuthnProblem)
    -> (Attestation, Attestation.Kind)
  {
    let client = try ClientData(result.clientData, of: .registration, for: party)
    let attestation = try Attestation(result.attestation)
    try attestation.data.check(for: party)
    guard attestation.credential.id == result.credentialID else {
      throw WebAuthnProblem("the id of the credential is not the attested one")
    }
    guard algorithms.contains(attestation.credential.key.algorithm) else {
      throw WebAuthnProblem("the algorithm \(attestation.credential.key.algorithm.name) was not asked for")
    }
    guard !user.webAuthnCredentials.contains(where: { $0.id == result.credentialID }) else {
      throw WebAuthnProblem("the credential is registered already")
    }
    return (attestation, try attestation.verify(client, wantsNoModel: wantsNoModel))
  }

  private func keep(_ credential: WebAuthnCredential, name: String, of user: User, _ visit: Visit) {
    let device = DeviceMaker.device(
      name, visit, more: ["credentialId": .string(credential.encodedID)], secret: credential.secret)
    visit.state.shared["webauthnDeviceUuid"] = .string(device.id)
    visit.state.shared["webauthnDeviceName"] = .string(name)
    if postpones {
      visit.state.transient[WebAuthnDeviceStorageNode.key] = device.json
    } else {
      WebAuthnDeviceStorageNode.store(device, of: user, withCodes: makesRecoveryCodes, visit)
    }
  }
}

/// Stores the authenticator of a registration that has postponed it.
struct WebAuthnDeviceStorageNode: Node {
  static let key = "webauthnDeviceData"

  private let maximum: Int
  private let makesRecoveryCodes: Bool

  init(_ configuration: NodeConfiguration) {
    maximum = configuration.integer("maxSavedDevices", else: 0)
    makesRecoveryCodes = configuration.flag("generateRecoveryCodes", else: true)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    guard let user = visit.user, let device = Devices.Device(visit.state[WebAuthnDeviceStorageNode.key]) else {
      return .outcome("failure")
    }
    if maximum > 0, user.devices[.webauthn].count >= maximum { return .outcome("exceedDeviceLimit") }
    visit.state.remove(WebAuthnDeviceStorageNode.key)
    WebAuthnDeviceStorageNode.store(device, of: user, withCodes: makesRecoveryCodes, visit)
    return .outcome("success")
  }

  static func store(_ device: Devices.Device, of user: User, withCodes: Bool, _ visit: Visit) {
    let codes = withCodes ? DeviceMaker.recoveryCodes(visit) : []
    visit.realm.users.change(user.name) { user in
      user.devices[.webauthn].append(device)
      // Each authenticator has codes of its own, and all of them are good.
      user.devices.recoveryCodes[.webauthn, default: []] += codes
    }
    DeviceMaker.show(codes, of: device.item["deviceName"]?.string ?? "", visit)
  }
}

extension AuthenticatorData {
  /// What later nodes may know of it.
  func info(attachment: String?) -> JSON {
    var info: JSON.Object = [
      "flags": [
        "UP": .bool(flags.contains(.userPresent)), "UV": .bool(flags.contains(.userVerified)),
        "AT": .bool(flags.contains(.attested)), "ED": .bool(flags.contains(.extended)),
        "BE": .bool(flags.contains(.backupEligible)), "BS": .bool(flags.contains(.backedUp)),
      ]
    ]
    if let attachment { info["authenticatorAttachment"] = .string(attachment) }
    return .object(info)
  }
}
