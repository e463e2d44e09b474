package import Crypto
internal import JSON

extension JWK {
  /// The public part as a key that signatures can be checked with: RSA of 2,048 bits or more, or a point on one of the curves of
  /// ``JWSAlgorithm``. Throws for any other.
  package func verificationKey() throws(JOSEError) -> PublicKey {
    switch kty {
    case "RSA":
      try checkStrength()
      guard let modulus = bytes("n"), let exponent = bytes("e"),
        let key = PublicKey(modulus: modulus, exponent: exponent)
      else { throw JOSEError.badKey("its numbers are no RSA key") }
      return key
    case "EC":
      let name = json["crv"]?.string ?? ""
      guard let curve = PublicKey.Curve(named: name) else {
        throw JOSEError.badKey("its curve is P-256, P-384 or P-521")
      }
      guard let x = bytes("x"), let y = bytes("y"), let key = PublicKey(curve, x: x, y: y) else {
        throw JOSEError.badKey("its numbers are no point on the curve \(name)")
      }
      return key
    default: throw JOSEError.badKey("its type (kty) is RSA or EC")
    }
  }
}

extension PublicKey.Curve {
  fileprivate init?(named name: String) {
    switch name {
    case "P-256": self = .p256
    case "P-384": self = .p384
    case "P-521": self = .p521
    default: return nil
    }
  }
}
