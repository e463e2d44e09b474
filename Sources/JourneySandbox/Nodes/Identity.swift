import JSON

extension Visit {
  /// The user that the journey's identity finds; none is a node error (journey-nodes 7).
  func object(_ identityAttribute: String) throws(NodeFailure) -> User {
    guard let identity = state.identity(identityAttribute) else {
      throw NodeFailure("there is no \(identityAttribute) to find a user by")
    }
    guard let user = realm.users.user(where: identityAttribute, is: identity) ?? self.user else {
      throw NodeFailure("there is no user with this \(identityAttribute)")
    }
    return user
  }

  /// The user that has signed in or been named; none is a node error.
  func knownUser() throws(NodeFailure) -> User {
    guard let user else { throw NodeFailure("the journey knows no user") }
    return user
  }
}
