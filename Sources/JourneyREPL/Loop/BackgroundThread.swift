#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A thread for calls that block: they must not sit on the threads that run tasks.
enum BackgroundThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a thread of its own. It is never joined: at the end of the program it may still wait for its input.
  ///
  /// - Returns: False where the system has no more threads.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let retained = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let failed = pthread_create(&thread, nil, BackgroundThread.main, retained)
    if failed != 0 {
      Unmanaged<Body>.fromOpaque(retained).release()
      return false
    }
    #if canImport(Glibc)
      pthread_detach(thread)
    #else
      if let thread { pthread_detach(thread) }
    #endif
    return true
  }

  #if canImport(Glibc)
    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
      if let pointer { Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run() }
      return nil
    }
  #else
    private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { pointer in
      Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
      return nil
    }
  #endif
}
