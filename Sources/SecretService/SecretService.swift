/// A person's keyring: the Secret Service on the D-Bus session, as gnome-keyring, KeePassXC and KWallet offer it, through
/// libsecret.
///
/// An item is found by its attributes, which are not secret; the secret itself is any bytes, 64 KiB and more. Each call ends
/// within the time limit, and an error says what to do. The calls of one value run one after the other, on a thread of
/// their own; they are not ended by the cancellation of the task.
///
/// - Source: freedesktop.org Secret Service API 0.2.
package struct SecretService: Sendable {
  private let connection: Connection
  private let worker: Worker
  private let timeout: Duration
  private let promptLimit: Duration?

  /// Whether libsecret can be opened here. Reads from disk the first time.
  package static var isInstalled: Bool {
    do throws(SecretServiceError) {
      _ = try Library.shared()
      return true
    } catch {
      return false
    }
  }

  /// Connects to the keyring of the D-Bus session that the environment names, and has it started where it is not running.
  ///
  /// - Parameters:
  ///   - environment: `DBUS_SESSION_BUS_ADDRESS` and `XDG_RUNTIME_DIR` are looked at.
  ///   - timeout: how long each call may take.
  ///   - promptLimit: how long a person may take to unlock a locked keyring in its own window, in addition; nil asks
  ///     nobody, and a locked keyring is an error.
  package static func connect(
    environment: [String: String], timeout: Duration = .seconds(3), promptLimit: Duration? = nil
  ) async throws(SecretServiceError) -> SecretService {
    let worker = Worker()
    guard let address = sessionBusAddress(in: environment) else {
      throw .noBus("neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")
    }
    let connection = try await worker.run(within: timeout) { call throws(SecretServiceError) in
      try Connection(address: address, call)
    }
    return SecretService(connection: connection, worker: worker, timeout: timeout, promptLimit: promptLimit)
  }

  /// The secret of the item with these attributes, the newest where there are several; nil where there is none.
  package func load(_ attributes: [String: String]) async throws(SecretServiceError) -> [UInt8]? {
    guard let item = try await items(attributes).first else { return nil }
    if item.isLocked { try await unlock(item.object) }
    return try await worker.run(within: timeout) { [connection] call throws(SecretServiceError) in
      try connection.secret(of: item, call)
    }
  }

  /// Keeps a secret in the default keyring, in place of the one with the same attributes.
  ///
  /// - Parameters:
  ///   - label: what a person sees in the keyring's own window.
  package func store(_ secret: [UInt8], label: String, _ attributes: [String: String]) async throws(SecretServiceError)
  {
    try Self.check(attributes)
    guard !label.utf8.contains(0) else { throw .zeroByte }
    let keyring = try await worker.run(within: timeout) { [connection] call throws(SecretServiceError) in
      try connection.defaultKeyring(call)
    }
    if keyring.isLocked { try await unlock(keyring.object) }
    try await worker.run(within: timeout) { [connection] call throws(SecretServiceError) in
      try connection.create(secret, label: label, attributes: attributes, in: keyring, call)
    }
  }

  /// Deletes all items with these attributes, in whichever keyring they are; fine where there is none.
  package func delete(_ attributes: [String: String]) async throws(SecretServiceError) {
    for item in try await items(attributes) {
      if item.isLocked { try await unlock(item.object) }
      try await worker.run(within: timeout) { [connection] call throws(SecretServiceError) in
        try connection.delete(item, call)
      }
    }
  }

  private func items(_ attributes: [String: String]) async throws(SecretServiceError) -> [Item] {
    try Self.check(attributes)
    return try await worker.run(within: timeout) { [connection] call throws(SecretServiceError) in
      try connection.items(attributes, call)
    }
  }

  private func unlock(_ object: GObject) async throws(SecretServiceError) {
    guard let promptLimit else { throw .locked }
    try await worker.run(within: promptLimit) { [connection] call throws(SecretServiceError) in
      try connection.unlock(object, call)
    }
  }

  /// A zero byte would end a text early, and one profile would then read what is another's.
  private static func check(_ attributes: [String: String]) throws(SecretServiceError) {
    for (name, value) in attributes where name.utf8.contains(0) || value.utf8.contains(0) { throw .zeroByte }
  }
}
