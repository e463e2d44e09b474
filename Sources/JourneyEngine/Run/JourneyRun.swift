/// What stays the same from the first request of a journey to its last.
package struct JourneyRun: Sendable {
  /// Name of the journey, nil for the realm's default one and for those that an advice or a suspended id leads to.
  package let name: String?
  package let realm: Realm
  /// Unencoded query pairs of every request: `noSession`, `goto`, `gotoOnFail` (am-protocol 1.3).
  package let repeated: [(String, String)]
  /// Whether the journey was asked to end without a session.
  package let noSession: Bool
  /// The transaction of the ``PendingAuthorization`` that the journey is for: it runs without the session at hand, which does
  /// not count there.
  package let transaction: String?

  package init(
    name: String?, realm: Realm, repeated: [(String, String)] = [], noSession: Bool = false, transaction: String? = nil
  ) {
    self.name = name
    self.realm = realm
    self.repeated = repeated
    self.noSession = noSession
    self.transaction = transaction
  }
}
