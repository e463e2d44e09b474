#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A lock that one process at a time holds: the system's, on a file of its own without content. It ends with its process.
final class FileLock: Sendable {
  /// How long somebody else may hold it: longer than any request takes.
  static let limit = Duration.seconds(120)

  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Waits for the lock and takes it. It is held until ``release()``.
  static func take(_ path: String) async throws(Failure) -> FileLock {
    let lock = FileLock(try await opened(path))
    // Real time, whatever clock the engine has: the holder is another process.
    let start = ContinuousClock.now
    while flock(lock.descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now - start < limit else {
        lock.release()
        throw Files.Problem(path, "another process holds the lock").failure
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

  /// Gives it back. Once.
  func release() { close(descriptor) }

  private static func opened(_ path: String) async throws(Failure) -> Int32 {
    try await Blocking.run { () -> Result<Int32, Failure> in
      do throws(Files.Problem) {
        try Files.makeFolder(Files.parent(path))
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Files.Problem(path, errno: errno) }
        return .success(descriptor)
      } catch {
        return .failure(error.failure)
      }
    }
  }
}
