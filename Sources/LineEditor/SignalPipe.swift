import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The write end of the pipe of signals, for the handler; -1 until there is one.
///
/// A handler may only do what is safe at any instruction: an atomic load and a write. The value is set before the first
/// handler is installed, so that the handler never runs its lazy initialisation.
private let signalWriteEnd = Atomic<Int32>(-1)

/// Signals as bytes in a pipe, so that a loop can wait for them beside its input.
///
/// Handlers are installed without SA_RESTART: a read in progress then returns, as libedit needs it (terminal-and-rpc 1).
/// There is one pipe in a process. Whoever waits for signals reads them; they are taken by one thread, the main one.
package final class SignalPipe: Sendable {
  /// The one pipe, made at first use. Nil where the process has no descriptors left.
  package static let shared = SignalPipe()

  /// Becomes readable when a signal came.
  package let readEnd: Int32
  private let previous = Mutex<[Int32: [sigaction]]>([:])

  private init?() {
    guard let ends = Descriptors.makePipe() else { return nil }
    readEnd = ends.readEnd
    signalWriteEnd.store(ends.writeEnd, ordering: .sequentiallyConsistent)
  }

  /// From now on these signals come through the pipe. Calls may be nested; each needs its `release`.
  package func catchSignals(_ signals: [Int32]) {
    for signal in signals {
      var action = sigaction()
      #if canImport(Glibc)
        action.__sigaction_handler.sa_handler = SignalPipe.handler
      #else
        action.__sigaction_u.__sa_handler = SignalPipe.handler
      #endif
      action.sa_flags = 0
      var old = sigaction()
      sigaction(signal, &action, &old)
      previous.withLock { $0[signal, default: []].append(old) }
    }
  }

  /// Puts back what was there before the last `catchSignals` of these signals.
  package func release(_ signals: [Int32]) {
    for signal in signals {
      guard var old = previous.withLock({ $0[signal]?.popLast() }) else { continue }
      sigaction(signal, &old, nil)
    }
  }

  /// The signals that came since the last call, oldest first.
  package func take() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(readEnd, &bytes, bytes.count)
    return count > 0 ? bytes.prefix(count).map { Int32($0) } : []
  }

  /// Lets a signal do what it does by default, and comes back where that lets the process live (after ^Z and `fg`).
  package func actByDefault(on signal: Int32) {
    // These do nothing by default: nothing would end the wait below. A resize, or the SIGCONT that comes with a hang-up, may still be in
    // the pipe when the line or the question that asked for it has ended.
    guard signal != SIGCONT, signal != SIGWINCH else { return }
    var byDefault = sigaction()
    #if canImport(Glibc)
      byDefault.__sigaction_handler.sa_handler = SIG_DFL
    #else
      byDefault.__sigaction_u.__sa_handler = SIG_DFL
    #endif
    var old = sigaction()
    sigaction(signal, &byDefault, &old)
    kill(getpid(), signal)
    // The signal is for the whole process and may be given to another thread: this one must not run on past it.
    if signal == SIGTSTP { usleep(20_000) } else { pause() }
    sigaction(signal, &old, nil)
  }

  private static let handler: @convention(c) (Int32) -> Void = { signal in
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = write(signalWriteEnd.load(ordering: .relaxed), &byte, 1)
    errno = saved
  }
}
