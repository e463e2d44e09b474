internal import JSON

/// Which key a signature may be checked or made with. José would take any key that it is given: it ignores `kid`, and
/// every key of a set counts. So the choice is made here, and José sees one key with the members that it needs.
extension JWK {
  /// What a key is asked to do, as `key_ops` names it.
  enum Operation: String {
    case sign, verify
  }

  /// Whether type, curve, `alg`, `use` and `key_ops` of the key allow this. So a public RSA key is never a secret for
  /// HMAC, and a key for encryption checks no signature.
  func allows(_ operation: Operation, with algorithm: JWSAlgorithm) -> Bool {
    guard kty == algorithm.keyType else { return false }
    if let curve = algorithm.curve, json["crv"]?.string != curve { return false }
    if let alg, alg != algorithm.rawValue { return false }
    if let use, use != "sig" { return false }
    guard let operations = json["key_ops"] else { return true }
    return operations.array?.contains(.string(operation.rawValue)) ?? false
  }

  /// Whether the key is the one that a header names. A header without `kid` names none, and any key will do.
  func isNamed(by kid: JSON?) -> Bool {
    kid == nil || json["kid"] == kid
  }

  /// Throws when the key is too short for the algorithm: RSA keys need 2048 bits (RFC 7518 section 3.3), which José
  /// would answer with a bad signature.
  func checkStrength() throws(JOSEError) {
    guard kty == "RSA", let modulus = bytes("n") else { return }
    let significant = modulus.drop { $0 == 0 }
    let bits = significant.count * 8 - (significant.first?.leadingZeroBitCount ?? 0)
    guard bits >= 2048 else { throw JOSEError.badKey("an RSA key needs 2048 bits, this one has \(bits)") }
  }

  /// The key as José gets it: type, curve and numbers, and the algorithm that it is used with. Anything else could
  /// change what José does; a member `keys`, for one, would make it a set.
  func bare(for algorithm: JWSAlgorithm, _ operation: Operation) -> JSON {
    let names = Self.members(of: kty)
    var object: JSON.Object = ["kty": .string(kty), "alg": .string(algorithm.rawValue)]
    for name in ["crv"] + names.needed + (operation == .sign ? names.hidden : []) {
      object[name] = json[name]
    }
    return .object(object)
  }
}
