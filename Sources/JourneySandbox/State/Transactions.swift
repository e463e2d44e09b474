import Synchronization

/// Approvals of single actions: a policy asks for one, a journey that was started with its id gives it, and one evaluation uses it up
/// (am-protocol 9.2, 9.3).
final class Transactions: Sendable {
  private struct Transaction: Sendable {
    let resource: String
    let user: String
    /// The path of the user's realm.
    let realm: String
    var isApproved = false
  }

  static let seconds = 180

  private let known = Mutex(ExpiringTable<Transaction>(capacity: 10_000))

  func open(_ id: String, resource: String, user: String, in realm: String, at now: Moment) {
    let transaction = Transaction(resource: resource, user: user, realm: realm)
    known.withLock { $0.insert(transaction, for: id, until: now.adding(seconds: Transactions.seconds), at: now) }
  }

  /// Whether somebody of the realm has still to approve it.
  func isOpen(_ id: String, in realm: String, at now: Moment) -> Bool {
    known.withLock { $0.value(id, at: now).map { !$0.isApproved && $0.realm == realm } ?? false }
  }

  /// Approves it, where it is the user's own.
  func approve(_ id: String, user: String, in realm: String, at now: Moment) {
    known.withLock { table in
      table.update(id, at: now) { if $0.user == user && $0.realm == realm { $0.isApproved = true } }
    }
  }

  /// Whether it allows this, once.
  func use(_ id: String, resource: String, user: String, in realm: String, at now: Moment) -> Bool {
    known.withLock { table in
      guard let transaction = table.value(id, at: now), transaction.isApproved, transaction.user == user,
        transaction.realm == realm, transaction.resource == resource
      else { return false }
      table.remove(id, at: now)
      return true
    }
  }

  func reset() {
    known.withLock { $0.removeAll() }
  }
}
