import JSON
import JourneyEngine

extension Settings {
  /// The layer whose server is in force; nil for the local one, and where there is none.
  var serverOrigin: Origin? {
    if command["server"] != nil { return .command }
    if options["server"] != nil { return .option }
    if sandbox["server"] != nil { return nil }
    if environment["server"] != nil { return .environment }
    return profile["server"] != nil ? .profile : nil
  }

  /// What is to be said of the link that is the server in force, since nobody has typed what it names; nil where that is nothing.
  var linkNotice: World.Notice? {
    guard let origin = serverOrigin, let link = links[origin] else { return nil }
    var (taken, left): ([String], [String]) = ([], [])
    for member in link.members {
      guard let found = value(member.name) else { continue }
      let text = "the \(member.name) \(member.value.rawText)"
      if found.origin == origin, self[origin][member.name] == nil {
        taken.append(text)
      } else if !Self.areSame(found.value, member.value, of: member.name) {
        left.append("\(text) of the link is not used, since \(member.name) is set to \(found.value.rawText)")
      }
    }
    if !taken.isEmpty { left.insert("\(taken.joined(separator: " and ")) came with the link", at: 0) }
    return left.isEmpty ? nil : .note("\(left.joined(separator: "; ")); 'config' shows what is set")
  }

  /// A realm is meant in several forms.
  private static func areSame(_ one: JSON, _ other: JSON, of key: String) -> Bool {
    key == "realm" ? Realm(one.string ?? "").path == Realm(other.string ?? "").path : one == other
  }
}
