internal import Crypto
package import JSON

/// A signed token in its compact form, taken apart and not yet verified.
///
/// - Source: RFC 7515 section 7.1.
package struct JWS: Sendable {
  /// The protected header; a compact token has no other.
  package let header: JSON.Object
  /// What is signed.
  package let payload: [UInt8]
  /// The signature; empty in an unsigned token.
  package let signature: [UInt8]
  /// What the signature is made over: the first two parts, still encoded, with the dot between them.
  package let signingInput: String

  /// `alg` of the header, whether it is accepted or not.
  package var algorithm: String? { header["alg"]?.string }
  /// `kid` of the header.
  package var keyID: String? { header["kid"]?.string }

  /// Takes a compact token apart. Unsigned and unknown ones can be read too, so that they can be shown; it is
  /// `verify` that refuses them. Names in the header have to be unique (RFC 7515 section 4), so that no two readers
  /// see two algorithms.
  package init(compact: String) throws(JOSEError) {
    let parts = compact.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count != 5 else { throw JOSEError.malformed("it is encrypted (JWE)") }
    guard parts.count == 3 else { throw JOSEError.malformed("it does not have three parts") }
    header = try Self.object(try Self.decode(parts[0], "header"), "header")
    guard Set(header.members.map { JSON.string($0.name) }).count == header.members.count else {
      throw JOSEError.malformed("a name occurs twice in its header")
    }
    payload = try Self.decode(parts[1], "payload")
    signature = try Self.decode(parts[2], "signature")
    signingInput = "\(parts[0]).\(parts[1])"
  }

  /// The payload as a JSON object. Says nothing about the signature.
  package func claims() throws(JOSEError) -> JSON.Object {
    try Self.object(payload, "payload")
  }

  private static func decode(_ part: Substring, _ name: String) throws(JOSEError) -> [UInt8] {
    // Padding is no part of the compact form (RFC 7515 section 2).
    guard !part.utf8.contains(UInt8(ascii: "=")), let bytes = Base64URL.decode(String(part)) else {
      throw JOSEError.malformed("its \(name) is not base64url")
    }
    return bytes
  }

  private static func object(_ bytes: [UInt8], _ name: String) throws(JOSEError) -> JSON.Object {
    guard let object = (try? JSON(parsing: bytes))?.object else {
      throw JOSEError.malformed("its \(name) is not a JSON object")
    }
    return object
  }
}
