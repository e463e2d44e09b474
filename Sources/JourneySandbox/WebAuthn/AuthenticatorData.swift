import CBOR
import Crypto

/// What an authenticator signs of itself.
///
/// - Source: WebAuthn 6.1; am-protocol 8.4.
struct AuthenticatorData: Sendable {
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8

    static let userPresent = Flags(rawValue: 0x01)
    static let userVerified = Flags(rawValue: 0x04)
    static let backupEligible = Flags(rawValue: 0x08)
    static let backedUp = Flags(rawValue: 0x10)
    static let attested = Flags(rawValue: 0x40)
    static let extended = Flags(rawValue: 0x80)
  }

  /// A credential that has just been made.
  struct Credential: Sendable {
    /// The model of the authenticator, 16 bytes; zeros where it is not told.
    let model: [UInt8]
    let id: [UInt8]
    let key: COSEKey
  }

  /// As they came, since they are what is signed.
  let bytes: [UInt8]
  let partyHash: [UInt8]
  let flags: Flags
  /// 0 where the authenticator does not count.
  let signCount: Int
  let credential: Credential?

  init(_ bytes: [UInt8]) throws(WebAuthnProblem) {
    guard bytes.count >= 37 else { throw WebAuthnProblem("the authenticator data is too short") }
    self.bytes = bytes
    partyHash = Array(bytes[..<32])
    flags = Flags(rawValue: bytes[32])
    signCount = bytes[33..<37].reduce(0) { $0 << 8 | Int($1) }
    var rest = bytes[37...]
    credential = try flags.contains(.attested) ? AuthenticatorData.credential(&rest) : nil
    if flags.contains(.extended) {
      guard let extensions = try? CBOR.takeFirst(from: &rest), extensions.map != nil else {
        throw WebAuthnProblem("the extensions of the authenticator data are no CBOR map")
      }
    }
    guard rest.isEmpty else { throw WebAuthnProblem("there are bytes after the authenticator data") }
  }

  private static func credential(_ rest: inout ArraySlice<UInt8>) throws(WebAuthnProblem) -> Credential {
    guard rest.count >= 18 else { throw WebAuthnProblem("the credential in the authenticator data is cut off") }
    let model = Array(rest.prefix(16))
    let length = rest.dropFirst(16).prefix(2).reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(18)
    guard (1...1023).contains(length), rest.count >= length else {
      throw WebAuthnProblem("the id of the credential has no length that it may have")
    }
    let id = Array(rest.prefix(length))
    rest = rest.dropFirst(length)
    do {
      return Credential(model: model, id: id, key: try COSEKey(try CBOR.takeFirst(from: &rest)))
    } catch let problem as WebAuthnProblem {
      throw problem
    } catch {
      throw WebAuthnProblem("the key of the credential is no CBOR: \(error)")
    }
  }

  /// Checks the domain and the flags, which the two ceremonies have in common.
  func check(for party: RelyingParty) throws(WebAuthnProblem) {
    guard constantTimeEquals(partyHash, HashAlgorithm.sha256.hash(Array(party.id.utf8))) else {
      throw WebAuthnProblem("the authenticator data is for another domain than \(party.id)")
    }
    guard flags.contains(.userPresent) else { throw WebAuthnProblem("nobody was present") }
    guard !party.requiresVerification || flags.contains(.userVerified) else {
      throw WebAuthnProblem("the authenticator has not verified its user")
    }
    guard !flags.contains(.backedUp) || flags.contains(.backupEligible) else {
      throw WebAuthnProblem("the credential is backed up and says that it cannot be")
    }
  }
}
