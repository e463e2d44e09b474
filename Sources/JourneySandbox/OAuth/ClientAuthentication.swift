import Crypto
import HTTPServer
import JOSE
import JSON

/// Who asks at the token endpoint and its like (am-protocol 7.7, 11.4).
struct ClientAuthentication {
  let call: Call
  let form: Parameters

  /// The client that the request comes from, proved as far as its method demands.
  func client() throws(OAuthError) -> Client {
    let isSecretPosted = form["client_secret"].map { !$0.isEmpty } ?? false
    let ways = [basicCredentials != nil, form["client_assertion"] != nil, isSecretPosted]
    guard ways.count(where: { $0 }) < 2 else {
      throw OAuthError("invalid_request", "The client authenticates in more than one way")
    }
    if let basicCredentials { return try basic(basicCredentials) }
    if form["client_assertion"] != nil || form["client_assertion_type"] != nil { return try assertion() }
    guard let id = form["client_id"] else { throw refused() }
    guard let client = call.realm.provider.client(id) else { throw refused() }
    switch client.method {
    case .none:
      guard form["client_secret"] == nil || form["client_secret"] == "" else { throw refused() }
    case .post:
      guard let secret = form["client_secret"], equal(secret, client.secret) else { throw refused() }
    case .basic, .privateKeyJWT: throw refused(.wrongAuthenticationMethod)
    }
    return client
  }

  private var basicCredentials: String? {
    guard let header = call.request.header("Authorization"), header.lowercased().hasPrefix("basic ") else { return nil }
    return String(header.dropFirst(6))
  }

  /// A challenge goes to who has sent the header, whatever its scheme (am-protocol 7.7, 11.4).
  private func refused(_ error: OAuthError = .invalidClient) -> OAuthError {
    guard call.request.header("Authorization") != nil else { return error }
    return OAuthError(
      error.code, error.description, status: 401,
      headers: [("WWW-Authenticate", "Basic realm=\"\(call.realm.path)\"")])
  }

  /// Name and secret form-decoded as RFC 6749 2.3.1 has it, else raw, in UTF-8 or ISO-8859-1. A public client passes with any secret, as on AIC.
  private func basic(_ encoded: String) throws(OAuthError) -> Client {
    if call.services.settings.refusesClientIDBesideBasic, form["client_id"] != nil {
      throw OAuthError("invalid_request", "Client authentication in the form beside the Authorization header")
    }
    guard let bytes = Base64.decode(trimmed(encoded)) else { throw refused() }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { throw refused() }
    let (rawID, rawSecret) = (bytes[..<colon], bytes[(colon + 1)...])
    func pair(_ text: (ArraySlice<UInt8>) -> String) -> (String, String) { (text(rawID), text(rawSecret)) }
    // ISO-8859-1 is what older servers read, and some clients write.
    let readings = [
      pair { PercentText.decode($0, plusIsBlank: true) },
      pair { String(decoding: $0, as: UTF8.self) },
      pair { String(String.UnicodeScalarView($0.map { Unicode.Scalar($0) })) },
    ]
    for (id, secret) in readings {
      guard let client = call.realm.provider.client(id) else { continue }
      let fits =
        switch client.method {
        case .none: true
        case .basic: equal(secret, client.secret)
        case .post, .privateKeyJWT: false
        }
      if fits, form["client_id"] == nil || form["client_id"] == id { return client }
    }
    throw refused()
  }

  /// `private_key_jwt` (RFC 7523): signature, `iss` = `sub` = client, `aud` = the token endpoint, `exp`, and a `jti` that is new.
  private func assertion() throws(OAuthError) -> Client {
    guard form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      let text = form["client_assertion"], let signed = try? JWS(compact: text), let claims = try? signed.claims(),
      let id = claims["sub"]?.string, claims["iss"]?.string == id, form["client_id"] == nil || form["client_id"] == id,
      let client = call.realm.provider.client(id), client.method == .privateKeyJWT, let keys = client.keys
    else { throw refused(.badAssertion) }
    do {
      try signed.verify(with: keys)
    } catch {
      throw refused(.badAssertion)
    }
    let audiences = claims["aud"]?.string.map { [$0] } ?? claims["aud"]?.array?.compactMap(\.string) ?? []
    let own = OAuthEndpoints(call)
    guard audiences.contains(where: { [own.token, own.issuer, own.par].contains($0) }) else {
      throw refused(.foreignAudience)
    }
    guard let expires = claims["exp"]?.integer, expires < call.now.seconds + 86400 else { throw refused(.badAssertion) }
    guard call.now.seconds < expires else { throw refused(.expiredAssertion) }
    if let start = claims["nbf"]?.integer, start > call.now.seconds + 60 { throw refused(.badAssertion) }
    guard let jti = claims["jti"]?.string, !jti.isEmpty,
      call.realm.provider.noteAssertion(id + "\n" + jti, until: Moment(milliseconds: expires * 1000), at: call.now)
    else { throw refused(.badAssertion) }
    return client
  }

  private func equal(_ given: String, _ secret: String?) -> Bool {
    guard let secret else { return false }
    return constantTimeEquals(Array(given.utf8), Array(secret.utf8))
  }
}

/// The URLs of a realm's provider in the spelling of its discovery document: issuer canonical, the root realm's without `/realms/root`
/// (am-protocol 7.1).
struct OAuthEndpoints {
  let issuer: String
  private let base: String

  /// The endpoints are where the server was asked. The issuer of AIC is a name of its host, with the port that https has anyway: only to be
  /// compared, and to trip who compares it with what was typed in (am-protocol 7.1, 11.6).
  init(_ call: Call) {
    let path = "/oauth2" + (call.realm.name == nil ? "" : call.realm.canonicalPath)
    base = call.baseURL + path
    issuer = call.services.settings.isCloud ? "https://" + call.host + ":443/am" + path : base
  }

  var authorize: String { base + "/authorize" }
  var token: String { base + "/access_token" }
  var userinfo: String { base + "/userinfo" }
  var revocation: String { base + "/token/revoke" }
  var introspection: String { base + "/introspect" }
  var par: String { base + "/par" }
  var keys: String { base + "/connect/jwk_uri" }
  var endSession: String { base + "/connect/endSession" }
  var checkSession: String { base + "/connect/checkSession" }
  var device: String { base + "/device/code" }
  var registration: String { base + "/register" }
  var deviceUser: String { base + "/device/user" }
}
