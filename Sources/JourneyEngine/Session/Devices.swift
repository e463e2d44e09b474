package import JSON

/// The kinds of devices that a user can have registered (am-protocol 6.4).
package enum DeviceKind {
  /// The kinds of a modern server, in the order in which they are asked for.
  package static let all = ["oath", "push", "webauthn", "binding", "profile"]

  /// Every kind that is understood; `trusted` is the older one.
  package static let known = all + ["trusted"]

  /// The path below `devices/`, encoded. A kind of two-factor devices may be written with its `2fa/` or without; one
  /// that is not known here is asked for as it is written, as a server may have kinds of its own. Nil for what is no name.
  package static func path(_ kind: String) -> String? {
    if ["oath", "push", "webauthn", "binding"].contains(kind) { return "2fa/" + kind }
    let segments = kind.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return nil }
    return segments.map { PathEncoding.segment(String($0)) }.joined(separator: "/")
  }
}

/// Hides what a list of devices must not show: shared secrets, recovery codes and keys.
package enum DeviceSecrets {
  private static let names: Set<String> = [
    "sharedsecret", "secret", "recoverycodes", "recoverycode", "key", "privatekey", "secretkey", "seed",
  ]

  /// The same document with the secrets in it masked (CONTRACT 4), at any depth.
  package static func masked(_ document: JSON) -> JSON {
    switch document {
    case .array(let values): return .array(values.map(masked))
    case .object(var object):
      for index in object.members.indices {
        let member = object.members[index]
        let isSecret = names.contains(member.name.lowercased())
        object.members[index].value = isSecret ? hidden(member.value) : masked(member.value)
      }
      return .object(object)
    default: return document
    }
  }

  private static func hidden(_ value: JSON) -> JSON {
    switch value {
    case .string(let text): return .string(Secret(text).masked)
    case .number(let number): return .string(Secret(number.text).masked)
    case .array(let values): return .array(values.map(hidden))
    case .object(var object):
      for index in object.members.indices { object.members[index].value = hidden(object.members[index].value) }
      return .object(object)
    case .null, .bool: return value
    }
  }
}
