internal import Crypto
package import JSON

/// A key as a JSON object, checked for the members that its type needs.
///
/// RSA, elliptic and symmetric keys are checked; a key of another type (`OKP`) is kept as it is and fits no algorithm.
///
/// - Source: RFC 7517, RFC 7518 section 6.
package struct JWK: Sendable, Hashable {
  /// The members as they came.
  package let json: JSON.Object
  /// The key type: `RSA`, `EC`, `oct`, or one that is not known here.
  package let kty: String

  /// The key id.
  package var kid: String? { json["kid"]?.string }
  /// The only algorithm that the key is for, when it names one.
  package var alg: String? { json["alg"]?.string }
  /// What the key is for: `sig`, `enc`, or not said.
  package var use: String? { json["use"]?.string }

  /// A key from its members; throws ``JOSEError/badKey(_:)`` when one is missing or cannot be read.
  package init(json: JSON.Object) throws(JOSEError) {
    guard let kty = json["kty"]?.string, !kty.isEmpty else { throw JOSEError.badKey("it has no type (kty)") }
    for name in ["kid", "alg", "use"] where json[name] != nil && json[name]?.string == nil {
      throw JOSEError.badKey("its '\(name)' is not a text")
    }
    self.json = json
    self.kty = kty
    for name in Self.members(of: kty).needed {
      guard let bytes = bytes(name), !bytes.isEmpty else { throw JOSEError.badKey("its '\(name)' is not base64url") }
    }
    if kty == "EC", json["crv"]?.string == nil { throw JOSEError.badKey("it names no curve (crv)") }
  }

  /// Whether the key can sign: it holds the private part, or is a symmetric one.
  package var isPrivate: Bool {
    json["d"] != nil || json["k"] != nil
  }

  /// The key without everything that has to stay private, and without `key_ops`, which speaks of the private part. Of a
  /// symmetric key only its description is left.
  package var publicKey: JWK {
    let hidden = ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "key_ops"]
    return JWK(checked: JSON.Object(json.members.filter { !hidden.contains($0.name) }), kty: kty)
  }

  /// A member that holds bytes in base64url; nil when it is missing or something else.
  func bytes(_ name: String) -> [UInt8]? {
    json[name]?.string.flatMap(Base64URL.decode)
  }

  /// The members of a key type that hold bytes: those that have to be there, and those of the private part.
  static func members(of kty: String) -> (needed: [String], hidden: [String]) {
    switch kty {
    case "RSA": (["n", "e"], ["d", "p", "q", "dp", "dq", "qi"])
    case "EC": (["x", "y"], ["d"])
    case "oct": (["k"], [])
    default: ([], [])
    }
  }

  /// Members that have been checked before.
  private init(checked json: JSON.Object, kty: String) {
    self.json = json
    self.kty = kty
  }
}
