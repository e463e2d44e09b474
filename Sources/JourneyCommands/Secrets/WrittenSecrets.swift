import JSON

/// Secrets that people write into a command line where a source should stand, told by what the value is for: they stay out of the
/// history, of echoes and of records.
package enum WrittenSecrets {
  /// Values of a setting: credentials in a header, in the address of a proxy, in a parameter of the authorization request.
  package static func areIn(setting key: String, _ values: [String]) -> Bool {
    switch key {
    case "header": values.contains { !SecretNames.isPlainRequestHeader(Text.pair($0, separator: ":")?.name ?? "") }
    case "proxy": values.contains { $0.utf8.contains(UInt8(ascii: "@")) }
    case "oidcParam": values.contains(where: areIn(pair:))
    default: false
    }
  }

  /// `NAME=VALUE`, by the name.
  package static func areIn(pair text: String) -> Bool {
    Text.pair(text, separator: "=").map { SecretNames.isMember($0.name) } ?? false
  }

  /// A body or a path of a request, by the names in it.
  package static func areIn(request text: String) -> Bool {
    if let document = try? JSON(parsing: text), document.object != nil || document.array != nil {
      return areIn(document)
    }
    let separators: Set<UInt8> = [UInt8(ascii: "&"), UInt8(ascii: "?"), UInt8(ascii: ";")]
    return text.utf8.split(whereSeparator: separators.contains).contains { areIn(pair: String(Substring($0))) }
  }

  /// A body: what is no JSON says nothing of what it holds.
  package static func areIn(body text: String) -> Bool { areIn(request: text) || (try? JSON(parsing: text)) == nil }

  private static func areIn(_ value: JSON) -> Bool {
    if let members = value.object?.members {
      return members.contains { SecretNames.isMember($0.name) || areIn($0.value) }
    }
    return value.array?.contains(where: areIn) ?? false
  }
}
