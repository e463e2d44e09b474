import Synchronization
import Threads

/// Runs what blocks on a thread of its own, so that the cooperative pool stays free.
enum Blocking {
  /// Whether the task that waits for the work was cancelled: the work looks at it between two waits.
  final class Cancellation: Sendable {
    private let value = Atomic(false)
    var isRaised: Bool { value.load(ordering: .relaxed) }
    func raise() { value.store(true, ordering: .relaxed) }
  }

  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await run { _ in Result(catching: work) }
  }

  /// The same for work on files.
  static func onFiles<Value: Sendable>(
    _ work: @escaping @Sendable () throws(Files.Problem) -> Value
  ) async throws(Failure) -> Value {
    try await run { _ in Result(catching: work).mapError(\.failure) }
  }

  /// The same for work that may take for ever, such as reading a pipe.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable (Cancellation) -> Result<Value, Failure>
  ) async throws(Failure) -> Value {
    let cancellation = Cancellation()
    let result: Result<Value, Failure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if !WorkerThread.start({ continuation.resume(returning: work(cancellation)) }) {
          continuation.resume(returning: .failure(Failure(.bug, "The system gives no thread.")))
        }
      }
    } onCancel: {
      cancellation.raise()
    }
    return try result.get()
  }
}
