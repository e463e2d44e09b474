import JSON

/// Secrets that people write into a command line where a source should stand, told by what the value is for: they stay out of the
/// history, of echoes and of records.
package enum WrittenSecrets {
  /// What is written for a parameter of a command.
  ///
  /// - Parameter setting: The key of the setting whose value it is.
  package static func areIn(_ text: String, for parameter: ParameterSpec, setting: String? = nil) -> Bool {
    switch parameter.secrecy {
    case .never: false
    case .always, .answer: true
    case .pair: areIn(pair: text)
    case .path: areIn(request: text)
    // What is no JSON says nothing of what it holds.
    case .body: areIn(request: text) || (try? JSON(parsing: text)) == nil
    case .setting: areIn(setting: setting.map { SettingSpec.written($0)?.key ?? $0 } ?? "", [text])
    }
  }

  /// Values of a setting: credentials in a header, in the address of a proxy, in a parameter of the authorization request.
  static func areIn(setting key: String, _ values: [String]) -> Bool {
    switch key {
    case "header": values.contains { !SecretNames.isPlainRequestHeader(Text.pair($0, separator: ":")?.name ?? "") }
    case "proxy": values.contains { $0.utf8.contains(UInt8(ascii: "@")) }
    case "oidcParam": values.contains(where: areIn(pair:))
    default: values.contains(where: namesUser)
    }
  }

  /// An address with user name and password in it, which no setting takes; what was refused is no less a secret.
  private static func namesUser(_ address: String) -> Bool {
    guard let scheme = address.firstRange(of: "://") else { return false }
    return address[scheme.upperBound...].utf8.prefix { $0 != UInt8(ascii: "/") }.contains(UInt8(ascii: "@"))
  }

  /// `NAME=VALUE`, by the name.
  static func areIn(pair text: String) -> Bool {
    Text.pair(text, separator: "=").map { SecretNames.isMember($0.name) } ?? false
  }

  /// A body or a path of a request, by the names in it.
  static func areIn(request text: String) -> Bool {
    if let document = try? JSON(parsing: text), document.object != nil || document.array != nil {
      return areIn(document)
    }
    let separators: Set<UInt8> = [UInt8(ascii: "&"), UInt8(ascii: "?"), UInt8(ascii: ";")]
    return text.utf8.split(whereSeparator: separators.contains).contains { areIn(pair: String(Substring($0))) }
  }

  private static func areIn(_ value: JSON) -> Bool {
    if let members = value.object?.members {
      return members.contains { SecretNames.isMember($0.name) || areIn($0.value) }
    }
    return value.array?.contains(where: areIn) ?? false
  }
}
