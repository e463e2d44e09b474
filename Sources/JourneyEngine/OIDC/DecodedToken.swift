import Crypto
package import JSON

/// A JSON Web Token, taken apart.
package struct DecodedToken: Sendable, Equatable {
  /// The protected header.
  package let header: JSON.Object
  /// The claims; nil where the token is encrypted.
  package let claims: JSON.Object?
  /// Whether the signature is the provider's.
  package let isVerified: Bool

  package init(header: JSON.Object, claims: JSON.Object?, isVerified: Bool) {
    self.header = header
    self.claims = claims
    self.isVerified = isVerified
  }

  /// The header of a compact JWE (five parts); nil for anything else.
  static func encryptedHeader(_ compact: String) -> JSON.Object? {
    let parts = compact.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 5, let bytes = Base64URL.decode(String(parts[0])), let header = try? JSON(parsing: bytes)
    else {
      return nil
    }
    return header.object
  }
}
