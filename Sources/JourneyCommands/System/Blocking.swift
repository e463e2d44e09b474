import Threads

/// Runs what blocks on a thread of its own, so that the cooperative pool stays free.
enum Blocking {
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Result<Value, Failure>
  ) async throws(Failure) -> Value {
    let result = await withCheckedContinuation { continuation in
      if !WorkerThread.start({ continuation.resume(returning: work()) }) {
        continuation.resume(returning: .failure(Failure(.bug, "The system gives no thread.")))
      }
    }
    return try result.get()
  }
}
