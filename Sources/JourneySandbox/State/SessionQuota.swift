/// The switch `sessionQuota` (am-protocol 11.6).
enum SessionQuota {
  /// Ends the session of the user that ends next, or refuses the new one, where there are as many as there may be.
  ///
  /// - Parameter old: the session that the new one replaces; it does not count.
  static func makeRoom(for user: User, realm: Realm, keeping old: Session?, services: Services, at now: Moment)
    throws(AMError)
  {
    let quota = services.settings.sessionQuota
    guard quota > 0 else { return }
    let own = services.sessions.all(at: now).filter {
      $0.username == user.name && $0.realm == realm.path && $0.token != old?.token
    }
    guard own.count >= quota else { return }
    guard !services.settings.quotaRefuses else { throw AMError(401, "You have reached your session limit.") }
    for session in own.sorted(by: { $0.end < $1.end }).prefix(own.count - quota + 1) {
      services.sessions.end(session.token, at: now)
    }
  }
}
