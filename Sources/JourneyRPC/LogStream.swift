import Synchronization
import Threads

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Lines for whoever reads standard error, which may be nobody: a client that never drains it holds nothing up.
///
/// A thread writes them. Past `limit` lines are dropped, and how many is told once there is room again.
package final class LogStream: Sendable {
  /// Bytes that may wait.
  private static let limit = 1 << 20

  private struct State {
    var pending: [UInt8] = []
    var dropped = 0
    var isStarted = false
    var isEnding = false
  }

  private let descriptor: Int32
  private let state = Mutex(State())
  private let work = Signal()
  private let written = Signal()

  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  package func line(_ text: String) {
    let starts = state.withLock { state -> Bool in
      guard state.pending.count + text.utf8.count < Self.limit else {
        state.dropped += 1
        return false
      }
      if state.dropped > 0 {
        state.pending += "journey: \(state.dropped) lines were not written\n".utf8
        state.dropped = 0
      }
      state.pending += text.utf8
      state.pending.append(UInt8(ascii: "\n"))
      defer { state.isStarted = true }
      return !state.isStarted
    }
    if starts {
      let isRunning = WorkerThread.start { self.run() }
      precondition(isRunning, "no thread could be started")
    }
    work.raise()
  }

  /// Writes what is there, for a moment at most: who does not read is not waited for.
  package func finish() {
    guard state.withLock({ $0.isStarted }) else { return }
    state.withLock { $0.isEnding = true }
    work.raise()
    _ = written.wait(for: .milliseconds(200))
  }

  private func run() {
    while true {
      let bytes = state.withLock { state in
        defer { state.pending = [] }
        return state.pending
      }
      if bytes.isEmpty {
        if state.withLock({ $0.isEnding }) { return written.raise() }
        work.wait()
      } else {
        write(bytes[...])
      }
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return
      }
    }
  }
}
