import JSON
import Synchronization

/// The identity provider that stands in for the social ones: made-up accounts, and codes for them (journey-nodes 7.8).
final class IdentityProvider: Sendable {
  struct Account: Sendable {
    var subject: String
    var givenName: String
    var familyName: String
    var mail: String

    /// The profile in the names of a managed user.
    var attributes: JSON.Object {
      ["userName": .string(mail), "givenName": .string(givenName), "sn": .string(familyName), "mail": .string(mail)]
    }
  }

  static let accounts = [
    Account(subject: "alice", givenName: "Alice", familyName: "Example", mail: "alice@example.org"),
    Account(subject: "bob", givenName: "Bob", familyName: "Example", mail: "bob@example.org"),
  ]

  private let codes = Mutex(ExpiringTable<Account>(capacity: 10_000))

  func makeCode(for account: Account, _ code: String, at now: Moment) {
    codes.withLock { $0.insert(account, for: code, until: now.adding(seconds: 120), at: now) }
  }

  /// The account of a code, once.
  func redeem(_ code: String, at now: Moment) -> Account? {
    codes.withLock { $0.remove(code, at: now) }
  }

  func reset() {
    codes.withLock { $0.removeAll() }
  }
}
