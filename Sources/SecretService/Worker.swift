internal import CSecret
internal import Dispatch
internal import Synchronization

/// Where calls that block run, one after the other, each with a limit in time.
///
/// libsecret waits for answers of other processes. A serial dispatch queue gets a thread beside those of the cooperative
/// pool, so that a keyring that hangs holds up nothing but itself: past its limit a call is cancelled, and who waits for it
/// goes on whether or not it ends.
final class Worker: Sendable {
  private let queue = DispatchQueue(label: "journey.keyring")
  private let watch = DispatchQueue(label: "journey.keyring.limit")

  /// Runs the work, at most for this long. Work whose time is over before its turn comes is left out.
  func run<Value: Sendable>(
    within limit: Duration, _ work: @escaping @Sendable (Call) throws(SecretServiceError) -> Value
  ) async throws(SecretServiceError) -> Value {
    let result = await withCheckedContinuation { continuation in
      let outcome = Outcome<Value>(continuation)
      queue.async {
        outcome.begin(limit: limit, work)
      }
      watch.asyncAfter(deadline: .now() + limit.dispatchInterval) {
        outcome.giveUp(limit: limit)
      }
    }
    return try result.get()
  }
}

/// What one call has: the library, and the cancellable by which it is ended.
struct Call {
  let library: Library
  let limit: Duration
  let cancellable: GObject

  /// Calls a function that reports by a GError. Nil is an absence where the function reports no error.
  func checked<Result>(
    _ body: (journey_secret, UnsafeMutablePointer<UnsafeMutablePointer<journey_error>?>) -> Result
  ) throws(SecretServiceError) -> Result {
    let functions = library.functions
    var error: UnsafeMutablePointer<journey_error>?
    let result = body(functions, &error)
    guard let error else { return result }
    defer { functions.g_error_free(error) }
    throw SecretServiceError(error, limit: limit, functions)
  }
}

/// The one result of a call, whichever comes first: its end or that of its time.
private final class Outcome<Value: Sendable>: Sendable {
  typealias Waiting = CheckedContinuation<Result<Value, SecretServiceError>, Never>

  private struct State {
    var waiting: Waiting?
    var cancellable: GObject?
  }

  private let state: Mutex<State>

  init(_ waiting: Waiting) {
    state = Mutex(State(waiting: waiting))
  }

  func begin(limit: Duration, _ work: (Call) throws(SecretServiceError) -> Value) {
    do throws(SecretServiceError) {
      let library = try Library.shared()
      let cancellable = GObject(owning: library.functions.g_cancellable_new(), library)
      let isWaitedFor = state.withLock { state in
        state.cancellable = cancellable
        return state.waiting != nil
      }
      guard isWaitedFor else { return }
      finish(.success(try work(Call(library: library, limit: limit, cancellable: cancellable))))
    } catch {
      finish(.failure(error))
    }
  }

  func giveUp(limit: Duration) {
    guard finish(.failure(.timedOut(limit))) else { return }
    guard let cancellable = state.withLock({ $0.cancellable }) else { return }
    cancellable.library.functions.g_cancellable_cancel(cancellable.pointer)
  }

  @discardableResult
  private func finish(_ result: Result<Value, SecretServiceError>) -> Bool {
    let waiting = state.withLock { state in
      let waiting = state.waiting
      state.waiting = nil
      return waiting
    }
    waiting?.resume(returning: result)
    return waiting != nil
  }
}

extension Duration {
  fileprivate var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
