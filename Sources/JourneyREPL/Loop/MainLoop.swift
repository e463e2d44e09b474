import LineEditor
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the main thread does while commands run elsewhere: it waits for their end, for signals, and for jobs that need it,
/// such as a question on the terminal.
final class MainLoop: Sendable {
  /// The terminal's mode outside a line, where a shell runs on it: ^Z and the signals that end the process then go through here.
  private let mode: TerminalMode?
  private let jobs = Mutex<[@Sendable () -> Void]>([])
  private let wakeEnds: (readEnd: Int32, writeEnd: Int32)?
  /// How long a cancelled request may take before ^C ends the process.
  private static let patience = Duration.seconds(2)

  init(mode: TerminalMode? = nil) {
    self.mode = mode
    wakeEnds = Descriptors.makePipe()
  }

  /// Runs `work` in a task and waits for it. On the main thread. ^C cancels the task; once more, after two seconds, it ends the process.
  ///
  /// - Parameter tick: Called ten times a second, for a status line.
  /// - Returns: The value, and whether ^C came.
  func run<Value: Sendable>(
    tick: (@Sendable () -> Void)? = nil, _ work: @escaping @Sendable () async -> Value
  ) -> (value: Value, wasInterrupted: Bool) {
    let signals = [SIGINT] + (mode == nil ? [] : [SIGTSTP, SIGTERM, SIGHUP, SIGQUIT])
    SignalPipe.shared?.catchSignals(signals)
    defer {
      _ = SignalPipe.shared?.take()
      SignalPipe.shared?.release(signals)
    }
    let result = Result<Value>()
    let task = Task.detached {
      let value = await work()
      result.value.withLock { $0 = value }
      self.wake()
    }
    let clock = ContinuousClock()
    var interrupted: ContinuousClock.Instant?
    while true {
      if let value = result.value.withLock({ $0 }) { return (value, interrupted != nil) }
      waitForEvents(milliseconds: tick == nil ? -1 : 100)
      runJobs()
      for signal in SignalPipe.shared?.take() ?? [] {
        if signal == SIGINT {
          if let interrupted, interrupted.duration(to: clock.now) > Self.patience { leave() }
          interrupted = interrupted ?? clock.now
          task.cancel()
        } else {
          mode?.letAct(signal)
        }
      }
      tick?()
    }
  }

  /// Runs `job` on the main thread, while that is in `run`.
  func perform<Value: Sendable>(_ job: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      jobs.withLock { $0.append { continuation.resume(returning: job()) } }
      wake()
    }
  }

  private final class Result<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  private func waitForEvents(milliseconds: Int32) {
    let ends = [wakeEnds?.readEnd, SignalPipe.shared?.readEnd].compactMap { $0 }
    // Without a pipe, which is when the process has no descriptors left, looking now and then has to do.
    let limit = wakeEnds == nil ? 20 : milliseconds
    let ready = Descriptors.waitReadable(ends, milliseconds: limit)
    if let wakeEnds, ready.contains(wakeEnds.readEnd) { _ = Descriptors.readSome(wakeEnds.readEnd) }
  }

  private func runJobs() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { job() }
  }

  private func wake() {
    if let wakeEnds { Descriptors.writeAll([1], to: wakeEnds.writeEnd) }
  }

  private func leave() -> Never {
    mode?.giveBack()
    _exit(130)
  }
}
