import JSON
import JourneyEngine
import SecretService

/// Keeps one profile's state in the keyring of the person (Secret Service): an item with the attributes `application` =
/// `journey` and `profile`, the document as its secret.
///
/// The keyring has no locks, so processes take turns by the locks of the file store, files without content. A document that
/// is no JSON is an error and stays as it is; `forget` deletes it.
actor KeyringStorage: JourneyStorage {
  /// How long a person may take to unlock the keyring in its own window.
  static let promptLimit = Duration.seconds(60)

  private let profile: String
  private let lock: FileStorage
  private let connect: @Sendable () async throws(SecretServiceError) -> SecretService
  private var connection: SecretService?

  /// - Parameters:
  ///   - lock: the file store of the same profile.
  ///   - mayAsk: whether somebody is there to unlock a locked keyring.
  init(profile: String, lock: FileStorage, environment: [String: String], mayAsk: Bool) {
    self.profile = profile
    self.lock = lock
    let limit = mayAsk ? Self.promptLimit : nil
    connect = { () async throws(SecretServiceError) in
      try await SecretService.connect(environment: environment, promptLimit: limit)
    }
  }

  /// Says at once what would go wrong later: no D-Bus session, no keyring.
  func check() async throws(Failure) {
    try await lock.check()
    do throws(SecretServiceError) {
      _ = try await service()
    } catch {
      throw Self.failure(error)
    }
  }

  func load() async throws(StorageError) -> JSON? {
    let bytes = try await use { service, attributes throws(SecretServiceError) in try await service.load(attributes) }
    guard let bytes else { return nil }
    guard let document = try? JSON(parsing: bytes), document.object != nil else {
      throw StorageError(
        message: "What the keyring has for the profile \"\(profile)\" is damaged. It is left as it is; "
          + "'forget \(profile)' deletes it."
      )
    }
    return document
  }

  func save(_ document: JSON) async throws(StorageError) {
    try await use { [profile] service, attributes throws(SecretServiceError) in
      try await service.store(document.bytes(), label: "journey: \(profile)", attributes)
    }
  }

  func delete() async throws(StorageError) {
    try await use { service, attributes throws(SecretServiceError) in try await service.delete(attributes) }
  }

  @discardableResult
  nonisolated func update(_ change: @Sendable (JSON?) throws -> JSON?) async throws -> JSON? {
    try await lock.changing { _ in
      let before = try await self.load()
      guard let after = try change(before) else { return before }
      try await self.save(after)
      return after
    }
  }

  nonisolated func exclusively<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    try await lock.exclusively(body)
  }

  nonisolated func turn(for step: String) async throws -> (any SendingTurn)? { try await lock.turn(for: step) }

  private func use<Value: Sendable>(
    _ body: @Sendable (SecretService, [String: String]) async throws(SecretServiceError) -> Value
  ) async throws(StorageError) -> Value {
    do throws(SecretServiceError) {
      return try await body(try await service(), ["application": "journey", "profile": profile])
    } catch {
      // The next use connects anew: the keyring may have been started again since.
      connection = nil
      throw StorageError(message: [error.description, error.fix].compactMap { $0 }.joined(separator: " "))
    }
  }

  private func service() async throws(SecretServiceError) -> SecretService {
    if let connection { return connection }
    let made = try await connect()
    connection = made
    return made
  }

  /// The same for a command that has only begun.
  private static func failure(_ error: SecretServiceError) -> Failure {
    let other = "Or keep the state in a file: --store file."
    return Failure(
      .storage, error.description, hint: [error.fix, other].compactMap { $0 }.joined(separator: " "),
      data: ["path": .null])
  }
}

extension Workspace {
  /// The keyring as the place of a profile's state.
  func keyringStorage(
    of profile: String, patience: Duration = FileLock.limit, mayAsk: Bool = true
  ) throws(Failure) -> KeyringStorage {
    let lock = FileStorage(path: try FileStorage.path(of: profile, in: places), patience: patience, notice: notifier)
    return KeyringStorage(
      profile: profile, lock: lock, environment: world.environment, mayAsk: mayAsk && world.ask != nil)
  }
}
