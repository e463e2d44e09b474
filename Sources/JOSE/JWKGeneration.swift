internal import JSON

extension JWK {
  /// The kinds of key that can be made.
  package enum KeyKind: Sendable, CaseIterable {
    /// RSA with 2048 bits.
    case rsa2048
    /// Elliptic, on the curve P-256.
    case p256
  }

  /// A new private key for signatures.
  ///
  /// - Parameters:
  ///   - kind: what key; making an RSA key takes some tenths of a second.
  ///   - kid: the key id, left out when nil.
  ///   - alg: the only algorithm that the key is for, not limited when nil. It has to be one for this kind.
  package static func generate(_ kind: KeyKind, kid: String?, alg: JWSAlgorithm?) throws(JOSEError) -> JWK {
    let made = try Jose().generate(kind.template)
    guard let kty = made["kty"] else { throw JOSEError.library("a key without a type was made") }
    var object: JSON.Object = ["kty": kty, "use": "sig"]
    object["kid"] = kid.map(JSON.string)
    object["alg"] = alg.map { .string($0.rawValue) }
    let names = members(of: kty.string ?? "")
    for name in ["crv"] + names.needed + names.hidden {
      object[name] = made[name]
    }
    let key = try JWK(json: object)
    if let alg, !key.allows(.sign, with: alg) {
      throw JOSEError.badKey("\(alg.rawValue) does not sign with this kind of key")
    }
    return key
  }
}

extension JWK.KeyKind {
  /// What José makes the key from.
  fileprivate var template: JSON {
    switch self {
    case .rsa2048: ["kty": "RSA", "bits": 2048]
    case .p256: ["kty": "EC", "crv": "P-256"]
    }
  }
}
