import Crypto
import JSON
import Testing

@testable import JourneySandbox

/// What authenticators prove of themselves.
struct AttestationTests: PasskeyTests {
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("none", -7), ("none", -35), ("none", -36), ("none", -257), ("packed", -7), ("packed", -257), ("packed", -259),
      ("packed", -65535), ("packed", -8), ("packed-x5c", -7), ("packed-x5c", -257), ("fido-u2f", -7),
      ("tpm", -257), ("tpm", -7), ("tpm", -35), ("tpm", -36), ("android-key", -7), ("android-key", -257),
    ])
  func `a passkey of each kind is registered and signs in`(format: String, algorithm: Int) async throws {
    let desk = try Desk(
      journey: Self.export([
        "acceptedSigningAlgorithms": ["ES256", "ES384", "ES512", "RS256", "RS384", "RS512", "RS1", "EdDSA"]
      ]))
    let credential = try await register(
      desk, ["format": .string(format), "algorithm": .number(JSON.Number(algorithm))])
    let step = try await ask(desk)
    let answer = try Passkey.answers([Passkey.order("get", try .init(step), credential.order(["count": 2]))])[0]
    #expect(await post(answer["outcome"], to: step, desk).status == 200, "\(reason(desk, "t"))")
  }

  static let wrongAttestations: [Wrong] = [
    (["format": "none", "statement": true], "the attestation none"),
    (["format": "packed", "stranger": true], "the attestation is not signed by the credential"),
    (["format": "packed", "claimed": -257], "the attestation is not signed by the credential"),
    (["format": "packed", "claimed": -1], "the algorithm of the attestation"),
    (["format": "packed-x5c", "stranger": true], "the attestation is not signed by its certificate"),
    (["format": "packed-x5c", "unit": "Sales"], "the certificate is not one"),
    (["format": "packed-x5c", "authority": true], "the certificate is not one"),
    (["format": "packed-x5c", "otherModel": true], "the certificate is of another model"),
    (["format": "fido-u2f", "stranger": true], "the attestation is not signed by its one"),
    (["format": "fido-u2f", "model": true], "a fido-u2f authenticator"),
    (["format": "tpm", "version": "1.2"], "the attestation is not of a TPM 2.0"),
    (["format": "tpm", "otherKey": true], "the TPM attests another key"),
    (["format": "tpm", "areaTail": "00"], "the TPM attests another key"),
    (["format": "tpm", "otherMagic": true], "what the TPM says is no certification"),
    (["format": "tpm", "otherExtra": true], "the TPM certified the key for something else"),
    (["format": "tpm", "otherName": true], "the TPM certified another key"),
    (["format": "tpm", "stranger": true], "the attestation is not signed by its certificate"),
    (["format": "tpm", "subject": true], "the certificate is not one of a TPM"),
    (["format": "tpm", "names": [1, 2]], "the certificate is not one of a TPM"),
    (["format": "tpm", "otherPurpose": true], "the certificate is not one of a TPM"),
    (["format": "tpm", "authority": true], "the certificate is not one of a TPM"),
    (["format": "tpm", "otherModel": true], "the certificate is not one of a TPM"),
    (["format": "android-key", "stranger": true], "the attestation is not signed by its certificate"),
    (["format": "android-key", "otherKey": true], "the certificate is of another key"),
    (["format": "android-key", "undescribed": true], "the certificate does not describe its key"),
    (["format": "android-key", "broken": true], "the certificate does not describe its key"),
    (["format": "android-key", "otherChallenge": true], "the certificate was made for another challenge"),
    (["format": "android-key", "forAll": true], "the key can be used by every application"),
    (["format": "android-key", "keyOrigin": 2], "the key was not made on the device"),
    (["format": "android-key", "purposes": [3]], "the key was not made on the device"),
    (["format": "android-safetynet"], "attestations of the format android-safetynet"),
  ]

  @Test(.timeLimit(.minutes(1))) func `an attestation with anything wrong in it is a failure, and the log says what`()
    async throws
  {
    try await expectRefusals(Self.wrongAttestations, try Desk(journey: Self.export()))
  }

  @Test func `a key that the software of an Android device sees to is attested too`() async throws {
    let desk = try Desk(journey: Self.export())
    _ = try await register(desk, ["format": "android-key", "inSoftware": true])
  }

  /// The text of the client data and the bytes of the attestation.
  private func made(_ format: String) throws -> (client: ClientData, bytes: [UInt8]) {
    let party = RelyingParty(
      id: "localhost", origins: [Passkey.origin], challenge: Array(repeating: 7, count: 32), requiresVerification: false
    )
    let order: JSON.Object = [
      "ceremony": "create", "challenge": .string(Base64.encode(party.challenge)), "origin": .string(Passkey.origin),
      "party": "localhost", "format": .string(format),
    ]
    let outcome = try #require(try Passkey.answers([order])[0]["outcome"]?.string)
    let result = try RegistrationResult(outcome.split(separator: "::").map(String.init))
    return (try ClientData(result.clientData, of: .registration, for: party), result.attestation)
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["tpm", "android-key"])
  func `an attestation that is cut off anywhere, or changed where it is signed, is none`(format: String) throws {
    let (client, bytes) = try made(format)
    func isTaken(_ bytes: [UInt8]) -> Bool {
      (try? Attestation(bytes).verify(client, wantsNoModel: false)) != nil
    }
    #expect(isTaken(bytes))
    for count in bytes.indices { #expect(!isTaken(Array(bytes.prefix(count))), "\(count) bytes") }
    var taken: [Int] = []
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x10
      if isTaken(changed) { taken.append(index) }
    }
    // Nobody looks at who signed the certificate, for whom and until when; all else is signed, or says what is.
    let name = try #require(bytes.firstRange(of: Array("x5c".utf8)))
    // An array of one, bytes with their number in two.
    let head = bytes[name.upperBound...].prefix(4)
    #expect(head.prefix(2) == [0x81, 0x59])
    let start = name.upperBound + 4
    let certificate = start..<(start + head.suffix(2).reduce(0) { $0 << 8 | Int($1) })
    #expect(taken.allSatisfy(certificate.contains), "\(taken)")
  }
}
