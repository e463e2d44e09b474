#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A thread of its own for the two calls that must not happen elsewhere: libmicrohttpd's threads take their signal mask
/// from the thread that starts them, and stopping waits for them.
///
/// Signals meant for the process go to its other threads; a write to a closed socket gives an error here and no SIGPIPE.
enum ServerThread {
  /// Runs `body` on a new thread; false when the system has none to give.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Body(body))
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
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
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
    blockSignals()
    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
  }

  private static func blockSignals() {
    var signals = sigset_t()
    sigfillset(&signals)
    // A fault of this very thread must still be reported as one.
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&signals, fault) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
