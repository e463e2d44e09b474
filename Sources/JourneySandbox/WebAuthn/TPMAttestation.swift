import CBOR
import Crypto

/// The attestation of a key that a Trusted Platform Module has made.
///
/// - Source: WebAuthn 8.3; TPM 2.0 Library, Part 2, 10.12 and 12.2.
extension Attestation {
  func verifyTPM(_ client: ClientData) throws(WebAuthnProblem) -> Kind {
    guard statement["ver"]?.text == "2.0", let area = statement["pubArea"]?.bytes,
      let told = statement["certInfo"]?.bytes
    else { throw WebAuthnProblem("the attestation is not of a TPM 2.0") }
    let algorithm = try statedAlgorithm()
    guard let hash = algorithm.hash, let key = TPMPublicArea(area), key.publicKey == credential.key.key else {
      throw WebAuthnProblem("the TPM attests another key than the credential's")
    }
    guard let info = TPMCertification(told) else { throw WebAuthnProblem("what the TPM says is no certification") }
    guard info.extra == hash.hash(data.bytes + client.hash) else {
      throw WebAuthnProblem("the TPM certified the key for something else")
    }
    guard info.name == key.name else { throw WebAuthnProblem("the TPM certified another key") }
    let certificate = try certificate()
    guard algorithm.verifies(signature, of: told, with: certificate.publicKey) else {
      throw WebAuthnProblem("the attestation is not signed by its certificate")
    }
    guard certificate.version == 3, !certificate.isAuthority, certificate.isWithoutSubject,
      Attestation.namesModule(certificate), Attestation.isForAttestations(certificate), isOfModel(certificate)
    else { throw WebAuthnProblem("the certificate is not one of a TPM") }
    return .authority
  }

  /// Whether maker, model and version of the module stand among the other names of the subject.
  private static func namesModule(_ certificate: Certificate) -> Bool {
    let names = certificate.value(of: "2.5.29.17").flatMap { DERElement($0) }
    let attributes = names?.contextual(4)?.elements?.first?.elements?.flatMap { $0.elements ?? [] } ?? []
    let types = Set(attributes.compactMap { $0.elements?.first?.content })
    // 2.23.133.2.1 to 3
    return (1...3).allSatisfy { types.contains([0x67, 0x81, 0x05, 0x02, $0]) }
  }

  /// Whether it is for keys of attestation, 2.23.133.8.3.
  private static func isForAttestations(_ certificate: Certificate) -> Bool {
    let purposes = certificate.value(of: "2.5.29.37").flatMap { DERElement($0) }?.elements ?? []
    return purposes.contains { $0.content == [0x67, 0x81, 0x05, 0x08, 0x03] }
  }
}

/// `TPMT_PUBLIC`: a public key as a module describes it.
private struct TPMPublicArea {
  let publicKey: PublicKey
  /// The identifier of the hash, and the hash of the description.
  let name: [UInt8]

  private static let none = 0x0010
  private static let hashes: [Int: HashAlgorithm] = [0x0004: .sha1, 0x000B: .sha256, 0x000C: .sha384, 0x000D: .sha512]
  private static let curves: [Int: PublicKey.Curve] = [3: .p256, 4: .p384, 5: .p521]

  init?(_ bytes: [UInt8]) {
    var reader = BigEndianReader(bytes)
    guard let kind = reader.number(2), let hash = reader.number(2).flatMap({ TPMPublicArea.hashes[$0] }),
      // Attributes and policy.
      reader.take(4) != nil, reader.sized() != nil,
      // A key that signs protects no others, so that no symmetric algorithm stands here.
      reader.number(2) == TPMPublicArea.none, TPMPublicArea.skipScheme(&reader),
      let key = kind == 0x0001 ? TPMPublicArea.rsa(&reader) : kind == 0x0023 ? TPMPublicArea.curve(&reader) : nil,
      reader.isAtEnd
    else { return nil }
    publicKey = key
    name = Array(bytes[2..<4]) + hash.hash(bytes)
  }

  /// An algorithm, with its hash where there is one.
  private static func skipScheme(_ reader: inout BigEndianReader) -> Bool {
    guard let scheme = reader.number(2) else { return false }
    return scheme == none || reader.take(2) != nil
  }

  private static func rsa(_ reader: inout BigEndianReader) -> PublicKey? {
    guard reader.take(2) != nil, let exponent = reader.take(4), let modulus = reader.sized() else { return nil }
    return PublicKey(modulus: modulus, exponent: exponent == [0, 0, 0, 0] ? [1, 0, 1] : exponent)
  }

  private static func curve(_ reader: inout BigEndianReader) -> PublicKey? {
    guard let curve = reader.number(2).flatMap({ curves[$0] }), skipScheme(&reader), let x = reader.sized(),
      let y = reader.sized(), max(x.count, y.count) <= curve.byteCount
    else { return nil }
    func padded(_ number: [UInt8]) -> [UInt8] {
      [UInt8](repeating: 0, count: curve.byteCount - number.count) + number
    }
    return PublicKey(curve, x: padded(x), y: padded(y))
  }
}

/// `TPMS_ATTEST` of the kind that certifies a key.
private struct TPMCertification {
  /// What the module was given to sign along.
  let extra: [UInt8]
  /// The name of the key that is certified.
  let name: [UInt8]

  init?(_ bytes: [UInt8]) {
    var reader = BigEndianReader(bytes)
    guard reader.take(4) == [0xFF, 0x54, 0x43, 0x47], reader.number(2) == 0x8017,
      // The signer.
      reader.sized() != nil, let extra = reader.sized(),
      // Clock and version of the firmware.
      reader.take(17 + 8) != nil, let name = reader.sized(), reader.sized() != nil, reader.isAtEnd
    else { return nil }
    self.extra = extra
    self.name = name
  }
}

/// Reads numbers and pieces of bytes, the most significant byte first.
private struct BigEndianReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ count: Int) -> [UInt8]? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func number(_ count: Int) -> Int? {
    take(count)?.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Bytes with their number in two bytes before them.
  mutating func sized() -> [UInt8]? {
    number(2).flatMap { take($0) }
  }
}
