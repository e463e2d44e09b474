import Crypto
package import JOSE
import JSON

/// The private key of a client, read from a JWK, a JWK set with one private key, or PEM text.
package struct ClientKey: Sendable {
  /// The key, private.
  package let key: JWK
  /// How it signs.
  package let algorithm: JWSAlgorithm

  /// Reads a key.
  ///
  /// PEM may be PKCS #8 (`PRIVATE KEY`), PKCS #1 (`RSA PRIVATE KEY`) or SEC 1 (`EC PRIVATE KEY`); encrypted files are
  /// refused. PEM has no key id, so the assertion goes without one; servers with several keys for a client want a JWK.
  package init(text: String) throws(OidcError) {
    let trimmed = text.drop { $0.isWhitespace }
    let json = trimmed.first == "{" ? try Self.fromJSON(String(trimmed)) : try Self.fromPEM(text)
    do {
      key = try JWK(json: json)
    } catch {
      throw Self.unreadable("\(error)")
    }
    guard key.isPrivate else { throw Self.unreadable("it is a public key") }
    guard let algorithm = Self.algorithm(of: key) else { throw Self.unreadable("no signature algorithm fits it") }
    self.algorithm = algorithm
  }

  private static func unreadable(_ why: String) -> OidcError {
    .config(
      "clientKey", "The client key cannot be used: \(why).",
      hint: "Give a private key as a JWK, or as PEM without a passphrase.")
  }

  private static func algorithm(of key: JWK) -> JWSAlgorithm? {
    if let name = key.alg { return JWSAlgorithm(rawValue: name) }
    switch (key.kty, key.json["crv"]?.string) {
    case ("RSA", _): return .RS256
    case ("EC", "P-256"): return .ES256
    case ("EC", "P-384"): return .ES384
    case ("EC", "P-521"): return .ES512
    default: return nil
    }
  }

  private static func fromJSON(_ text: String) throws(OidcError) -> JSON.Object {
    let document: JSON
    do {
      document = try JSON(parsing: text)
    } catch {
      throw unreadable("its JSON is broken at line \(error.line), column \(error.column)")
    }
    guard let keys = document["keys"]?.array else { return document.object ?? [:] }
    let usable = keys.compactMap(\.object).filter { $0["d"] != nil }
    guard usable.count == 1, let key = usable.first else {
      throw unreadable("the set holds \(usable.count) private keys instead of one")
    }
    return key
  }

  // MARK: PEM

  private static func fromPEM(_ text: String) throws(OidcError) -> JSON.Object {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace || $0 == " " } }
    guard
      let begin = lines.firstIndex(where: { $0.hasPrefix("-----BEGIN ") && $0.contains("PRIVATE KEY-----") }),
      let end = lines[begin...].firstIndex(where: { $0.hasPrefix("-----END ") })
    else { throw unreadable("it is neither a JWK nor PEM with a private key") }
    let body = lines[(begin + 1)..<end]
    if lines[begin].contains("ENCRYPTED") || body.contains(where: { $0.hasPrefix("Proc-Type:") }) {
      throw unreadable("it is encrypted")
    }
    guard let bytes = Base64.decode(body.joined()) else { throw unreadable("its base64 is broken") }
    let members: [(String, [UInt8])]?
    var curve: String?
    switch lines[begin] {
    case "-----BEGIN RSA PRIVATE KEY-----": members = rsa(bytes)
    case "-----BEGIN EC PRIVATE KEY-----": members = ec(bytes, curve: &curve)
    default: members = pkcs8(bytes, curve: &curve)
    }
    guard let members else { throw unreadable("it holds neither an RSA key nor an EC key on P-256, P-384 or P-521") }
    var object = JSON.Object()
    object["kty"] = .string(curve == nil ? "RSA" : "EC")
    if let curve { object["crv"] = .string(curve) }
    for (name, value) in members { object[name] = .string(Base64URL.encode(value)) }
    return object
  }

  /// PKCS #8 (RFC 5958): version, algorithm, and the key of the older form as an OCTET STRING.
  private static func pkcs8(_ bytes: [UInt8], curve: inout String?) -> [(String, [UInt8])]? {
    var outer = DERReader(bytes)
    guard var info = outer.sequence(), info.integer() != nil, var algorithm = info.sequence(),
      let kind = algorithm.take(0x06), let key = info.take(0x04)
    else { return nil }
    switch Array(kind) {
    case [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]: return rsa(Array(key))
    case [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]:
      guard let name = algorithm.take(0x06) else { return nil }
      curve = curves[Array(name)]?.name
      return ec(Array(key), curve: &curve)
    default: return nil
    }
  }

  /// PKCS #1 (RFC 8017, A.1.2): version, then the eight numbers in this order.
  private static func rsa(_ bytes: [UInt8]) -> [(String, [UInt8])]? {
    var outer = DERReader(bytes)
    guard var key = outer.sequence(), key.integer() == [0] else { return nil }
    var members: [(String, [UInt8])] = []
    for name in ["n", "e", "d", "p", "q", "dp", "dq", "qi"] {
      guard let number = key.integer() else { return nil }
      members.append((name, number))
    }
    return members
  }

  /// SEC 1 (RFC 5915): version, the number as octets, [0] the curve, [1] the public point uncompressed.
  private static func ec(_ bytes: [UInt8], curve: inout String?) -> [(String, [UInt8])]? {
    var outer = DERReader(bytes)
    guard var key = outer.sequence(), key.integer() == [1], let number = key.take(0x04) else { return nil }
    if key.nextTag == 0xa0, let named = key.take(0xa0) {
      var inner = DERReader(named)
      if let name = inner.take(0x06) { curve = curves[Array(name)]?.name }
    }
    guard let curve, let size = curves.values.first(where: { $0.name == curve })?.size,
      let tagged = key.take(0xa1)
    else { return nil }
    var inner = DERReader(tagged)
    guard let point = inner.take(0x03).map({ Array($0) }), point.count == 2 + 2 * size, point[0] == 0, point[1] == 4,
      number.count <= size
    else { return nil }
    let padded = [UInt8](repeating: 0, count: size - number.count) + number
    return [("x", Array(point[2..<(2 + size)])), ("y", Array(point[(2 + size)...])), ("d", padded)]
  }

  private static let curves: [[UInt8]: (name: String, size: Int)] = [
    [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07]: ("P-256", 32),
    [0x2b, 0x81, 0x04, 0x00, 0x22]: ("P-384", 48),
    [0x2b, 0x81, 0x04, 0x00, 0x23]: ("P-521", 66),
  ]
}
