import JOSE
import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OidcClient {
  /// The claims of an answer's ID token, if it holds in every way; nil where the answer has none.
  func checkedClaims(
    of answer: TokenAnswer, reply: Reply, _ config: OidcConfig, _ provider: Discovery, nonce: String?,
    first: JSON.Object? = nil, maxAge: Int? = nil
  ) async throws(OidcError) -> JSON.Object? {
    guard let compact = answer.idToken else { return nil }
    do throws(OidcError) {
      let jws = try Self.parsed(compact)
      try await verify(jws, config, provider)
      guard let issuer = provider.issuer else {
        throw OidcError.invalidIDToken("the discovery document names no issuer to compare it with")
      }
      let claims = try Self.claims(of: jws)
      let check = IDTokenCheck(
        issuer: issuer, clientID: config.clientId, now: now, serverTime: reply.date, nonce: nonce, first: first,
        maxAge: maxAge)
      try check.check(claims)
      if let notice = check.clockNotice { await agent.warn(notice) }
      return claims
    } catch {
      var error = error
      error.host = error.host ?? reply.host
      throw error
    }
  }

  static func parsed(_ compact: String) throws(OidcError) -> JWS {
    if compact.split(separator: ".", omittingEmptySubsequences: false).count == 5 {
      throw .invalidIDToken(
        "it is encrypted, which this program cannot read", hint: "Switch off ID token encryption for the client.")
    }
    do {
      return try JWS(compact: compact)
    } catch {
      throw .invalidIDToken("\(error)")
    }
  }

  static func claims(of jws: JWS) throws(OidcError) -> JSON.Object {
    do {
      return try jws.claims()
    } catch {
      throw .invalidIDToken("\(error)")
    }
  }

  /// Checks a signature: by the client secret for HS*, else by the provider's keys.
  ///
  /// The keys are kept; a token that they do not fit makes them be fetched anew once, as the server may have new ones.
  func verify(_ jws: JWS, _ config: OidcConfig, _ provider: Discovery) async throws(OidcError) {
    if let name = jws.algorithm, name.hasPrefix("HS") {
      guard let secret = config.clientSecret else {
        throw .invalidIDToken(
          "it is signed with \(name), whose key is the client secret, and a public client has none",
          hint: "Set the client's ID token signing algorithm to RS256 or ES256.")
      }
      try Self.holds { () throws(JOSEError) in try jws.verify(secret: Array(secret.revealed.utf8)) }
      return
    }
    if let set = await state.keys(at: provider.jwksURI), (try? jws.verify(with: set)) != nil { return }
    let set = try await fetchKeys(provider)
    try Self.holds { () throws(JOSEError) in try jws.verify(with: set) }
  }

  private static func holds(_ check: () throws(JOSEError) -> Void) throws(OidcError) {
    do throws(JOSEError) {
      try check()
    } catch .library(let reason) {
      throw OidcError(.config, "The ID token cannot be checked: \(reason).")
    } catch {
      throw .invalidIDToken("\(error)")
    }
  }

  private func fetchKeys(_ provider: Discovery) async throws(OidcError) -> JWKSet {
    let reply = try await send("GET", provider.jwksURI, accept: "application/json")
    guard reply.status == 200, let document = reply.json else {
      throw reply.failure("The request for the provider's keys")
    }
    do {
      let set = try JWKSet(json: document)
      await state.keep(set, at: provider.jwksURI)
      return set
    } catch {
      var error = OidcError(.unexpectedReply, "The provider's key set cannot be read: \(error).")
      error.status = reply.status
      error.host = reply.host
      error.contentType = reply.contentType
      throw error
    }
  }
}
