import Crypto
import Foundation
import JOSE
import JSON
import Testing

/// Keys and tokens that others made: `Vectors/rfc7515.json` and `Vectors/python.json`; each names its source.
enum Vectors {
  static func load(_ name: String) throws -> JSON {
    let url = try #require(Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Vectors"))
    return try JSON(parsing: [UInt8](Data(contentsOf: url)))
  }

  static func key(_ json: JSON?) throws -> JWK {
    try JWK(json: try #require(json?.object))
  }

  /// The keys that the Python tokens were signed with, private parts included.
  static func keys() throws -> JWKSet {
    let keys = try JWKSet(json: try load("python"))
    try #require(keys.keys.count == 5)
    return keys
  }

  /// The Python token of an algorithm.
  static func token(_ algorithm: JWSAlgorithm) throws -> String {
    let tokens = try #require(try load("python")["tokens"]?.array)
    return try #require(tokens.first { $0["algorithm"]?.string == algorithm.rawValue }?["token"]?.string)
  }

  /// The private or symmetric key for an algorithm.
  static func signingKey(_ algorithm: JWSAlgorithm) throws -> JWK {
    try #require(try keys().keys.first { $0.kid == keyID(algorithm) })
  }

  private static func keyID(_ algorithm: JWSAlgorithm) -> String {
    switch algorithm {
    case .RS256, .RS384, .RS512, .PS256, .PS384, .PS512: "rsa"
    case .ES256: "p256"
    case .ES384: "p384"
    case .ES512: "p521"
    case .HS256, .HS384, .HS512: "secret"
    }
  }
}

extension JWK {
  /// The key with one member changed, or without it.
  func with(_ name: String, _ value: JSON?) throws -> JWK {
    var json = json
    json[name] = value
    return try JWK(json: json)
  }
}

/// A compact token of three texts, each coded for it.
func compact(_ header: String, _ payload: String = "{}", signature: [UInt8] = [1, 2, 3]) -> String {
  [Array(header.utf8), Array(payload.utf8), signature].map(Base64URL.encode).joined(separator: ".")
}
