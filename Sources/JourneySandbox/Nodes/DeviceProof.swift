import Crypto
import JOSE
import JSON

/// The checks that device binding and the signing verifier share (am-protocol 8.1, 8.2).
enum DeviceProof {
  enum Problem: String, Error {
    case claims = "INVALID_CLAIM"
    case signature = "INVALID_SIGNATURE"
    case subject = "INVALID_SUBJECT"
  }

  /// Seconds that clocks may differ.
  static let skew = 30

  /// Claims of a JWS that answers a challenge: `challenge` equal, `sub` there, `iss` one of the applications where it is there, times right.
  static func claims(_ signed: JWS, challenge: String, applications: [String], at now: Moment) throws(Problem)
    -> JSON.Object
  {
    guard let claims = try? signed.claims() else { throw .claims }
    guard claims["challenge"]?.string == challenge, claims["sub"]?.string?.isEmpty == false else { throw .claims }
    if let issuer = claims["iss"]?.string, !applications.isEmpty, !applications.contains(issuer) { throw .claims }
    guard let expires = claims["exp"]?.double, Double(now.seconds) <= expires + Double(skew) else { throw .claims }
    for name in ["nbf", "iat"] {
      if let start = claims[name]?.double, start > Double(now.seconds + skew) { throw .claims }
    }
    return claims
  }

  /// Checks the certificate that a key in the form of JOSE has with it. The challenge is the text or the bytes that it stands for.
  static func checkAttestation(of key: JWK, challenge: String) throws(WebAuthnProblem) {
    guard let first = key.json["x5c"]?[0]?.string.flatMap(Base64.decode), let certificate = Certificate(der: first)
    else {
      throw WebAuthnProblem("the key has no certificate that can be read")
    }
    guard let own = try? key.verificationKey() else {
      throw WebAuthnProblem("the key is of no kind that can be attested")
    }
    let forms = [Array(challenge.utf8), Base64.decode(challenge)].compactMap { $0 }
    try AndroidKey(certificate).check(isOf: own, challenges: forms)
  }

  static func verify(_ signed: JWS, with key: JWK) throws(Problem) {
    guard key.kty == "RSA" || key.kty == "EC" else { throw .signature }
    do {
      try signed.verify(with: JWKSet(keys: [key]))
    } catch {
      throw .signature
    }
  }
}
