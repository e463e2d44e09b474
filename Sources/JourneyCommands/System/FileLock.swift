import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A lock that one process at a time holds: the system's, on a file of its own. It ends with its process.
final class FileLock: Sendable {
  /// How long somebody else may hold it who has nothing to do but write a file.
  static let limit = Duration.seconds(30)
  /// How long nothing is said of the waiting, at the most.
  private static let patience = Duration.seconds(2)

  let descriptor: Int32
  private let isHeld = Atomic(true)

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { release() }

  /// Waits for the lock and takes it. It is held until ``release()``, and no longer than this object lives.
  ///
  /// - Parameter waits: is told once what is waited for, where that takes long.
  static func take(
    _ path: String, limit: Duration = FileLock.limit, waits: (String) -> Void = { _ in }
  ) async throws(Failure) -> FileLock {
    let lock = FileLock(try await opened(path))
    // Real time, whatever clock the engine has: the holder is another process.
    let start = ContinuousClock.now
    var isTold = false
    while flock(lock.descriptor, LOCK_EX | LOCK_NB) != 0 {
      let error = errno
      let waited = ContinuousClock.now - start
      if waited > min(patience, limit / 2), !isTold {
        isTold = true
        waits("Another process is at work on the same profile; waiting for its lock, \(path).")
      }
      guard error == EWOULDBLOCK || error == EINTR, waited < limit else {
        lock.release()
        let seconds = limit.components.seconds
        throw Files.Problem(
          path, "another process has held this lock for \(seconds) s; end it, or let it go on if it is stopped"
        )
        .failure
      }
      do {
        try await Task.sleep(for: .milliseconds(20))
      } catch {
        lock.release()
        throw .cancelled
      }
    }
    return lock
  }

  /// Gives it back; what comes after the first time does nothing.
  func release() {
    if isHeld.exchange(false, ordering: .relaxed) { close(descriptor) }
  }

  private static func opened(_ path: String) async throws(Failure) -> Int32 {
    try await Blocking.onFiles { () throws(Files.Problem) in
      try Files.makeFolder(Files.parent(path))
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw Files.Problem(path, errno: errno) }
      return descriptor
    }
  }
}
