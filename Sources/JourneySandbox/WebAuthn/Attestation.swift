import CBOR
import Crypto

/// What an authenticator tells of a credential that it has made, and the proof of it.
///
/// The formats `none`, `packed`, `tpm`, `android-key` and `fido-u2f` are checked. Of certificates the form and the signature that they check are
/// looked at, not who issued them.
///
/// - Source: WebAuthn 6.5, 8.2 to 8.4, 8.6, 8.7.
struct Attestation: Sendable {
  /// Who vouches for the credential.
  enum Kind: String, Sendable {
    case none = "NONE"
    /// The credential itself.
    case own = "SELF"
    /// A key of the maker of the authenticator.
    case basic = "BASIC"
    /// A key of the authenticator for which an authority has vouched.
    case authority = "CA"
  }

  let data: AuthenticatorData
  let credential: AuthenticatorData.Credential
  private let format: String
  let statement: CBOR

  init(_ bytes: [UInt8]) throws(WebAuthnProblem) {
    let object: CBOR
    do {
      object = try CBOR(decoding: bytes)
    } catch {
      throw WebAuthnProblem("the attestation object is no CBOR: \(error)")
    }
    guard let format = object["fmt"]?.text, let statement = object["attStmt"], statement.map != nil,
      let data = object["authData"]?.bytes
    else { throw WebAuthnProblem("the attestation object lacks fmt, attStmt or authData") }
    self.format = format
    self.statement = statement
    self.data = try AuthenticatorData(data)
    guard let credential = self.data.credential else { throw WebAuthnProblem("there is no credential in it") }
    self.credential = credential
  }

  /// - Parameter wantsNoModel: whether an authenticator of the older form must not tell its model.
  func verify(_ client: ClientData, wantsNoModel: Bool) throws(WebAuthnProblem) -> Kind {
    switch format {
    case "none":
      guard statement.map?.isEmpty == true else { throw WebAuthnProblem("the attestation none has a statement") }
      return .none
    case "packed": return try verifyPacked(client)
    case "tpm": return try verifyTPM(client)
    case "android-key": return try verifyAndroidKey(client)
    case "fido-u2f":
      guard !wantsNoModel || credential.model.allSatisfy({ $0 == 0 }) else {
        throw WebAuthnProblem("a fido-u2f authenticator tells a model")
      }
      return try verifyOlder(client)
    default: throw WebAuthnProblem("attestations of the format \(format) are not checked here")
    }
  }

  var signature: [UInt8] { statement["sig"]?.bytes ?? [] }

  /// What the statement says that it is signed with.
  func statedAlgorithm() throws(WebAuthnProblem) -> COSEAlgorithm {
    guard let number = statement["alg"]?.integer, let algorithm = COSEAlgorithm(rawValue: number) else {
      throw WebAuthnProblem("the algorithm of the attestation is not known")
    }
    return algorithm
  }

  private func verifyPacked(_ client: ClientData) throws(WebAuthnProblem) -> Kind {
    let algorithm = try statedAlgorithm()
    let signed = data.bytes + client.hash
    guard statement["x5c"] != nil else {
      guard algorithm == credential.key.algorithm,
        algorithm.verifies(signature, of: signed, with: credential.key.key)
      else { throw WebAuthnProblem("the attestation is not signed by the credential") }
      return .own
    }
    let certificate = try certificate()
    guard certificate.version == 3, !certificate.isAuthority,
      certificate.organizationalUnit == "Authenticator Attestation"
    else { throw WebAuthnProblem("the certificate is not one for attestations") }
    guard isOfModel(certificate) else { throw WebAuthnProblem("the certificate is of another model") }
    guard algorithm.verifies(signature, of: signed, with: certificate.publicKey) else {
      throw WebAuthnProblem("the attestation is not signed by its certificate")
    }
    return .basic
  }

  /// The form of authenticators from before WebAuthn.
  private func verifyOlder(_ client: ClientData) throws(WebAuthnProblem) -> Kind {
    guard credential.key.algorithm == .es256, let point = credential.key.point else {
      throw WebAuthnProblem("a fido-u2f credential has another key than ES256")
    }
    let signed = [0x00] + data.partyHash + client.hash + credential.id + [0x04] + point
    guard statement["x5c"]?.array?.count == 1,
      COSEAlgorithm.es256.verifies(signature, of: signed, with: try certificate().publicKey)
    else { throw WebAuthnProblem("the attestation is not signed by its one certificate") }
    return .basic
  }

  /// Whether a certificate is of the credential's model, or does not tell.
  func isOfModel(_ certificate: Certificate) -> Bool {
    // The extension with the model, an octet string of 16 bytes.
    let model = certificate.value(of: "1.3.6.1.4.1.45724.1.1.4")
    return model == nil || model == [0x04, 0x10] + credential.model
  }

  func certificate() throws(WebAuthnProblem) -> Certificate {
    guard let certificate = statement["x5c"]?.array?.first?.bytes.flatMap({ Certificate(der: $0) }) else {
      throw WebAuthnProblem("the certificate of the attestation cannot be read")
    }
    return certificate
  }
}
