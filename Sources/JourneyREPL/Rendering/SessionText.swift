import JSON
import JourneyCommands
import JourneyEngine

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Session, tokens and what goes with them (CONTRACT 4). Masked values come masked.
extension Renderer {
  func session(_ value: JSON) -> [String] {
    let isEstablished = value["established"]?.bool == true
    let title = isEstablished ? StyledText("session", .heading) : StyledText("no session", .heading)
    return [typesetter.painted(title)]
      + fields([
        ("user", oneLine(value["username"])), ("realm", oneLine(value["realm"])), ("valid", yesNo(value["valid"])),
        ("ends", oneLine(value["expiresAt"])), ("ends when idle", oneLine(value["idleExpiresAt"])),
        ("success URL", oneLine(value["successUrl"])), ("cookie", oneLine(value["cookieName"])),
        ("token", oneLine(value["tokenId"], limit: 16_384)),
      ])
  }

  func tokens(_ value: JSON) -> [String] {
    var lines = [typesetter.painted(StyledText("tokens", .heading))]
    let expiry = value["expiresIn"]?.integer.map { " (in \($0) s)" } ?? ""
    lines += fields([
      ("access token", oneLine(value["accessToken"], limit: 65_536)),
      ("refresh token", oneLine(value["refreshToken"], limit: 65_536)),
      ("ID token", oneLine(value["idToken"], limit: 65_536)), ("type", oneLine(value["tokenType"])),
      ("scope", oneLine(value["scope"])), ("ends", oneLine(value["expiresAt"]).map { $0 + expiry }),
    ])
    if let claims = value["claims"]?.object, !claims.isEmpty {
      lines.append(typesetter.painted(StyledText("claims of the ID token", .heading)))
      lines += members(claims)
    }
    return lines
  }

  func decoded(_ value: JSON) -> [String] {
    var lines: [String] = []
    for part in ["header", "claims"] {
      lines.append(typesetter.painted(StyledText(part, .heading)))
      if let object = value[part]?.object { lines += members(object) }
    }
    return lines + fields([("verified", yesNo(value["verified"]))], inset: 0)
  }

  func members(_ object: JSON.Object) -> [String] {
    fields(object.members.map { (ServerText.line($0.name), claim($0.name, $0.value)) })
  }

  /// Claims that are times, in seconds since 1970.
  private static let times: Set<String> = ["exp", "iat", "nbf", "auth_time", "updated_at"]

  private func claim(_ name: String, _ value: JSON) -> String {
    let text = oneLine(value, limit: 4000) ?? "null"
    guard Self.times.contains(name), let seconds = value.double, (0..<1e11).contains(seconds) else { return text }
    return "\(text) (\(Time(Date(timeIntervalSince1970: seconds)).text))"
  }

  func logout(_ value: JSON) -> [String] {
    let isOut = value["loggedOut"]?.bool == true
    let title = isOut ? StyledText("signed out", .good) : StyledText("not signed out", .bad)
    let failed = value["failed"]?.array?.compactMap { text($0) } ?? []
    return [typesetter.painted(title)] + failed.flatMap { typesetter.lines(StyledText("! \($0)", .bad), lead: "  ") }
  }
}
