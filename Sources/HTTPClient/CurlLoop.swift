import CCurl
import DynamicLibrary
import Synchronization
import Threads

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Stands for one request between the caller and the thread.
final class CurlTicket: Sendable {
  /// Set before the cancel command is queued: a request that reaches the thread after its own cancelling ends at once.
  let isCancelled = Atomic(false)
}

/// One request on its way to the thread, with the caller that waits for it.
struct CurlJob: Sendable {
  let ticket: CurlTicket
  let request: HTTPRequest
  let continuation: CheckedContinuation<Result<HTTPResponse, HTTPClientError>, Never>

  /// Ends a job that curl has never seen.
  func cancel(_ detail: String = "") { refuse(.cancelled, detail) }

  /// The same where nobody wanted it to end.
  func refuse(_ phase: HTTPClientError.Phase, _ detail: String) {
    continuation.resume(returning: .failure(HTTPClientError(request, phase, detail, mayHaveReachedServer: false)))
  }
}

/// The one thing that may be done to a multi handle from other threads: end its wait.
///
/// - Source: libcurl's manual of `curl_multi_wakeup`.
// Guard: `curl_multi_wakeup` may be called from any thread; it is called with `CurlLoop.state` locked, and the thread
// takes the bell out of there, with the lock held, before it frees the handle.
struct CurlBell: @unchecked Sendable {
  private let curl: UnsafePointer<journey_curl>
  private let multi: UnsafeMutableRawPointer

  init(_ curl: UnsafePointer<journey_curl>, _ multi: UnsafeMutableRawPointer) {
    self.curl = curl
    self.multi = multi
  }

  func ring() { _ = curl.pointee.curl_multi_wakeup(multi) }
}

/// The way in to the thread that curl runs on: a queue of commands, and a bell.
///
/// libcurl's handles belong to one thread at a time; all of them live in `CurlThread`, on its thread. That thread runs tasks
/// too, between the transfers, which then reach curl and get their answers without waking another thread.
final class CurlLoop: TaskExecutor {
  enum Command: Sendable {
    case start(CurlJob)
    case cancel(CurlTicket)
    case run(UnownedJob)
  }

  private enum Phase { case idle, running, closed }

  private struct State {
    var phase = Phase.idle
    var commands: [Command] = []
    var bell: CurlBell?
    /// Whether the thread waits in curl, where only the bell ends its wait.
    var isAsleep = false

    /// Rings where the thread sleeps, and for the first command only: it takes all of them at once.
    mutating func queue(_ command: Command) {
      commands.append(command)
      if isAsleep, commands.count == 1 { bell?.ring() }
    }
  }

  /// How long the thread stays awake for the next request when one is done. To wake a thread takes longer than all other work
  /// of a step, and the answer to a step is followed by the next one at once, if by any.
  private static let lingering = Duration.microseconds(120)

  private let configuration: HTTPClientConfiguration
  private let state = Mutex(State())
  /// Whether commands are queued, or the loop is closed: what the thread looks at while it lingers.
  private let isWanted = Atomic(false)

  init(_ configuration: HTTPClientConfiguration) { self.configuration = configuration }

  func start(_ job: CurlJob) {
    if !queue(.start(job)) { job.cancel("the client is closed") }
  }

  /// Takes a piece of a task. When the thread is gone, it runs where other tasks do.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !queue(.run(job)) { globalConcurrentExecutor.enqueue(job) }
  }

  /// Hands a command to the thread, which starts with the first one. False when the loop is closed.
  private func queue(_ command: Command) -> Bool {
    let phase = state.withLock { state in
      let phase = state.phase
      if phase != .closed {
        state.phase = .running
        state.queue(command)
        isWanted.store(true, ordering: .releasing)
      }
      return phase
    }
    if phase == .idle { startThread() }
    return phase != .closed
  }

  func cancel(_ ticket: CurlTicket) {
    ticket.isCancelled.store(true, ordering: .releasing)
    state.withLock { state in
      guard state.phase == .running else { return }
      state.queue(.cancel(ticket))
      isWanted.store(true, ordering: .releasing)
    }
  }

  func close() {
    state.withLock { state in
      state.phase = .closed
      state.bell?.ring()
      isWanted.store(true, ordering: .releasing)
    }
  }

  /// Called by the thread: what has been queued since the last call; nil when it is to end.
  func takeCommands() -> [Command]? {
    state.withLock { state in
      state.isAsleep = false
      isWanted.store(false, ordering: .relaxed)
      guard state.phase != .closed else { return nil }
      defer { state.commands.removeAll(keepingCapacity: true) }
      return state.commands
    }
  }

  /// Called by the thread: waits a moment for commands, and lets other threads run meanwhile.
  func linger() {
    let end = ContinuousClock.now + Self.lingering
    while !isWanted.load(ordering: .acquiring), ContinuousClock.now < end { sched_yield() }
  }

  /// Called by the thread before it waits in curl; false when there is something to do instead.
  func fallAsleep() -> Bool {
    state.withLock { state in
      guard state.commands.isEmpty, state.phase != .closed else { return false }
      state.isAsleep = true
      return true
    }
  }

  private func startThread() {
    let started = WorkerThread.start(blocksSignals: true) { [self] in
      let curl: UnsafePointer<journey_curl>
      do throws(CurlLibrary.Missing) {
        curl = try CurlLibrary.shared().functions
      } catch {
        return abandon(.unavailable, error.reason)
      }
      guard let multi = curl.pointee.curl_multi_init() else {
        return abandon(.connect, "curl cannot start")
      }
      attach(CurlBell(curl, multi))
      CurlThread(curl, multi: multi, configuration: configuration).run(self)
      attach(nil)
      abandon(.cancelled, "the client is closed")
      _ = curl.pointee.curl_multi_cleanup(multi)
    }
    if !started { abandon(.connect, "the system has no thread to give") }
  }

  private func attach(_ bell: CurlBell?) { state.withLock { $0.bell = bell } }

  /// Ends the jobs that are still in the queue. Only its owner closes the loop: what cannot be had now may be there for the next request.
  private func abandon(_ phase: HTTPClientError.Phase, _ detail: String) {
    let commands = state.withLock { state in
      if state.phase == .running { state.phase = .idle }
      defer { state.commands = [] }
      return state.commands
    }
    for command in commands {
      switch command {
      case .start(let job): job.refuse(phase, detail)
      case .run(let job): globalConcurrentExecutor.enqueue(job)
      case .cancel: break
      }
    }
  }
}
