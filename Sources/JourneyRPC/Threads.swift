import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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

/// Runs work that blocks on a thread of its own, off the cooperative pool. It ends with the work.
func startThread(_ work: @escaping @Sendable () -> Void) {
  final class Box: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }
  let context = Unmanaged.passRetained(Box(work))
  #if canImport(Glibc)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().work() }
        return nil
      }, context.toOpaque())
  #else
    var thread: pthread_t?
    let status = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Box>.fromOpaque(context).takeRetainedValue().work()
        return nil
      }, context.toOpaque())
  #endif
  precondition(status == 0, "no thread could be started (error \(status))")
  #if canImport(Glibc)
    pthread_detach(thread)
  #else
    if let thread { pthread_detach(thread) }
  #endif
}
