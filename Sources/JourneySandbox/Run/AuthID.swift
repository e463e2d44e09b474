import Crypto
import JSON

/// The `authId` of a step: an HS256 JWT with the claims of am-protocol 2.2, in their order.
struct AuthID: Sendable {
  /// What was asked for at the start; nil where that was nothing.
  var index: JourneyState.Index?
  /// New at each step; it finds what the server remembers.
  var oneTimeKey: String
  var realm: String
  /// The reference to the attempt, the same in all of its steps.
  var reference: String
  var expires: Moment
  /// When it was made; nil where it says nothing of times, as that of chains (am-protocol 2.12).
  var issued: Moment?
  /// The claim `whitelist-state` of servers that let a step be answered once (am-protocol 2.2).
  var listedState: String?
  /// The bytes that the whole has at least.
  var length = 0
}

/// Signs and checks `authId`s with a key of its own.
struct AuthIDSigner: Sendable {
  private let key: [UInt8]
  /// `{"typ":"JWT","alg":"HS256"}` in base64url: every `authId` begins with it.
  private let header = Array(Base64URL.encode(Array(#"{"typ":"JWT","alg":"HS256"}"#.utf8)).utf8)

  init(key: [UInt8]) {
    self.key = key
  }

  func sign(_ id: AuthID) -> String {
    var claims: [JSON.Object.Member] = []
    if let state = id.listedState { claims.append(.init(name: "whitelist-state", value: .string(state))) }
    if let index = id.index { claims.append(.init(name: "authIndexValue", value: .string(index.value))) }
    claims.append(.init(name: "otk", value: .string(id.oneTimeKey)))
    if let index = id.index { claims.append(.init(name: "authIndexType", value: .string(index.type))) }
    if id.listedState != nil { claims.append(.init(name: "whitelist-lock-expiry", value: "0")) }
    claims += [
      .init(name: "realm", value: .string(id.realm)), .init(name: "sessionId", value: .string(id.reference)),
    ]
    if let issued = id.issued {
      claims.append(.init(name: "exp", value: .number(JSON.Number(id.expires.seconds))))
      claims.append(.init(name: "iat", value: .number(JSON.Number(issued.seconds))))
    }
    // Three quarters, since base64 makes four characters of three bytes.
    let missing = (id.length - 400) * 3 / 4
    if missing > 0 { claims.append(.init(name: "sandbox", value: .string(String(repeating: "x", count: missing)))) }
    var text = header
    text.append(UInt8(ascii: "."))
    text += Base64URL.encode(JSON.object(JSON.Object(claims)).bytes()).utf8
    let signature = HashAlgorithm.sha256.hmac(key: key, text)
    text.append(UInt8(ascii: "."))
    text += Base64URL.encode(signature).utf8
    return String(decoding: text, as: UTF8.self)
  }

  /// The one-time key of an `authId` that this signer made; nil for one that has expired (am-protocol 2.2, 5.3).
  func verify(_ text: String, at now: Moment) throws(AMError) -> String? {
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw AMError(400, "Failed to parse JWT, not right number of dots, \(parts.count)")
    }
    let isOwnHeader = parts[0].elementsEqual(header)
    guard isOwnHeader || AuthIDSigner.object(parts[0]) != nil, let claims = AuthIDSigner.object(parts[1]) else {
      throw AMError(400, "Failed to parse JWT, cannot be read")
    }
    // The signer writes one header alone, so another one is of another algorithm, or of somebody else.
    guard isOwnHeader || AuthIDSigner.object(parts[0])?["alg"]?.string == "HS256" else {
      throw AMError(400, "Failed to parse JWT, unsupported algorithm")
    }
    let expected = HashAlgorithm.sha256.hmac(key: key, bytes[..<parts[1].endIndex])
    guard let signature = Base64URL.decode(parts[2]),
      constantTimeEquals(signature, expected)
    else { throw AMError(400, "AuthId JWT Signature not valid") }
    guard let key = claims["otk"]?.string else { throw AMError(400, "Failed to parse JWT, claims are missing") }
    if let expires = claims["exp"]?.integer, now.seconds >= expires { return nil }
    return key
  }

  private static func object(_ part: ArraySlice<UInt8>) -> JSON.Object? {
    Base64URL.decode(part).flatMap { try? JSON(parsing: $0) }?.object
  }
}
