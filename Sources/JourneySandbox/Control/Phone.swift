import Crypto
import JSON

/// Does what a person's phone does with the code that a registration shows: the control endpoint `scan` (am-protocol 8.5).
enum Phone {
  /// - Parameter uri: the `otpauth:`, `pushauth:` or `mfauth:` URI of the code.
  /// - Returns: `{"code"}`, the one-time code of now, or `{"mechanismUid"}` of the phone that has registered for push messages; both for
  ///   a code that is of both.
  static func scan(_ uri: String, services: Services) throws(AMError) -> JSON {
    guard let query = uri.split(separator: "?", maxSplits: 1).dropFirst().first else {
      throw AMError(400, "uri: an otpauth:, pushauth: or mfauth: URI is wanted")
    }
    let facts = Parameters(encoded: String(query))
    if uri.hasPrefix("otpauth://") {
      return ["code": .string(try code(facts, isTimed: uri.hasPrefix("otpauth://totp/"), at: services.clock.now))]
    }
    let isBoth = uri.hasPrefix("mfauth://")
    guard isBoth || uri.hasPrefix("pushauth://"), let id = facts["m"], id.hasPrefix("REGISTER:") else {
      throw AMError(400, "This is no URI of a registration")
    }
    let code = isBoth ? try code(facts, isTimed: uri.hasPrefix("mfauth://totp/"), at: services.clock.now) : nil
    let uid = services.tokens.uuid()
    let registration: JSON.Object = [
      "mechanismUid": .string(uid), "deviceId": "sandbox", "deviceName": "Sandbox phone",
    ]
    guard services.push.answer(id, accepts: true, number: nil, registration: registration, at: services.clock.now)
    else { throw AMError(404, "There is no such registration that waits for a phone") }
    var answer: JSON.Object = ["mechanismUid": .string(uid)]
    if let code { answer["code"] = .string(code) }
    return .object(answer)
  }

  private static func code(_ facts: Parameters, isTimed: Bool, at now: Moment) throws(AMError) -> String {
    guard let secret = facts["secret"].flatMap(Base32.decode), !secret.isEmpty else {
      throw AMError(400, "The URI has no secret in base32")
    }
    let algorithm: HashAlgorithm =
      switch facts["algorithm"]?.uppercased() {
      case "SHA256": .sha256
      case "SHA512": .sha512
      default: .sha1
      }
    let period = max(facts["period"].flatMap { Int($0) } ?? 30, 1)
    let counter = isTimed ? now.seconds / period : facts["counter"].flatMap { Int($0) } ?? 0
    let digits = facts["digits"] == "8" ? 8 : 6
    return OneTimeCode.code(secret: secret, counter: counter, digits: digits, algorithm: algorithm)
  }
}
