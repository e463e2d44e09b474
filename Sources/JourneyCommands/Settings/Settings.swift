package import JSON

/// The settings of one profile in layers. What a person has just typed goes first, then options, environment, profile file
/// and default (CONTRACT.md 1).
package struct Settings: Sendable, Equatable {
  /// Where a value comes from, as `config` shows it.
  package enum Origin: String, Sendable, CaseIterable { case command, option, environment, profile, `default` }

  var command = JSON.Object()
  var options = JSON.Object()
  /// What `--sandbox` points at the local server; it counts as `option` and is never saved.
  var sandbox = JSON.Object()
  var environment = JSON.Object()
  var profile = JSON.Object()
  /// What the link of a login page names beside the server that it is, by the layer whose server it is.
  var links: [Origin: JSON.Object] = [:]

  /// The value of a key and where it comes from; nil where it has none, not even a default.
  package func value(_ key: String) -> (value: JSON, origin: Origin)? {
    if let value = value(key, in: .command) { return (value, .command) }
    if let value = value(key, in: .option) ?? sandbox[key] { return (value, .option) }
    if let value = value(key, in: .environment) { return (value, .environment) }
    if let value = value(key, in: .profile) { return (value, .profile) }
    return Self.defaults[key].map { ($0, .default) }
  }

  /// What one layer says of a key, without the local server: its own value, else what its link names while that server is the one in force.
  func value(_ key: String, in origin: Origin) -> JSON? {
    if let value = self[origin][key] { return value }
    guard !links.isEmpty, let value = links[origin]?[key], serverOrigin == origin else { return nil }
    return value
  }

  /// Takes what a file of a profile says, or now says.
  mutating func replaceProfile(with values: JSON.Object, link: JSON.Object) {
    profile = values
    links[.profile] = link.isEmpty ? nil : link
  }

  /// The settings that stand in a layer themselves.
  subscript(origin: Origin) -> JSON.Object {
    switch origin {
    case .command: command
    case .option: options
    case .environment: environment
    case .profile: profile
    case .default: Self.defaults
    }
  }

  /// A text that is set and not empty.
  func text(_ key: String) -> String? {
    guard let text = value(key)?.value.string, !text.isEmpty else { return nil }
    return text
  }

  func flag(_ key: String) -> Bool { value(key)?.value.bool ?? false }
  func list(_ key: String) -> [String] { value(key)?.value.array?.compactMap(\.string) ?? [] }
  func seconds(_ key: String) -> Double? { value(key)?.value.double }

  /// The entries of a setting that holds pairs.
  func pairs(_ key: String) -> [(name: String, value: String)] {
    guard case .pairs(let separator)? = SettingSpec.named(key)?.kind else { return [] }
    return list(key).compactMap { Text.pair($0, separator: separator) }
  }

  /// The sources that settings name.
  var sources: [ValueSource] {
    let texts = SettingSpec.all.filter { $0.kind == .source }.compactMap { text($0.key) }
    return (texts + pairs("headerFrom").map(\.value)).compactMap { try? ValueSource(parsing: $0) }
  }

  /// What is worth keeping in a profile file: all that is set, but for what the local server brought.
  var worthKeeping: JSON.Object {
    let here = setHere
    return members { here[$0] ?? value($0, in: .profile) }
  }

  /// What of that does not come from the profile's file.
  var setHere: JSON.Object {
    members { key in
      if let value = value(key, in: .command) ?? value(key, in: .option) { return value }
      guard sandbox[key] == nil else { return nil }
      return value(key, in: .environment)
    }
  }

  /// What was typed, with what a link names that was.
  var typed: JSON.Object { members { value($0, in: .command) } }

  /// The settings of a profile that have a value, in their order.
  private func members(_ find: (String) -> JSON?) -> JSON.Object {
    JSON.Object(
      SettingSpec.all.compactMap { spec in
        guard spec.owner == .profile, let value = find(spec.key) else { return nil }
        return JSON.Object.Member(name: spec.key, value: value)
      })
  }

  private static let defaults = JSON.Object(
    SettingSpec.all.compactMap { spec in
      guard spec.owner == .profile, let text = spec.defaultText, let value = try? spec.value(parsing: text) else {
        return nil
      }
      return JSON.Object.Member(name: spec.key, value: value)
    })

  /// `{key: {"value","origin"}}` of all settings, or of one; a setting without a value has null.
  func shown(_ only: SettingSpec? = nil) -> JSON {
    var object = JSON.Object()
    for spec in SettingSpec.all where spec.owner == .profile && (only == nil || only == spec) {
      let found = value(spec.key)
      object[spec.key] = [
        "value": found.map { Self.harmless($0.value, spec) } ?? .null,
        "origin": .string((found?.origin ?? .default).rawValue),
      ]
    }
    return .object(object)
  }

  /// Whether the server in force is the local one.
  var usesSandbox: Bool { sandbox["server"].map { value("server")?.value == $0 } ?? false }

  /// The keys whose value in force is the one that the local server brought.
  var sandboxKeys: Set<String> {
    Set(sandbox.members.map(\.name).filter { command[$0] == nil && options[$0] == nil })
  }

  /// A value without the secrets that people put into it all the same: credentials in headers and in a proxy's URL.
  private static func harmless(_ value: JSON, _ spec: SettingSpec) -> JSON {
    if spec.key == "header", let items = value.array {
      return .array(
        items.map { item in
          guard let text = item.string, let pair = Text.pair(text, separator: ":"), SecretNames.isHeader(pair.name)
          else {
            return item
          }
          return .string("\(pair.name): \(Masking.masked(pair.value))")
        })
    }
    if spec.key == "proxy", let text = value.string { return .string(ServerAddress.withoutCredentials(text)) }
    return value
  }
}
