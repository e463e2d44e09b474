import Synchronization

/// A session of AM (am-protocol chapter 6).
struct Session: Sendable {
  let token: String
  /// The name that the user signs in with.
  let username: String
  /// What the outside calls the user.
  let subject: String
  let universalID: String
  /// The realm's path, which counts whatever the URL of a later request names.
  let realm: String
  /// The journey that made it.
  let service: String
  var authLevel: Int
  let started: Moment
  var lastAccess: Moment
  var maximumMinutes: Int
  var idleMinutes: Int
  /// `AMCtxId`, the id of the session in audit logs.
  let contextID: String
  /// Properties that journeys set.
  var properties: [String: String]
  /// When it is gone without having said so; nil for never.
  var vanishes: Moment?

  var maximumEnd: Moment { started.adding(minutes: maximumMinutes) }
  var idleEnd: Moment { lastAccess.adding(minutes: idleMinutes) }
  var end: Moment { min(maximumEnd, idleEnd, vanishes ?? .distantFuture) }
}

/// The sessions of all realms. There are at most twenty thousand, which load reaches in seconds; then the oldest give
/// way, so that the memory stays the same however long it lasts.
final class SessionStore: Sendable {
  private let table = Mutex(ExpiringTable<Session>(capacity: 20_000))

  func add(_ session: Session, at now: Moment) {
    // What gives way is let go of behind the lock.
    _ = table.withLock { $0.insertTakingOut(session, for: session.token, until: session.end, at: now) }
  }

  /// A live session; it is no access.
  func session(_ token: String, at now: Moment) -> Session? {
    table.withLock { $0.value(token, at: now) }
  }

  /// A live session, with its idle time begun anew.
  func access(_ token: String, at now: Moment) -> Session? {
    table.withLock { table in
      guard var session = table.value(token, at: now) else { return nil }
      session.lastAccess = now
      table.update(token, at: now, until: session.end) { $0.lastAccess = now }
      return session
    }
  }

  func change(_ token: String, at now: Moment, _ change: (inout Session) -> Void) {
    table.withLock { $0.update(token, at: now, change) }
  }

  /// Ends a session and gives it, if it was alive.
  @discardableResult
  func end(_ token: String, at now: Moment) -> Session? {
    table.withLock { $0.remove(token, at: now) }
  }

  func end(where fits: (Session) -> Bool) {
    table.withLock { $0.removeAll(where: fits) }
  }

  func all(at now: Moment) -> [Session] {
    table.withLock { $0.values(at: now) }
  }

  func reset() {
    table.withLock { $0.removeAll() }
  }
}
