import Crypto
import JSON

/// Registers a phone for push messages (journey-nodes 7.6).
struct PushRegistrationNode: Node {
  private let enrolment: Enrolment
  private let push: PushEnrolment

  init(_ configuration: NodeConfiguration) {
    enrolment = Enrolment(configuration)
    push = PushEnrolment(configuration)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    switch push.progress(visit) {
    case .none:
      let uri = enrolment.uri("pushauth", "push", of: user, push.begin(enrolment, visit))
      return .ask(enrolment.callbacks(uri, visit) + [PushEnrolment.poll])
    case .waiting: return .ask(visit.answers.map(\.kept))
    case .registered(let message):
      let device = push.device(message, enrolment, visit)
      let codes = enrolment.recoveryCodes(visit)
      visit.realm.users.change(user.name) { $0.devices.replace(.push, with: device, recoveryCodes: codes) }
      DeviceMaker.show(codes, of: PushEnrolment.deviceName, visit)
      return .outcome("successOutcome")
    case .refused: return .outcome("failureOutcome")
    case .late: return .outcome("timeoutOutcome")
    }
  }
}

/// Registers an app for one-time codes and for push messages at once, with one code to scan.
struct CombinedMultiFactorRegistrationNode: Node {
  private let enrolment: Enrolment
  private let push: PushEnrolment
  private let oath: OathEnrolment
  /// What the app must see to on its device, as JSON; empty for nothing.
  private let policies: String

  init(_ configuration: NodeConfiguration) {
    enrolment = Enrolment(configuration)
    push = PushEnrolment(configuration)
    oath = OathEnrolment(configuration)
    policies = configuration.text("policiesJson") ?? ""
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    switch push.progress(visit) {
    case .none:
      // Whoever has one of the two is registered already.
      guard user.devices[.push].isEmpty, user.devices[.oath].isEmpty else { return .outcome("successOutcome") }
      return .ask(enrolment.callbacks(uri(user, visit), visit) + [PushEnrolment.poll])
    case .waiting: return .ask(visit.answers.map(\.kept))
    case .registered(let message):
      guard let secret = oath.end(visit) else { return .outcome("failureOutcome") }
      let (phone, app) = (push.device(message, enrolment, visit), oath.device(secret, visit))
      let codes = enrolment.recoveryCodes(visit)
      visit.realm.users.change(user.name) { user in
        user.devices.replace(.push, with: phone, recoveryCodes: codes)
        user.devices.replace(.oath, with: app, recoveryCodes: codes)
      }
      DeviceMaker.show(codes, of: PushEnrolment.deviceName, visit)
      return .outcome("successOutcome")
    case .refused: return .outcome("failureOutcome")
    case .late: return .outcome("timeoutOutcome")
    }
  }

  private func uri(_ user: User, _ visit: Visit) -> String {
    var parameters = push.begin(enrolment, visit)
    oath.add(to: &parameters)
    if !policies.isEmpty { parameters.add("policies", Base64URL.encode(Array(policies.utf8))) }
    return enrolment.uri("mfauth", oath.type, of: user, secret: oath.begin(visit), parameters)
  }
}
