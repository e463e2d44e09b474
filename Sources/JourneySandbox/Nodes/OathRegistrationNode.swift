import JSON

/// Registers an authenticator app for one-time codes (journey-nodes 7.6).
struct OathRegistrationNode: Node {
  private let enrolment: Enrolment
  private let oath: OathEnrolment
  private let postpones: Bool

  init(_ configuration: NodeConfiguration) {
    enrolment = Enrolment(configuration)
    oath = OathEnrolment(configuration)
    postpones = configuration.flag("postponeDeviceProfileStorage", else: false)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    guard !visit.answers("ConfirmationCallback").isEmpty, let secret = oath.end(visit) else {
      let uri = uri(user, secret: oath.begin(visit))
      return .ask(enrolment.callbacks(uri, visit) + [.confirmation(["Next"], defaultOption: 0, preset: 0)])
    }
    let device = oath.device(secret, visit)
    let codes = enrolment.recoveryCodes(visit)
    if postpones {
      visit.state.transient["oathDeviceProfile"] = device.json
      visit.state.transient["oathRecoveryCodes"] = .array(codes.map(JSON.string))
    } else {
      visit.realm.users.change(user.name) { $0.devices.replace(.oath, with: device, recoveryCodes: codes) }
    }
    DeviceMaker.show(codes, of: OathEnrolment.deviceName, visit)
    return .outcome("successOutcome")
  }

  private func uri(_ user: User, secret: [UInt8]) -> String {
    var parameters = Parameters()
    parameters.add("issuer", enrolment.issuer)
    oath.add(to: &parameters)
    parameters.add("b", enrolment.color)
    if let image = enrolment.image { parameters.add("image", image) }
    return enrolment.uri("otpauth", oath.type, of: user, secret: secret, parameters)
  }
}

/// Stores what a registration has postponed.
struct OathDeviceStorageNode: Node {
  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    guard let device = Devices.Device(visit.state.transient["oathDeviceProfile"]) else {
      return .outcome("failureOutcome")
    }
    let codes = (visit.state.transient["oathRecoveryCodes"]?.array ?? []).compactMap(\.string)
    visit.realm.users.change(user.name) { $0.devices.replace(.oath, with: device, recoveryCodes: codes) }
    visit.state.remove("oathDeviceProfile")
    visit.state.remove("oathRecoveryCodes")
    return .outcome("successOutcome")
  }
}
