package import Crypto

/// The signature algorithms that are signed with and accepted. `none` is left out on purpose, and EdDSA because José
/// does not have it.
///
/// - Source: RFC 7518 section 3.
// swift-format-ignore: AlwaysUseLowerCamelCase
package enum JWSAlgorithm: String, Sendable, CaseIterable {
  // The cases are the names that go into the header.
  case RS256, RS384, RS512
  case PS256, PS384, PS512
  case ES256, ES384, ES512
  case HS256, HS384, HS512

  /// What has to be in a key's `kty`.
  package var keyType: String {
    switch self {
    case .RS256, .RS384, .RS512, .PS256, .PS384, .PS512: "RSA"
    case .ES256, .ES384, .ES512: "EC"
    case .HS256, .HS384, .HS512: "oct"
    }
  }

  /// What has to be in an elliptic key's `crv`; nil for other keys.
  package var curve: String? {
    switch self {
    case .ES256: "P-256"
    case .ES384: "P-384"
    case .ES512: "P-521"
    default: nil
    }
  }

  /// The hash function within. OpenID Connect takes it for `at_hash` too.
  package var hash: HashAlgorithm {
    switch self {
    case .RS256, .PS256, .ES256, .HS256: .sha256
    case .RS384, .PS384, .ES384, .HS384: .sha384
    case .RS512, .PS512, .ES512, .HS512: .sha512
    }
  }
}
