#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A detached thread for work that blocks: that must not sit on the threads that run tasks.
package enum WorkerThread {
  /// Runs `body` on a thread of its own, which ends with it and is never joined: at the end of the program it may still wait.
  ///
  /// - Parameter blocksSignals: Whether signals meant for the process go to its other threads, and a write to a closed socket
  ///   gives an error here and no SIGPIPE. Threads and programs that `body` starts inherit that.
  /// - Returns: False where the system has no thread to give; then `body` does not run.
  package static func start(blocksSignals: Bool = false, _ body: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Body(blocksSignals: blocksSignals, body))
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    guard pthread_create(&thread, nil, entry, box.toOpaque()) == 0 else {
      box.release()
      return false
    }
    #if canImport(Glibc)
      pthread_detach(thread)
    #else
      if let thread { pthread_detach(thread) }
    #endif
    return true
  }

  private final class Body: Sendable {
    let blocksSignals: Bool
    let run: @Sendable () -> Void

    init(blocksSignals: Bool, _ run: @escaping @Sendable () -> Void) {
      self.blocksSignals = blocksSignals
      self.run = run
    }
  }

  #if canImport(Glibc)
    private static let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
      if let argument { enter(argument) }
      return nil
    }
  #else
    private static let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { argument in
      enter(argument)
      return nil
    }
  #endif

  private static func enter(_ argument: UnsafeMutableRawPointer) {
    let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
    if body.blocksSignals { blockSignals() }
    body.run()
  }

  private static func blockSignals() {
    var signals = sigset_t()
    sigfillset(&signals)
    // A fault of this very thread must still be reported as one.
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&signals, fault) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
