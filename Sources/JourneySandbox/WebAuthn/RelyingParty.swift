import Crypto
import JSON

/// What an answer of an authenticator is checked against (am-protocol 8.4).
struct RelyingParty: Sendable {
  /// The domain, whose hash an authenticator signs.
  var id: String
  /// Where the client may say that it was.
  var origins: [String]
  var challenge: [UInt8]
  /// Whether the authenticator must have verified its user, by a PIN or a finger.
  var requiresVerification: Bool
}

/// What the client says of the ceremony, `clientDataJSON`: its very bytes are signed.
struct ClientData: Sendable {
  enum Ceremony: String {
    case registration = "webauthn.create"
    case authentication = "webauthn.get"
  }

  /// The SHA-256 of its bytes.
  let hash: [UInt8]

  /// Checks the type, the challenge and the origin; members that nobody knows are let through.
  init(_ text: String, of ceremony: Ceremony, for party: RelyingParty) throws(WebAuthnProblem) {
    guard let members = try? JSON(parsing: text).object else {
      throw WebAuthnProblem("the client data is no JSON object")
    }
    guard members["type"]?.string == ceremony.rawValue else {
      throw WebAuthnProblem("the type of the client data is not \(ceremony.rawValue)")
    }
    guard let challenge = members["challenge"]?.string.flatMap(Base64URL.decode),
      constantTimeEquals(challenge, party.challenge)
    else { throw WebAuthnProblem("the challenge is another one") }
    guard let origin = members["origin"]?.string else { throw WebAuthnProblem("the client data has no origin") }
    guard party.origins.contains(where: { $0.utf8.elementsEqual(origin.utf8) }) else {
      throw WebAuthnProblem("the origin \(origin) is not one of \(party.origins.joined(separator: ", "))")
    }
    hash = HashAlgorithm.sha256.hash(Array(text.utf8))
  }
}
