import Crypto
import JSON

/// Asks for a one-time code of the user's authenticator app (journey-nodes 7.6).
struct OathTokenVerifierNode: Node {
  private let isTimed: Bool
  private let window: Int
  private let period: Int
  private let steps: Int
  private let hash: HashAlgorithm
  private let allowsRecovery: Bool

  init(_ configuration: NodeConfiguration) {
    isTimed = configuration.text("algorithm", else: "TOTP") != "HOTP"
    window = min(max(configuration.integer("hotpWindowSize", else: 100), 0), 1000)
    period = max(configuration.integer("totpTimeInterval", else: 30), 1)
    steps = min(max(configuration.integer("totpTimeSteps", else: 2), 0), 100)
    hash =
      switch configuration.text("totpHashAlgorithm", else: "HMAC_SHA1") {
      case "HMAC_SHA256": .sha256
      case "HMAC_SHA512": .sha512
      default: .sha1
      }
    allowsRecovery = configuration.flag("isRecoveryCodeAllowed", else: false)
  }

  func process(_ visit: Visit) throws(NodeFailure) -> Action {
    let user = try visit.knownUser()
    let pending = visit.state.transient["oathDeviceProfile"]?["secret"]?.object
    guard let secret = user.devices[.oath].first?.secret ?? pending else {
      visit.state.shared["mfaMethod"] = "oath"
      return .outcome("notRegisteredOutcome")
    }
    guard let confirmation = visit.answers("ConfirmationCallback").first else {
      return .ask([
        .name("Enter verification code"),
        .confirmation(allowsRecovery ? ["Submit", "Use recovery code"] : ["Submit"], defaultOption: 0, preset: 0),
      ])
    }
    if allowsRecovery, confirmation.index == 1 { return .outcome("recoveryCodeOutcome") }
    let code = visit.answers("NameCallback").first?.text() ?? ""
    guard let counter = counter(of: code, secret: secret, at: visit.now) else { return .outcome("failureOutcome") }
    // A code counts once: the next one has to be of a later step.
    visit.realm.users.change(user.name) { user in
      guard !user.devices[.oath].isEmpty else { return }
      user.devices[.oath][0].secret["lastStep"] = .number(JSON.Number(counter))
      user.devices[.oath][0].secret["counter"] = .number(JSON.Number(counter + 1))
      user.devices[.oath][0].item["lastAccessDate"] = .number(JSON.Number(visit.now.milliseconds))
    }
    visit.state.hasProvedFactor = true
    return .outcome("successOutcome")
  }

  /// The counter that a code belongs to, if it may be used.
  private func counter(of code: String, secret: JSON.Object, at now: Moment) -> Int? {
    guard [6, 8].contains(code.utf8.count), let key = secret["secret"]?.string.flatMap(Base64.decode) else {
      return nil
    }
    let digits = secret["digits"]?.integer ?? 6
    let range: ClosedRange<Int>
    if isTimed {
      let step = now.seconds / period
      range = (step - steps)...(step + steps)
    } else {
      let next = secret["counter"]?.integer ?? 0
      range = next...(next + window)
    }
    return range.first { counter in
      counter > (secret["lastStep"]?.integer ?? -1)
        && constantTimeEquals(
          Array(OneTimeCode.code(secret: key, counter: counter, digits: digits, algorithm: hash).utf8), Array(code.utf8)
        )
    }
  }
}
