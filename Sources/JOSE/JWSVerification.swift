internal import Crypto
internal import JSON

extension JWS {
  /// Checks the signature with the one key of the set that the header names by `kid`; without `kid`, with each key whose
  /// type, curve, `alg`, `use` and `key_ops` fit. Returns when one matches.
  ///
  /// Refused before any key is looked at: `crit`, `none`, and every algorithm that is not in ``JWSAlgorithm``.
  package func verify(with keys: JWKSet) throws(JOSEError) {
    let algorithm = try acceptedAlgorithm()
    let kid = header["kid"]
    guard kid == nil || kid?.string != nil else { throw JOSEError.malformed("its 'kid' is not a text") }
    let candidates = keys.keys.filter { $0.allows(.verify, with: algorithm) && $0.isNamed(by: kid) }
    guard !candidates.isEmpty else { throw JOSEError.noMatchingKey(kid: keyID, algorithm: algorithm.rawValue) }
    var failure = JOSEError.badSignature
    for key in candidates {
      do throws(JOSEError) {
        return try verify(key, algorithm)
      } catch {
        // Of several keys only one can match; that the others do not says less than that one cannot be used.
        if error != .badSignature { failure = error }
      }
    }
    throw failure
  }

  /// Checks the signature of HS256, HS384 or HS512 with the secret, in constant time.
  package func verify(secret: [UInt8]) throws(JOSEError) {
    try verify(secret, try acceptedAlgorithm())
  }

  private func verify(_ key: JWK, _ algorithm: JWSAlgorithm) throws(JOSEError) {
    if let secret = key.secret { return try verify(secret, algorithm) }
    try key.checkStrength()
    let parts = signingInput.split(separator: ".", omittingEmptySubsequences: false).map { JSON.string(String($0)) }
    let token: JSON = ["protected": parts[0], "payload": parts[1], "signature": .string(Base64URL.encode(signature))]
    try Jose().verify(token, key: key.bare(for: algorithm, .verify))
  }

  private func verify(_ secret: [UInt8], _ algorithm: JWSAlgorithm) throws(JOSEError) {
    let expected = try algorithm.authenticate(signingInput, secret: secret)
    guard constantTimeEquals(expected, signature) else { throw JOSEError.badSignature }
  }

  private func acceptedAlgorithm() throws(JOSEError) -> JWSAlgorithm {
    guard header["crit"] == nil else { throw JOSEError.critical }
    guard let algorithm else { throw JOSEError.malformed("its header names no algorithm (alg)") }
    guard let accepted = JWSAlgorithm(rawValue: algorithm) else { throw JOSEError.unsupportedAlgorithm(algorithm) }
    return accepted
  }
}

extension JWK {
  /// The secret of a symmetric key.
  var secret: [UInt8]? {
    kty == "oct" ? bytes("k") : nil
  }
}

extension JWSAlgorithm {
  /// The HMAC over a signing input. José refuses secrets shorter than the hash, which AM's clients have, so OpenSSL is
  /// asked; an empty secret would let anyone sign.
  func authenticate(_ signingInput: String, secret: [UInt8]) throws(JOSEError) -> [UInt8] {
    guard keyType == "oct" else { throw JOSEError.unsupportedAlgorithm(rawValue) }
    guard !secret.isEmpty else { throw JOSEError.badKey("the secret is empty") }
    return hash.hmac(key: secret, Array(signingInput.utf8))
  }
}
