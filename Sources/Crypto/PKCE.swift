/// Proof key for one authorization request: the challenge goes out with the request, the verifier with the code.
///
/// - Source: RFC 7636; 32 random bytes as section 4.1 recommends, so that the verifier has 43 characters.
package struct PKCE: Sendable {
  /// The only challenge method in use here.
  package static let method = "S256"

  /// The secret that is shown when the code is exchanged.
  package let verifier: String
  /// What the authorization server keeps to check the verifier by.
  package let challenge: String

  /// A new pair.
  package init(random: some RandomSource) {
    verifier = Base64URL.encode(random.bytes(32))
    challenge = Self.challenge(for: verifier)
  }

  /// The S256 challenge of a verifier: the base64url of its SHA-256.
  package static func challenge(for verifier: String) -> String {
    Base64URL.encode(HashAlgorithm.sha256.hash(Array(verifier.utf8)))
  }
}
