import Crypto
import JOSE
import JSON

/// Binds a key of a device to the user (journey-nodes 7.7).
struct DeviceBindingNode: Node {
  private let authenticationType: String
  private let applications: [String]
  private let title: LocalizedText
  private let subtitle: LocalizedText
  private let description: LocalizedText
  private let maximum: Int
  private let timeoutSeconds: Int
  private let wantsAttestation: Bool
  private let postpones: Bool

  init(_ configuration: NodeConfiguration) {
    authenticationType = configuration.text("authenticationType", else: "BIOMETRIC_ALLOW_FALLBACK")
    applications = configuration.list("applicationIds")
    title = configuration.texts("title")
    subtitle = configuration.texts("subtitle")
    description = configuration.texts("description")
    maximum = configuration.integer("maxSavedDevices", else: 0)
    timeoutSeconds = configuration.integer("timeout", else: 60)
    wantsAttestation = configuration.flag("attestation", else: false)
    postpones = configuration.flag("postponeDeviceProfileStorage", else: false)
  }

  private static let challengeKey = "DeviceBindingNode.CHALLENGE"

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    guard user.isActive else { throw NodeFailure("the user is not active") }
    if maximum > 0, user.devices[.binding].count >= maximum { return .outcome("exceedDeviceLimit") }
    guard let answer = visit.answers("DeviceBindingCallback").first else { return ask(user, visit) }
    let (jws, deviceID, error) = (
      answer.text(suffix: "jws"), answer.text(suffix: "deviceId"), answer.text(suffix: "clientError")
    )
    guard !jws.isEmpty, !deviceID.isEmpty else { return error.isEmpty ? ask(user, visit) : .outcome(error) }
    let challenge = visit.state.shared[DeviceBindingNode.challengeKey]?.string ?? ""
    visit.state.remove(DeviceBindingNode.challengeKey)
    let proof: (kid: String, key: JSON.Object)
    do {
      proof = try proved(jws, challenge: challenge, at: visit.now)
    } catch {
      let problem = (error as? WebAuthnProblem)?.message ?? "\(error)"
      return visit.outcome("failure", because: "the proof of the key is refused: \(problem)")
    }
    let name = answer.text(suffix: "deviceName")
    let device = DeviceMaker.device(
      name.isEmpty ? "Device Name" : name, visit, more: ["deviceId": .string(deviceID)],
      secret: ["kid": .string(proof.kid), "key": .object(proof.key)])
    if postpones {
      visit.state.transient["DeviceBinding.DEVICE"] = device.json
    } else {
      visit.realm.users.change(user.name) { $0.devices[.binding].append(device) }
    }
    return .outcome("success")
  }

  private func ask(_ user: User, _ visit: Visit) -> Action {
    let challenge = Base64.encode(visit.services.tokens.random.bytes(32))
    visit.state.shared[DeviceBindingNode.challengeKey] = .string(challenge)
    return .ask([
      CallbackDraft(
        "DeviceBindingCallback",
        outputs: [
          ("userId", .string(visit.realm.universalID(user.name))), ("username", .string(user.name)),
          ("authenticationType", .string(authenticationType)), ("challenge", .string(challenge)),
          ("title", .string(visit.text(title, else: "Authentication required"))),
          ("subtitle", .string(visit.text(subtitle, else: "Cryptography device binding"))),
          ("description", .string(visit.text(description, else: "Please complete with biometric to proceed"))),
          ("timeout", .number(JSON.Number(timeoutSeconds))), ("attestation", .bool(wantsAttestation)),
        ], inputs: [.text("jws"), .text("deviceName"), .text("deviceId"), .text("clientError")])
    ])
  }

  /// The key in the header of a JWS that answers the challenge. A device that has to attest it does so with a certificate of its
  /// keystore, unless it says that it runs iOS, as AM skips the check for those.
  private func proved(_ text: String, challenge: String, at now: Moment) throws -> (kid: String, key: JSON.Object) {
    let signed = try JWS(compact: text)
    let claims = try DeviceProof.claims(signed, challenge: challenge, applications: applications, at: now)
    guard let json = signed.header["jwk"]?.object else { throw DeviceProof.Problem.signature }
    let key = try JWK(json: json)
    try DeviceProof.verify(signed, with: key)
    if wantsAttestation, claims["platform"]?.string != "ios" {
      try DeviceProof.checkAttestation(of: key, challenge: challenge)
    }
    return (signed.keyID ?? key.kid ?? "", key.publicKey.json)
  }
}

/// Stores a device whose binding was postponed.
struct DeviceBindingStorageNode: Node {
  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    guard let device = Devices.Device(visit.state.transient["DeviceBinding.DEVICE"]) else { return .outcome("false") }
    visit.state.remove("DeviceBinding.DEVICE")
    visit.realm.users.change(user.name) { $0.devices[.binding].append(device) }
    return .outcome("true")
  }
}
