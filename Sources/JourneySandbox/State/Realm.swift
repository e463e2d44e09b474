/// A realm: its users, journeys and OAuth provider.
final class Realm: Sendable {
  /// The path, `/` or `/alpha`.
  let path: String
  let users: UserStore
  let journeys: JourneySet
  let provider: Provider

  init(path: String, users: UserStore, journeys: JourneySet, provider: Provider) {
    self.path = path
    self.users = users
    self.journeys = journeys
    self.provider = provider
  }

  /// The name without slash, nil for the top-level realm.
  var name: String? { path == "/" ? nil : String(path.dropFirst()) }

  /// The universal id of a user in the form of AIC (am-protocol 6.2, 8.1).
  func universalID(_ username: String) -> String {
    guard let name else { return "id=\(username),ou=user,ou=am-config" }
    return "id=\(username),ou=user,o=\(name),ou=services,ou=am-config"
  }

  /// The user name in a universal id of this realm.
  func username(universalID: String) -> String? {
    guard universalID.hasPrefix("id="), let end = universalID.firstRange(of: ",ou=user,") else { return nil }
    let name = String(universalID[universalID.index(universalID.startIndex, offsetBy: 3)..<end.lowerBound])
    return self.universalID(name) == universalID ? name : nil
  }

  /// The managed object type of its users, where a journey names none.
  var identityResource: String { name.map { "managed/\($0)_user" } ?? "managed/user" }

  /// Where a success leads that nothing else says (am-protocol 5.2).
  var successURL: String { name.map { "/enduser/?realm=/\($0)" } ?? "/am/console" }

  /// The path as the canonical spelling has it below `/json` and `/oauth2`.
  var canonicalPath: String { name.map { "/realms/root/realms/" + PercentText.encode($0) } ?? "/realms/root" }
}
