import JSON
import JourneyEngine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Keeps one profile's state in a file: `$XDG_STATE_HOME/journey/profiles/NAME.json`, 0600 in a folder 0700.
///
/// A file that is no JSON is moved aside and reported, so that nothing of it is lost and work goes on. The locks are the system's, on
/// files beside it: they end with their process. One is held for a piece of work, through requests to the server; the other for
/// one change of the file.
struct FileStorage: JourneyStorage {
  /// How much an answer may need: tokens of some kilobytes each.
  private static let room = 64 << 10

  let path: String
  /// How long another process may hold a lock.
  var patience = FileLock.limit
  let notice: @Sendable (World.Notice) -> Void

  var place: String? { path }

  /// The file of a profile.
  static func path(of profile: String, in places: Places) throws(Failure) -> String {
    guard let state = places.state else {
      throw Failure(
        .storage, "There is no place to keep anything: neither XDG_STATE_HOME nor HOME is set.",
        hint: "Set one of them, or use --store memory.", data: ["path": .null])
    }
    return "\(state)/profiles/\(profile).json"
  }

  /// Says at once what would go wrong later: a folder that cannot be made or written, or is not ours. One of ours that others
  /// could enter is closed to them.
  func check() async throws(Failure) {
    let folder = Files.parent(path)
    try await Blocking.onFiles { () throws(Files.Problem) in
      try Files.makeFolder(folder)
      for folder in [Files.parent(folder), folder] {
        guard try Files.tightenFolder(folder) else { continue }
        notice(.warning("\(folder) was open to others: it is closed to them now."))
      }
      guard access(folder, W_OK | X_OK) == 0 else { throw Files.Problem(folder, errno: errno) }
    }
  }

  func load() async throws -> JSON? {
    if case .whole(let document) = try await read() { return document }
    return try await changing { try await $0.loadOrSetAside() }
  }

  func save(_ document: JSON) async throws {
    try await update { _ in document }
  }

  @discardableResult
  func update(_ change: @Sendable (JSON?) throws -> JSON?) async throws -> JSON? {
    try await changing { storage in
      let before = try await storage.loadOrSetAside()
      guard let after = try change(before) else { return before }
      let (path, bytes) = (storage.path, after.bytes(.pretty) + [UInt8(ascii: "\n")])
      try await storage.run { () throws(Files.Problem) in
        Files.removeLeftovers(of: path)
        try Files.write(bytes, to: path)
      }
      return after
    }
  }

  func delete() async throws {
    try await changing { storage in
      _ = try await storage.run { () throws(Files.Problem) in try Files.delete(storage.path) }
    }
  }

  /// Writes a file of the size that may come, beside the one that is kept, and takes it away again.
  func makeRoom() async throws {
    try await changing { storage in
      try await storage.run { () throws(Files.Problem) in
        let size = (try Files.read(storage.path)?.count ?? 0) + Self.room
        try Files.checkRoom(for: size, beside: storage.path)
      }
    }
  }

  func exclusively<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    let lock = try await lock(path + ".lock")
    defer { lock.release() }
    return try await body()
  }

  /// Runs `body` while nobody else changes the file.
  func changing<Value: Sendable>(_ body: @Sendable (FileStorage) async throws -> Value) async throws -> Value {
    let lock = try await lock(path + ".change")
    defer { lock.release() }
    return try await body(self)
  }

  private enum Content: Sendable {
    case whole(JSON?)
    case damaged
  }

  private func read() async throws -> Content {
    let bytes = try await run { () throws(Files.Problem) in
      try Files.read(path) { notice(.warning("\(path) could be read by others: it cannot any more.")) }
    }
    guard let bytes else { return .whole(nil) }
    guard let document = try? JSON(parsing: bytes), document.object != nil else { return .damaged }
    return .whole(document)
  }

  /// Reads the file while nobody else changes it: a damaged one that is moved may not be a good one that has just come.
  private func loadOrSetAside() async throws -> JSON? {
    if case .whole(let document) = try await read() { return document }
    let aside = try await run { () throws(Files.Problem) in try setAside() }
    if let aside {
      notice(.warning("\(path) was damaged: it is set aside as \(aside), and the profile starts anew."))
    }
    return nil
  }

  func lock(_ file: String) async throws -> FileLock {
    do throws(Failure) {
      return try await FileLock.take(file, limit: patience) { notice(.note($0)) }
    } catch {
      throw Self.error(error, file)
    }
  }

  /// Moves the file beside itself under a name that is free; nil where somebody else did so already.
  private func setAside() throws(Files.Problem) -> String? {
    for number in 1...99 {
      let aside = "\(path).damaged-\(number)"
      if link(path, aside) == 0 {
        _ = try Files.delete(path)
        return aside
      }
      if errno == ENOENT { return nil }
      guard errno == EEXIST else { throw Files.Problem(path, errno: errno) }
    }
    throw Files.Problem(path, "it is damaged, and 99 damaged ones lie beside it")
  }

  func run<Value: Sendable>(_ work: @escaping @Sendable () throws(Files.Problem) -> Value) async throws -> Value {
    do throws(Failure) {
      return try await Blocking.onFiles(work)
    } catch {
      throw Self.error(error, path)
    }
  }

  private static func error(_ failure: Failure, _ path: String) -> any Error {
    if failure.code == .cancelled { return CancellationError() }
    return StorageError(message: failure.message, path: failure.data["path"]?.string ?? path)
  }
}
