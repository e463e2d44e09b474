/// Why a token or a key was refused. No text of it holds token, key or secret.
package enum JOSEError: Error, Equatable, Sendable {
  /// The text is no compact JWS, or its parts are not what they have to be; says which part.
  case malformed(String)
  /// The algorithm is not one of ``JWSAlgorithm``, or not one for this kind of key; `none` is never one.
  case unsupportedAlgorithm(String)
  /// The header names extensions that have to be understood (`crit`), and none is understood here.
  case critical
  /// No key of the set has the key id, the type and the use that the header asks for.
  case noMatchingKey(kid: String?, algorithm: String)
  /// The signature was not made over this text with any of the keys.
  case badSignature
  /// The key cannot be read or used; says why.
  case badKey(String)
  /// The library failed; its own words.
  case library(String)
}

extension JOSEError: CustomStringConvertible {
  /// One sentence for a person, without a full stop.
  package var description: String {
    switch self {
    case .malformed(let what): "this is not a signed token: \(what)"
    case .unsupportedAlgorithm(let name): "the signature algorithm '\(name)' is not accepted"
    case .critical: "the token asks for extensions (crit) that are not supported"
    case .noMatchingKey(nil, let algorithm): "there is no key for \(algorithm) to check the signature with"
    case .noMatchingKey(let kid?, let algorithm):
      "there is no key '\(kid)' for \(algorithm) to check the signature with"
    case .badSignature: "the signature does not match"
    case .badKey(let why): "the key cannot be used: \(why)"
    case .library(let message): "the signature could not be computed: \(message)"
    }
  }
}
