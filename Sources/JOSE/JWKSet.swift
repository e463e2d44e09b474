package import JSON

/// The keys that a server publishes.
///
/// - Source: RFC 7517 section 5.
package struct JWKSet: Sendable {
  /// The keys, in the order in which they were given.
  package var keys: [JWK]

  /// A set of these keys.
  package init(keys: [JWK]) {
    self.keys = keys
  }

  /// A set from its document. Entries that cannot be read are skipped, as section 5 asks for; throws
  /// ``JOSEError/malformed(_:)`` when there is no list of keys at all.
  package init(json: JSON) throws(JOSEError) {
    guard let entries = json["keys"]?.array else { throw JOSEError.malformed("the key set has no list 'keys'") }
    keys = entries.compactMap { entry in entry.object.flatMap { try? JWK(json: $0) } }
  }

  /// The document to publish: the public parts, and no symmetric key.
  package var json: JSON {
    ["keys": .array(keys.filter { $0.kty != "oct" }.map { .object($0.publicKey.json) })]
  }
}
