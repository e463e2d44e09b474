package import JSON

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The tokens of a profile as they are kept, with the session they came from.
package struct StoredTokens: Sendable, Equatable {
  /// The newest tokens; what an answer leaves out stays from the one before.
  package var token: Token
  /// The ID token of the code exchange: end session takes no other (am-protocol 7.8).
  package var firstIDToken: Secret?
  /// The session that the tokens came from; nil where it is not known.
  package var session: Secret?
  /// The client they were given to: another client's tokens are of no use.
  package var clientID: String
  /// The address of the discovery document of their provider; nil where it is not known.
  package var provider: String?

  package init(token: Token, firstIDToken: Secret?, session: Secret?, clientID: String, provider: String? = nil) {
    self.token = token
    self.firstIDToken = firstIDToken
    self.session = session
    self.clientID = clientID
    self.provider = provider
  }

  /// The tokens after an answer, received at a time.
  ///
  /// - Parameters:
  ///   - answer: What the token endpoint sent.
  ///   - claims: The claims of its ID token, checked; nil where it sent none.
  ///   - before: The tokens so far, for a refresh; nil for a code.
  ///   - received: When it came, by this machine's clock (the life time is counted from here, whatever the server's
  ///     clock says).
  package init(
    answer: TokenAnswer, claims: JSON.Object?, before: StoredTokens?, received: Date, session: Secret?,
    clientID: String, provider: String? = nil
  ) {
    let old = before?.token
    let idToken = answer.idToken.map { Secret($0) }
    var raw = old?.raw ?? JSON.Object()
    if answer.document["expires_in"] == nil { raw["expires_in"] = nil }
    for member in answer.document.members where !Self.secretMembers.contains(member.name) {
      raw[member.name] = member.value
    }
    token = Token(
      accessToken: Secret(answer.accessToken),
      refreshToken: answer.refreshToken.map { Secret($0) } ?? old?.refreshToken,
      idToken: idToken ?? old?.idToken, tokenType: answer.tokenType ?? old?.tokenType,
      scope: answer.scope ?? old?.scope,
      expiresAt: answer.expiresIn.map { received.addingTimeInterval(Double($0)) },
      claims: claims ?? old?.claims, raw: raw)
    firstIDToken = before?.firstIDToken ?? (before == nil ? idToken : nil)
    self.session = before?.session ?? session
    self.clientID = clientID
    self.provider = provider
  }

  private static let secretMembers: Set<String> = ["access_token", "refresh_token", "id_token"]

  /// The same tokens without the refresh token, which the server no longer knows.
  package var withoutRefreshToken: StoredTokens {
    var copy = self
    copy.token = Token(
      accessToken: token.accessToken, refreshToken: nil, idToken: token.idToken, tokenType: token.tokenType,
      scope: token.scope, expiresAt: token.expiresAt, claims: token.claims, raw: token.raw)
    return copy
  }

  /// Whether the access token is still good for more than the given seconds; one of unknown end is taken as good.
  package func isGood(at now: Date, threshold: Int) -> Bool {
    token.expiresAt.map { $0.timeIntervalSince(now) > Double(threshold) } ?? true
  }
}

// MARK: Keeping

extension StoredTokens {
  /// The form in which a storage keeps them; it holds the secrets in plain, but not the session.
  package var stored: JSON {
    var object = JSON.Object()
    func put(_ name: String, _ value: String?) { if let value { object[name] = .string(value) } }
    object["raw"] = .object(token.raw)
    put("accessToken", token.accessToken.revealed)
    put("refreshToken", token.refreshToken?.revealed)
    put("idToken", token.idToken?.revealed)
    put("firstIdToken", firstIDToken?.revealed)
    put("tokenType", token.tokenType)
    put("scope", token.scope)
    put("clientId", clientID)
    put("provider", provider)
    if let end = token.expiresAt { object["expiresAt"] = .number(JSON.Number(Int(end.timeIntervalSince1970))) }
    if let claims = token.claims { object["claims"] = .object(claims) }
    return .object(object)
  }

  /// Reads what was kept, with the session that is kept beside it; nil where it cannot be tokens.
  package init?(stored: JSON, session: Secret?) {
    guard let access = stored["accessToken"]?.string, let client = stored["clientId"]?.string else { return nil }
    func secret(_ name: String) -> Secret? { stored[name]?.string.map { Secret($0) } }
    token = Token(
      accessToken: Secret(access), refreshToken: secret("refreshToken"), idToken: secret("idToken"),
      tokenType: stored["tokenType"]?.string, scope: stored["scope"]?.string,
      expiresAt: stored["expiresAt"]?.double.map { Date(timeIntervalSince1970: $0) },
      claims: stored["claims"]?.object, raw: stored["raw"]?.object ?? JSON.Object())
    firstIDToken = secret("firstIdToken")
    self.session = session
    clientID = client
    provider = stored["provider"]?.string
  }
}
