import Dispatch

/// Something that one thread waits for and another one raises. Raised several times before the wait, it wakes more than
/// once: who waits looks at the state again.
struct Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func raise() { semaphore.signal() }
  func wait() { semaphore.wait() }

  /// False when the time was over first.
  func wait(for duration: Duration) -> Bool {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    return semaphore.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success
  }
}
