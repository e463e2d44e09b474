internal import Crypto
package import JSON

extension JWS {
  /// A compact token over the payload, signed with a private or a symmetric key.
  ///
  /// - Parameters:
  ///   - header: goes out as it is, members in order; `alg` has to name an algorithm that the key allows. `kid` is not
  ///     added.
  ///   - payload: any bytes.
  ///   - key: the key to sign with.
  package static func sign(header: JSON.Object, payload: [UInt8], key: JWK) throws(JOSEError) -> String {
    let algorithm = try algorithm(of: header)
    guard key.allows(.sign, with: algorithm) else {
      throw JOSEError.badKey("it is not for signing with \(algorithm.rawValue)")
    }
    if let secret = key.secret { return try sign(header: header, payload: payload, secret: secret) }
    guard key.isPrivate else { throw JOSEError.badKey("its private part is missing") }
    try key.checkStrength()
    let protected = Base64URL.encode(JSON.object(header).bytes())
    let body = Base64URL.encode(payload)
    let signature = try Jose().sign(
      protected: protected, payload: body, key: key.bare(for: algorithm, .sign))
    return "\(protected).\(body).\(signature)"
  }

  /// A compact token over the payload, signed with a secret: HS256, HS384 or HS512.
  package static func sign(header: JSON.Object, payload: [UInt8], secret: [UInt8]) throws(JOSEError) -> String {
    let algorithm = try algorithm(of: header)
    let signingInput = "\(Base64URL.encode(JSON.object(header).bytes())).\(Base64URL.encode(payload))"
    let signature = try algorithm.authenticate(signingInput, secret: secret)
    return "\(signingInput).\(Base64URL.encode(signature))"
  }

  private static func algorithm(of header: JSON.Object) throws(JOSEError) -> JWSAlgorithm {
    guard header["crit"] == nil else { throw JOSEError.critical }
    guard let name = header["alg"]?.string else { throw JOSEError.malformed("its header names no algorithm (alg)") }
    guard let algorithm = JWSAlgorithm(rawValue: name) else { throw JOSEError.unsupportedAlgorithm(name) }
    return algorithm
  }
}
