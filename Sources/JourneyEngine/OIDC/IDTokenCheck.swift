package import JSON

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The checks of an ID token's claims (am-protocol 7.9; OpenID Connect Core, 3.1.3.7). The signature is checked apart.
package struct IDTokenCheck: Sendable {
  /// Seconds by which the two clocks may differ.
  package static let tolerance = 60.0

  /// The issuer of the discovery document; the claim must be the same text.
  package var issuer: String
  /// The client, which must be in the audience.
  package var clientID: String
  /// The time here.
  package var now: Date
  /// The `Date` header of the answer that brought the token.
  package var serverTime: Date?
  /// The nonce that was sent; nil after a refresh, whose tokens have none.
  package var nonce: String?
  /// The claims of the first ID token, after a refresh.
  package var first: JSON.Object?
  /// Seconds of `max_age`, where it was asked for.
  package var maxAge: Int?

  package init(
    issuer: String, clientID: String, now: Date, serverTime: Date? = nil, nonce: String? = nil,
    first: JSON.Object? = nil, maxAge: Int? = nil
  ) {
    self.issuer = issuer
    self.clientID = clientID
    self.now = now
    self.serverTime = serverTime
    self.nonce = nonce
    self.first = first
    self.maxAge = maxAge
  }

  /// Goes through all claims; the first that does not hold is named.
  package func check(_ claims: JSON.Object) throws(OidcError) {
    try checkIssuer(claims)
    try checkAudience(claims)
    guard let subject = claims["sub"]?.string, !subject.isEmpty else {
      throw .invalidIDToken("the claim 'sub' is missing")
    }
    try checkTimes(claims)
    try checkNonce(claims)
    try checkFirst(claims, subject: subject)
    try checkAge(claims)
  }

  private func checkIssuer(_ claims: JSON.Object) throws(OidcError) {
    guard let found = claims["iss"]?.string else { throw .invalidIDToken("the claim 'iss' is missing") }
    guard same(found, issuer) else {
      throw .invalidIDToken(
        "its issuer is '\(found)' instead of '\(issuer)'",
        hint: "Both must be the same text. Host, port and slashes count; the server builds them from the address asked."
      )
    }
  }

  private func checkAudience(_ claims: JSON.Object) throws(OidcError) {
    let audience = claims["aud"]?.string.map { [$0] } ?? claims["aud"]?.array?.compactMap(\.string) ?? []
    guard audience.contains(where: { same($0, clientID) }) else {
      throw .invalidIDToken(
        audience.isEmpty
          ? "the claim 'aud' is missing"
          : "its audience is '\(audience.joined(separator: " "))' and not the client '\(clientID)'")
    }
    if let party = claims["azp"]?.string, !same(party, clientID) {
      throw .invalidIDToken("its authorized party 'azp' is '\(party)' and not the client '\(clientID)'")
    }
  }

  private func checkTimes(_ claims: JSON.Object) throws(OidcError) {
    guard let end = claims["exp"]?.double else { throw .invalidIDToken("the claim 'exp' is missing") }
    guard let issued = claims["iat"]?.double else { throw .invalidIDToken("the claim 'iat' is missing") }
    let here = now.timeIntervalSince1970
    if here >= end + Self.tolerance {
      throw clockError("it expired \(Self.span(here - end)) ago by this machine's clock")
    }
    if issued > here + Self.tolerance {
      throw clockError("it was issued \(Self.span(issued - here)) ahead of this machine's clock")
    }
    if let start = claims["nbf"]?.double, start > here + Self.tolerance {
      throw clockError("it is valid only in \(Self.span(start - here)) by this machine's clock ('nbf')")
    }
  }

  private func checkNonce(_ claims: JSON.Object) throws(OidcError) {
    guard let nonce else { return }
    guard let found = claims["nonce"]?.string else { throw .invalidIDToken("the claim 'nonce' is missing") }
    guard same(found, nonce) else { throw .invalidIDToken("the claim 'nonce' is not the one that was sent") }
  }

  private func checkFirst(_ claims: JSON.Object, subject: String) throws(OidcError) {
    guard let before = first?["sub"]?.string else { return }
    guard same(before, subject) else {
      throw .invalidIDToken("after the refresh its subject is '\(subject)' instead of '\(before)'")
    }
  }

  private func checkAge(_ claims: JSON.Object) throws(OidcError) {
    guard let maxAge else { return }
    guard let signedIn = Self.authenticationTime(claims) else {
      throw .invalidIDToken("'max_age' was asked for, but the claim 'auth_time' is missing")
    }
    let age = now.timeIntervalSince(signedIn)
    if age > Double(maxAge) + Self.tolerance {
      throw clockError("the user signed in \(Self.span(age)) ago, and 'max_age' allows \(Self.span(Double(maxAge)))")
    }
  }

  /// When the user signed in: `auth_time`, or `auth:time` of the open fork; values above 10^11 are milliseconds.
  package static func authenticationTime(_ claims: JSON.Object) -> Date? {
    guard let value = (claims["auth_time"] ?? claims["auth:time"])?.double else { return nil }
    return Date(timeIntervalSince1970: value > 1e11 ? value / 1000 : value)
  }

  // MARK: Clocks

  /// How far the server's clock is ahead of this machine's, in seconds, where that is more than the tolerance.
  package var skew: Double? {
    guard let serverTime else { return nil }
    let difference = serverTime.timeIntervalSince(now)
    return abs(difference) > Self.tolerance ? difference : nil
  }

  /// One sentence about the two clocks, where they differ by more than the tolerance.
  package var clockNotice: String? {
    skew.map { "This machine's clock is \(Self.span(abs($0))) \($0 > 0 ? "behind" : "ahead of") the server's." }
  }

  private func clockError(_ text: String) -> OidcError {
    guard let skew else { return .invalidIDToken(text) }
    return .invalidIDToken(
      "\(text), which is \(Self.span(abs(skew))) \(skew > 0 ? "behind" : "ahead of") the server's",
      hint: "Set this machine's clock.")
  }

  /// A span of time for a person: `45 s`, `10 min 3 s`, `2 h 0 min`.
  package static func span(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds.rounded(), 0), 1e12))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }

  private func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
}
