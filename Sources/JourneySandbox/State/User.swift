import Crypto
import JSON

/// One identity: what stands for an LDAP entry and an IDM object at once (journey-nodes 9).
struct User: Sendable {
  /// IDM's `_id`.
  var id: String
  /// The name that it signs in with; the `userName` of its attributes too.
  var name: String
  /// HMAC-SHA256 of the password with the store's key; nil for a user without one.
  var passwordHash: [UInt8]?
  /// Profile attributes in the names of an AIC managed user: `userName`, `givenName`, `sn`, `mail` and what else the file has.
  var attributes: JSON.Object
  var isActive = true
  var mustChangePassword = false
  var isPasswordExpired = false
  var loginCount = 0
  var created: Moment
  /// Questions and answers: `[{"questionId"|"customQuestion","answer"}]`.
  var securityAnswers: [JSON] = []
  var failedSecurityAnswers = 0
  /// The version of the terms that it accepted.
  var acceptedTerms: String?
  var consents: [JSON] = []
  /// Counts of retry limit nodes, by node id.
  var retryCounts: [String: Int] = [:]
  /// Names of linked identities, `<provider>-<subject>`.
  var aliases: [String] = []
  var devices = Devices()

  /// An attribute, which a pointer such as `preferences/marketing` finds within others. `_id` and `userName` are attributes too; the
  /// password is never readable, only whether there is one.
  func attribute(_ pointer: String) -> JSON? {
    switch pointer {
    case "_id": .string(id)
    case "userName", "username", "uid": .string(name)
    case "password", "userPassword": passwordHash == nil ? nil : .string("")
    case "kbaInfo": securityAnswers.isEmpty ? nil : .array(securityAnswers)
    case "aliasList": aliases.isEmpty ? nil : .array(aliases.map(JSON.string))
    case "accountStatus", "inetUserStatus": .string(isActive ? "active" : "inactive")
    default: attributes.value(at: pointer)
    }
  }
}

extension JSON.Object {
  /// The member that a pointer without leading slash finds.
  func value(at pointer: String) -> JSON? {
    if let direct = self[pointer] { return direct.isNull ? nil : direct }
    let parts = pointer.split(separator: "/").map(String.init)
    guard let first = parts.first, var value = self[first] else { return nil }
    for part in parts.dropFirst() {
      guard let inner = value[part] else { return nil }
      value = inner
    }
    return value.isNull ? nil : value
  }

  /// Sets the member that a pointer names, making objects on the way.
  mutating func set(_ value: JSON?, at pointer: String) {
    let parts = pointer.split(separator: "/").map(String.init)
    set(value, along: parts[...])
  }

  private mutating func set(_ value: JSON?, along parts: ArraySlice<String>) {
    guard let first = parts.first else { return }
    if parts.count == 1 {
      self[first] = value
    } else {
      var inner = self[first]?.object ?? JSON.Object()
      inner.set(value, along: parts.dropFirst())
      self[first] = .object(inner)
    }
  }

  /// The members of another put over these; objects in both are merged.
  func merging(_ other: JSON.Object) -> JSON.Object {
    var merged = self
    for member in other.members {
      if let mine = merged[member.name]?.object, let theirs = member.value.object {
        merged[member.name] = .object(mine.merging(theirs))
      } else {
        merged[member.name] = member.value
      }
    }
    return merged
  }
}
