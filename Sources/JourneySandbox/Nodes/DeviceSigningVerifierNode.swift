import Crypto
import JOSE
import JSON

/// Has a bound device sign a challenge (journey-nodes 7.7).
struct DeviceSigningVerifierNode: Node {
  private let isRandom: Bool
  private let challengeAttribute: String?
  private let applications: [String]
  private let title: LocalizedText
  private let subtitle: LocalizedText
  private let description: LocalizedText
  private let timeoutSeconds: Int
  private let capturesFailure: Bool

  init(_ configuration: NodeConfiguration) {
    isRandom = configuration.flag("challenge", else: true)
    challengeAttribute = configuration.text("sharedStateAttribute")
    applications = configuration.list("applicationIds")
    title = configuration.texts("title")
    subtitle = configuration.texts("subtitle")
    description = configuration.texts("description")
    timeoutSeconds = configuration.integer("timeout", else: 60)
    capturesFailure = configuration.flag("captureFailure", else: false)
  }

  private static let challengeKey = "DeviceSigningVerifierNode.CHALLENGE"
  private static let failureKey = "DeviceSigningVerifierNode.FAILURE"

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    if let user = visit.user, user.devices[.binding].isEmpty { return .outcome("noDeviceRegistered") }
    guard let answer = visit.answers("DeviceSigningVerifierCallback").first else { return try ask(visit) }
    let (jws, error) = (answer.text(suffix: "jws"), answer.text(suffix: "clientError"))
    guard !jws.isEmpty else { return error.isEmpty ? try ask(visit) : .outcome(error) }
    guard let signed = try? JWS(compact: jws) else { return fail("INVALID_SIGNATURE", visit) }
    guard let subject = (try? signed.claims())?["sub"]?.string else { return fail("INVALID_CLAIM", visit) }
    let found = visit.realm.username(universalID: subject).flatMap { visit.realm.users.user($0) }
    guard let user = found, visit.state.username == nil || user.id == visit.user?.id else {
      return try fail(found == nil ? "INVALID_USER" : "INVALID_SUBJECT", orEnd: visit)
    }
    guard user.isActive else { return try fail("NOT_ACTIVE_USER", orEnd: visit) }
    guard let device = user.devices[.binding].first(where: { $0.secret["kid"]?.string == signed.keyID }),
      let stored = device.secret["key"]?.object, let key = try? JWK(json: stored)
    else { return .outcome("keyNotFound") }
    do {
      let challenge = visit.state.shared[DeviceSigningVerifierNode.challengeKey]?.string ?? ""
      _ = try DeviceProof.claims(signed, challenge: challenge, applications: applications, at: visit.now)
      try DeviceProof.verify(signed, with: key)
    } catch {
      return fail(error.rawValue, visit)
    }
    visit.state.remove(DeviceSigningVerifierNode.challengeKey)
    visit.state.shared["username"] = .string(user.name)
    visit.state.universalID = visit.realm.universalID(user.name)
    visit.state.transient["DeviceSigningVerifierNode.JWT"] = .string(jws)
    visit.state.hasProvedFactor = true
    return .outcome("success")
  }

  private func ask(_ visit: Visit) throws(NodeFailure) -> Action {
    let challenge: String
    if isRandom {
      challenge = Base64.encode(visit.services.tokens.random.bytes(32))
    } else {
      guard let value = challengeAttribute.flatMap({ visit.state[$0]?.string }) else {
        throw NodeFailure("there is no challenge in the state")
      }
      challenge = value
    }
    visit.state.shared[DeviceSigningVerifierNode.challengeKey] = .string(challenge)
    return .ask([
      CallbackDraft(
        "DeviceSigningVerifierCallback",
        outputs: [
          ("userId", .string(visit.user.map { visit.realm.universalID($0.name) } ?? "")),
          ("challenge", .string(challenge)),
          ("title", .string(visit.text(title, else: "Authentication required"))),
          ("subtitle", .string(visit.text(subtitle, else: "Cryptography device binding"))),
          ("description", .string(visit.text(description, else: "Please complete with biometric to proceed"))),
          ("timeout", .number(JSON.Number(timeoutSeconds))),
        ], inputs: [.text("jws"), .text("clientError")])
    ])
  }

  private func fail(_ reason: String, _ visit: Visit) -> Action {
    visit.state.shared[DeviceSigningVerifierNode.failureKey] = .string(reason)
    return visit.outcome("failure", because: reason)
  }

  /// Some problems end the journey unless the node is told to catch them.
  private func fail(_ reason: String, orEnd visit: Visit) throws(NodeFailure) -> Action {
    guard capturesFailure else { throw NodeFailure(reason) }
    return fail(reason, visit)
  }
}
