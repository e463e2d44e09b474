import CBOR
import Crypto

/// The signature algorithms that a registration node can be set to (am-protocol 8.4), by their numbers in the registry of COSE.
enum COSEAlgorithm: Int, Sendable, CaseIterable {
  case es256 = -7
  case es384 = -35
  case es512 = -36
  case rs256 = -257
  case rs384 = -258
  case rs512 = -259
  case rs1 = -65535
  case eddsa = -8

  /// By the name in an export.
  init?(name: String) {
    guard let found = COSEAlgorithm.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  var name: String { self == .eddsa ? "EdDSA" : String(describing: self).uppercased() }

  /// What the message is hashed with; nil for EdDSA, which does that itself.
  var hash: HashAlgorithm? {
    switch self {
    case .es256, .rs256: .sha256
    case .es384, .rs384: .sha384
    case .es512, .rs512: .sha512
    case .rs1: .sha1
    case .eddsa: nil
    }
  }

  func verifies(_ signature: [UInt8], of message: [UInt8], with key: PublicKey) -> Bool {
    key.verifies(signature, of: message, hash: hash)
  }
}

/// The public key of a credential, bound to one algorithm.
///
/// - Source: RFC 9052 7, RFC 9053 7, RFC 8230 4; WebAuthn 6.5.1.1.
struct COSEKey: Sendable {
  let algorithm: COSEAlgorithm
  let key: PublicKey
  /// Both coordinates, of a key on a curve.
  let point: [UInt8]?

  init(_ cbor: CBOR) throws(WebAuthnProblem) {
    guard let number = cbor[3]?.integer, let algorithm = COSEAlgorithm(rawValue: number) else {
      throw WebAuthnProblem("the algorithm of the key is not known")
    }
    self.algorithm = algorithm
    let (x, y) = (cbor[-2]?.bytes ?? [], cbor[-3]?.bytes ?? [])
    let made: PublicKey?
    switch (algorithm, cbor[1]?.integer, cbor[-1]?.integer) {
    case (.es256, 2, 1): made = PublicKey(.p256, x: x, y: y)
    case (.es384, 2, 2): made = PublicKey(.p384, x: x, y: y)
    case (.es512, 2, 3): made = PublicKey(.p521, x: x, y: y)
    case (.eddsa, 1, 6): made = PublicKey(ed25519: x)
    case (.rs256, 3, _), (.rs384, 3, _), (.rs512, 3, _), (.rs1, 3, _):
      made = PublicKey(modulus: cbor[-1]?.bytes ?? [], exponent: x)
    default: throw WebAuthnProblem("the key is not of the kind that its algorithm \(algorithm.name) needs")
    }
    guard let made else { throw WebAuthnProblem("the numbers of the key make no \(algorithm.name) key") }
    key = made
    point = y.isEmpty ? nil : x + y
  }
}
