import Crypto
import JSON

/// A credential as the server keeps it: one of the user's devices.
struct WebAuthnCredential: Sendable {
  let id: [UInt8]
  let algorithm: COSEAlgorithm
  let key: PublicKey
  var signCount: Int

  init(_ attestation: Attestation) {
    id = attestation.credential.id
    algorithm = attestation.credential.key.algorithm
    key = attestation.credential.key.key
    signCount = attestation.data.signCount
  }

  /// What `secret` has made; nil for another device.
  init?(_ device: Devices.Device) {
    guard let id = device.item["credentialId"]?.string.flatMap(Base64URL.decode),
      let algorithm = device.secret["algorithm"]?.integer.flatMap({ COSEAlgorithm(rawValue: $0) }),
      let key = device.secret["key"]?.string.flatMap(Base64.decode).flatMap({ PublicKey(bytes: $0) })
    else { return nil }
    self.id = id
    self.algorithm = algorithm
    self.key = key
    signCount = device.secret["signCount"]?.integer ?? 0
  }

  var encodedID: String { Base64URL.encode(id) }

  /// What the server keeps and does not list.
  var secret: JSON.Object {
    [
      "algorithm": .number(JSON.Number(algorithm.rawValue)), "key": .string(Base64.encode(key.bytes)),
      "signCount": .number(JSON.Number(signCount)),
    ]
  }

  /// As clients are told of it in a list.
  var json: JSON { ["type": "public-key", "id": SignedBytes.json(id)] }

  /// As it stands in a script.
  var script: String { "{ \"type\": \"public-key\", \"id\": \(SignedBytes.script(id)) }" }

  /// Checks that this credential has answered the challenge.
  func verify(_ result: AuthenticationResult, for party: RelyingParty) throws(WebAuthnProblem) -> AuthenticatorData {
    let client = try ClientData(result.clientData, of: .authentication, for: party)
    let data = try AuthenticatorData(result.authenticatorData)
    try data.check(for: party)
    guard data.credential == nil else { throw WebAuthnProblem("there is a new credential in an authentication") }
    guard algorithm.verifies(result.signature, of: data.bytes + client.hash, with: key) else {
      throw WebAuthnProblem("the signature is not the credential's")
    }
    return data
  }
}

extension User {
  var webAuthnCredentials: [WebAuthnCredential] { devices[.webauthn].compactMap { WebAuthnCredential($0) } }
}
