import Crypto
import JSON
import Synchronization

/// The users of one realm.
final class UserStore: Sendable {
  private struct State {
    var users: [String: User] = [:]
  }

  private let state = Mutex(State())
  private let key: [UInt8]
  private let initial: [User]

  /// - Parameters:
  ///   - seeds: the users at the start and after a reset.
  ///   - key: the key of the password hashes, random for each run.
  init(_ seeds: [UserSeed], key: [UInt8], at now: Moment, tokens: TokenMaker) {
    self.key = key
    initial = seeds.map { seed in
      User(
        id: seed.id ?? tokens.uuid(), name: seed.name,
        passwordHash: seed.password.map { HashAlgorithm.sha256.hmac(key: key, Array($0.utf8)) },
        attributes: seed.attributes, isActive: seed.isActive, mustChangePassword: seed.mustChangePassword,
        isPasswordExpired: seed.isPasswordExpired, created: now, securityAnswers: seed.securityAnswers,
        aliases: seed.aliases)
    }
    reset()
  }

  func reset() {
    state.withLock { state in
      state.users = Dictionary(initial.map { (UserStore.key($0.name), $0) }, uniquingKeysWith: { $1 })
    }
  }

  /// Names are compared without regard to case, as a directory does.
  func user(_ name: String) -> User? {
    state.withLock { $0.users[UserStore.key(name)] }
  }

  /// The first user with this value of an attribute.
  func user(where attribute: String, is value: String) -> User? {
    if attribute == "userName" { return user(value) }
    return state.withLock { state in
      state.users.values.first { user in
        if attribute == "_id" { return user.id == value }
        guard let own = user.attribute(attribute)?.string else { return false }
        return own.lowercased() == value.lowercased()
      }
    }
  }

  func user(withAlias alias: String) -> User? {
    state.withLock { $0.users.values.first { $0.aliases.contains(alias) } }
  }

  func users(where attribute: String, is value: String) -> [User] {
    state.withLock { state in
      state.users.values.filter { $0.attribute(attribute)?.string?.lowercased() == value.lowercased() }
    }
  }

  /// Whether the password is the user's; false for an unknown user, after the same work.
  func checks(_ password: String, of name: String) -> User? {
    let user = user(name)
    let hash = HashAlgorithm.sha256.hmac(key: key, Array(password.utf8))
    let known = user?.passwordHash ?? []
    return constantTimeEquals(hash, known) ? user : nil
  }

  /// Adds a user; false where the name is taken.
  func add(_ user: User, password: String?) -> Bool {
    var user = user
    user.passwordHash = password.map(hash)
    return state.withLock { state in
      guard state.users[UserStore.key(user.name)] == nil else { return false }
      state.users[UserStore.key(user.name)] = user
      return true
    }
  }

  /// Changes a user in place; a changed name moves it. False where there is no such user or the new name is taken.
  @discardableResult
  func change(_ name: String, _ change: (inout User) -> Void) -> Bool {
    state.withLock { state in
      let old = UserStore.key(name)
      guard var user = state.users[old] else { return false }
      change(&user)
      let new = UserStore.key(user.name)
      guard new == old || state.users[new] == nil else { return false }
      if new != old { state.users[old] = nil }
      state.users[new] = user
      return true
    }
  }

  func hash(_ password: String) -> [UInt8] {
    HashAlgorithm.sha256.hmac(key: key, Array(password.utf8))
  }

  private static func key(_ name: String) -> String { name.lowercased() }
}

/// A user as a users file has it.
struct UserSeed: Sendable {
  var name: String
  var id: String?
  var password: String?
  var attributes: JSON.Object
  var isActive = true
  var mustChangePassword = false
  var isPasswordExpired = false
  var securityAnswers: [JSON] = []
  var aliases: [String] = []
}
