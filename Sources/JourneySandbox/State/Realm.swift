/// A realm: its users, journeys and OAuth provider.
final class Realm: Sendable {
  /// The path, `/` or `/alpha`.
  let path: String
  let users: UserStore
  /// Whose server it is on.
  let form: Services.Settings.Form
  let journeys: JourneySet
  let provider: Provider
  /// The realm as the server's directory names it (am-protocol 2.12, 6.2).
  let distinguishedName: String

  init(path: String, users: UserStore, form: Services.Settings.Form, journeys: JourneySet, provider: Provider) {
    self.path = path
    self.users = users
    self.form = form
    self.journeys = journeys
    self.provider = provider
    distinguishedName =
      (path == "/" ? "" : "o=\(path.dropFirst()),ou=services,")
      + (form == .fork ? "dc=openam,dc=example,dc=test" : "ou=am-config")
  }

  /// The name without slash, nil for the top-level realm.
  var name: String? { path == "/" ? nil : String(path.dropFirst()) }

  /// Whether users are known outside by their ids and not by the names that they sign in with, as on AIC (am-protocol 6.2).
  private var namesUsersByID: Bool { form == .cloud }

  /// What sessions and tokens call a user.
  func subject(_ username: String) -> String {
    namesUsersByID ? users.user(username)?.id ?? username : username
  }

  /// The name that a user signs in with, of what sessions and tokens call it; names are compared without regard to case.
  func username(subject: String) -> String? {
    (namesUsersByID ? users.user(where: "_id", is: subject) : users.user(subject))?.name
  }

  /// The universal id of a user in the form of the server (am-protocol 6.2, 8.1).
  func universalID(_ username: String) -> String { universalID(subject: subject(username)) }

  private func universalID(subject: String) -> String { "id=\(subject),ou=user," + distinguishedName }

  /// The user name in a universal id of this realm.
  func username(universalID: String) -> String? {
    guard universalID.hasPrefix("id="), let end = universalID.firstRange(of: ",ou=user,") else { return nil }
    let subject = String(universalID[universalID.index(universalID.startIndex, offsetBy: 3)..<end.lowerBound])
    guard self.universalID(subject: subject) == universalID else { return nil }
    return namesUsersByID ? username(subject: subject) ?? subject : subject
  }

  /// The managed object type of its users, where a journey names none.
  var identityResource: String { name.map { "managed/\($0)_user" } ?? "managed/user" }

  /// Where a success leads that nothing else says (am-protocol 5.2).
  ///
  /// - Parameter host: the host that was asked; AIC writes whole URLs, and the realm without slash.
  func successURL(host: String) -> String {
    switch (form, name) {
    case (.cloud, nil): "/platform"
    case (.cloud, let name?): "https://\(host)/enduser/?realm=\(name)"
    case (.modern, let name?): "/enduser/?realm=/\(name)"
    case (.modern, nil), (.fork, _): "/am/console"
    }
  }

  /// The path as the canonical spelling has it below `/json` and `/oauth2`.
  var canonicalPath: String { name.map { "/realms/root/realms/" + PercentText.encode($0) } ?? "/realms/root" }
}
