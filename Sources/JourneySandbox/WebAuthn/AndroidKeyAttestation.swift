import CBOR
import Crypto

/// The attestation of a key that the keystore of an Android device has made.
///
/// - Source: WebAuthn 8.4.
extension Attestation {
  func verifyAndroidKey(_ client: ClientData) throws(WebAuthnProblem) -> Kind {
    let certificate = try certificate()
    guard try statedAlgorithm().verifies(signature, of: data.bytes + client.hash, with: certificate.publicKey) else {
      throw WebAuthnProblem("the attestation is not signed by its certificate")
    }
    try AndroidKey(certificate).check(isOf: credential.key.key, challenges: [client.hash])
    return .basic
  }
}

/// A key of an Android device, as its certificate describes it.
///
/// - Source: the key attestation schema of Android.
struct AndroidKey: Sendable {
  private static let extensionID = "1.3.6.1.4.1.11129.2.1.17"
  // Values of the keystore, as DER has integers.
  private static let generated: [UInt8] = [0]
  private static let signing: [UInt8] = [2]

  private let publicKey: PublicKey
  private let challenge: [UInt8]
  private let software: Facts
  private let hardware: Facts

  init(_ certificate: Certificate) throws(WebAuthnProblem) {
    let description = certificate.value(of: AndroidKey.extensionID).flatMap { DERElement($0) }
    guard let facts = description?.elements, facts.count >= 8 else {
      throw WebAuthnProblem("the certificate does not describe its key as Android does")
    }
    publicKey = certificate.publicKey
    challenge = facts[4].content
    software = Facts(facts[6])
    hardware = Facts(facts[7])
  }

  /// Checks that it is a certain key, made for one of the challenges, and as keys for signing in have to be.
  func check(isOf key: PublicKey, challenges: [[UInt8]]) throws(WebAuthnProblem) {
    guard publicKey == key else { throw WebAuthnProblem("the certificate is of another key") }
    guard challenges.contains(challenge) else {
      throw WebAuthnProblem("the certificate was made for another challenge")
    }
    guard !software.isForAll, !hardware.isForAll else {
      throw WebAuthnProblem("the key can be used by every application of the device")
    }
    guard (software.origin ?? hardware.origin) == AndroidKey.generated,
      (software.purposes ?? hardware.purposes)?.contains(AndroidKey.signing) == true
    else { throw WebAuthnProblem("the key was not made on the device, or is not for signing") }
  }

  /// What software or hardware of the device sees to.
  private struct Facts: Sendable {
    /// Whether every application may use the key.
    let isForAll: Bool
    let origin: [UInt8]?
    let purposes: [[UInt8]]?

    init(_ list: DERElement) {
      isForAll = list.contextual(600) != nil
      origin = list.contextual(702)?.elements?.first?.content
      purposes = list.contextual(1)?.elements?.first?.elements?.map(\.content)
    }
  }
}
