import Crypto
import JOSE
import JSON

/// The keys that ID tokens are signed with: one RSA and one EC key for all realms, made at first use, since making an RSA key takes longer
/// than everything else at the start.
actor SigningKeys {
  private let random: any RandomSource
  private var rsa: JWK?
  private var ec: JWK?

  init(random: any RandomSource) {
    self.random = random
  }

  /// The RS256 key.
  func signing() throws(JOSEError) -> JWK {
    if let rsa { return rsa }
    let made = try JWK.generate(.rsa2048, kid: keyID(), alg: .RS256)
    rsa = made
    return made
  }

  /// The public keys.
  func published() throws(JOSEError) -> JWKSet {
    if ec == nil { ec = try JWK.generate(.p256, kid: keyID(), alg: .ES256) }
    let keys = [try signing()] + (ec.map { [$0] } ?? [])
    return JWKSet(keys: keys.map(\.publicKey))
  }

  func sign(_ claims: JSON.Object) throws(JOSEError) -> String {
    let key = try signing()
    let header: JSON.Object = ["typ": "JWT", "kid": .string(key.kid ?? ""), "alg": "RS256"]
    return try JWS.sign(header: header, payload: JSON.object(claims).bytes(), key: key)
  }

  /// The claims of a token that these keys signed, expired or not.
  func verify(_ token: String) throws(JOSEError) -> JSON.Object {
    let signed = try JWS(compact: token)
    try signed.verify(with: try published())
    return try signed.claims()
  }

  /// Base64 with its `=`, as AM writes key ids (am-protocol 7.8).
  private func keyID() -> String { Base64.encode(random.bytes(20)) }
}
