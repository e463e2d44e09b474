import Crypto
import JSON

/// The one-time codes that an app is registered for.
struct OathEnrolment: Sendable {
  static let deviceName = "OATH Device"

  private let digits: Int
  private let secretBytes: Int
  private let isTimed: Bool
  private let period: Int
  private let hash: String

  init(_ configuration: NodeConfiguration) {
    digits = configuration.text("passwordLength", else: "SIX_DIGITS") == "EIGHT_DIGITS" ? 8 : 6
    secretBytes = min(max(configuration.integer("minSharedSecretLength", else: 32), 32), 256) / 2
    isTimed = configuration.text("algorithm", else: "TOTP") != "HOTP"
    period = max(configuration.integer("totpTimeInterval", else: 30), 1)
    hash = configuration.text("totpHashAlgorithm", else: "HMAC_SHA1")
  }

  var type: String { isTimed ? "totp" : "hotp" }

  /// A new secret, which the state keeps until the app has it.
  func begin(_ visit: Visit) -> [UInt8] {
    let secret = visit.services.tokens.random.bytes(secretBytes)
    visit.state.transient[key(visit)] = .string(Base64.encode(secret))
    return secret
  }

  /// The secret that was begun with, once.
  func end(_ visit: Visit) -> [UInt8]? {
    defer { visit.state.transient[key(visit)] = nil }
    return visit.state.transient[key(visit)]?.string.flatMap(Base64.decode)
  }

  private func key(_ visit: Visit) -> String { visit.nodeID + ".secret" }

  /// What the URI says of the codes.
  func add(to parameters: inout Parameters) {
    if isTimed { parameters.add("period", String(period)) } else { parameters.add("counter", "0") }
    parameters.add("digits", String(digits))
    if hash != "HMAC_SHA1" { parameters.add("algorithm", String(hash.dropFirst(5))) }
  }

  func device(_ secret: [UInt8], _ visit: Visit) -> Devices.Device {
    DeviceMaker.device(
      OathEnrolment.deviceName, visit,
      secret: [
        "secret": .string(Base64.encode(secret)), "digits": .number(JSON.Number(digits)), "hash": .string(hash),
        "counter": 0, "lastStep": -1,
      ])
  }
}
