package import Crypto
import HTTPClient
import JOSE
import JSON

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// How a request to the token endpoint and its neighbours shows who the client is (am-protocol 7.7).
package struct ClientAuthenticator: Sendable {
  /// What is added to a request.
  package struct Proof: Sendable, Equatable {
    /// The `Authorization` header.
    package var authorization: String?
    /// Members of the form.
    package var form: [(String, String)]

    package init(authorization: String? = nil, form: [(String, String)]) {
      self.authorization = authorization
      self.form = form
    }

    package static func == (left: Proof, right: Proof) -> Bool {
      left.authorization == right.authorization && left.form.elementsEqual(right.form, by: ==)
    }
  }

  let config: OidcConfig

  package init(_ config: OidcConfig) { self.config = config }

  /// Life of a client assertion in seconds.
  static let assertionLife = 60

  /// The proofs to try, in order: the second, if there is one, only after a 401.
  ///
  /// Basic is form-encoded as RFC 6749 (2.3.1) says; the open fork does not decode it, so the raw form comes second
  /// where it differs. Beside Basic nothing of the client stands in the form.
  ///
  /// - Parameter audience: The `token_endpoint` of the discovery document, exactly.
  package func proofs(audience: String, now: Date, random: some RandomSource) throws(OidcError) -> [Proof] {
    let identity = [("client_id", config.clientId)]
    switch config.authentication {
    case .none: return [Proof(form: identity)]
    case .post: return [Proof(form: identity + [("client_secret", config.clientSecret?.revealed ?? "")])]
    case .basic:
      let secret = config.clientSecret?.revealed ?? ""
      let encoded = PercentEncoding.encode(config.clientId) + ":" + PercentEncoding.encode(secret)
      let raw = config.clientId + ":" + secret
      return (encoded == raw ? [raw] : [encoded, raw]).map {
        Proof(authorization: "Basic " + Base64.encode(Array($0.utf8)), form: [])
      }
    case .privateKeyJWT:
      let assertion = try assertion(audience: audience, now: now, random: random)
      return [
        Proof(
          form: identity + [
            ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
            ("client_assertion", assertion),
          ])
      ]
    }
  }

  /// The assertion of RFC 7523: short-lived, with a `jti` of its own.
  private func assertion(audience: String, now: Date, random: some RandomSource) throws(OidcError) -> String {
    let key = try ClientKey(text: config.clientKey?.revealed ?? "")
    var header: JSON.Object = ["alg": .string(key.algorithm.rawValue), "typ": "JWT"]
    if let id = key.key.kid { header["kid"] = .string(id) }
    let seconds = Int(now.timeIntervalSince1970)
    let claims: JSON.Object = [
      "iss": .string(config.clientId), "sub": .string(config.clientId), "aud": .string(audience),
      "jti": .string(UUIDText.random(random)), "iat": .number(JSON.Number(seconds)),
      "exp": .number(JSON.Number(seconds + Self.assertionLife)),
    ]
    do {
      return try JWS.sign(header: header, payload: JSON.object(claims).bytes(), key: key.key)
    } catch {
      throw .config("clientKey", "The client key does not sign: \(error).")
    }
  }
}
