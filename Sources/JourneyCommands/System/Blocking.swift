#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs what blocks on a thread of its own, so that the cooperative pool stays free.
enum Blocking {
  private final class Box {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Result<Value, Failure>
  ) async throws(Failure) -> Value {
    let result = await withCheckedContinuation { continuation in
      if !start({ continuation.resume(returning: work()) }) {
        continuation.resume(returning: .failure(Failure(.bug, "The system gives no thread.")))
      }
    }
    return try result.get()
  }

  private static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Box(work))
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    guard pthread_create(&thread, nil, Self.main, box.toOpaque()) == 0 else {
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

  #if canImport(Glibc)
    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
      if let pointer { Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().work() }
      return nil
    }
  #else
    private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { pointer in
      Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().work()
      return nil
    }
  #endif
}
