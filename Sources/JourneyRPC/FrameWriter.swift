import Synchronization
import Threads

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The one writer of the protocol stream. A frame goes out in one piece.
///
/// Frames are gathered in memory and written by a thread of their own, so that a client that reads late holds up nobody who
/// answers. A small frame that nothing stands before is written at once by whoever sends it: that saves a change of
/// threads for each answer when calls come one at a time. Past `highWater` the reader of the stream is made to wait
/// (`waitForRoom`), so that memory stays bounded.
///
/// A reader that has gone away (EPIPE) is no error: what is left is dropped and `isBroken` tells so.
package final class FrameWriter: Sendable {
  /// Bytes that may wait before the reader has to.
  static let highWater = 64 << 20
  /// A pipe that can be written at all takes so many bytes without blocking (POSIX, PIPE_BUF).
  private static let atOnce = 4096
  /// So much is gathered by `hold` before the thread is woken all the same.
  private static let heldAtMost = 256 << 10

  private struct State {
    var framing: Framing = .line
    var pending: [UInt8] = []
    var isWriting = false
    var isHeld = false
    var isIdle = false
    var isClosed = false
    var isBroken = false
    var isLost = false
  }

  private let descriptor: Int32
  private let state = Mutex(State())
  private let work = Signal()
  private let room = Signal()
  private let ended = Signal()

  /// - Parameter descriptor: owned by the caller, who keeps it open until `close` has returned.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
    let isRunning = WorkerThread.start { self.run() }
    precondition(isRunning, "no thread could be started")
  }

  package func use(_ framing: Framing) {
    state.withLock { $0.framing = framing }
  }

  package var isBroken: Bool { state.withLock { $0.isBroken } }

  /// Whether answers were lost though the reader is there: a full disk, for example.
  package var isLost: Bool { state.withLock { $0.isLost } }

  /// Queues a message.
  package func send(_ message: [UInt8]) {
    let wake = state.withLock { state -> Bool in
      guard !state.isBroken, !state.isClosed else { return false }
      let goesAtOnce = !state.isHeld && !state.isWriting && state.pending.isEmpty
      if goesAtOnce, message.count + 64 <= Self.atOnce, isWritable() {
        writeNow(state.framing.enclosed(message), &state)
        return state.isIdle && !state.pending.isEmpty
      }
      state.framing.append(message, to: &state.pending)
      return state.isIdle && (!state.isHeld || state.pending.count > Self.heldAtMost)
    }
    if wake { work.raise() }
  }

  /// Several answers are about to come one after the other: they are gathered until `release`.
  package func hold() {
    state.withLock { $0.isHeld = true }
  }

  package func release() {
    let wake = state.withLock { state -> Bool in
      state.isHeld = false
      return state.isIdle && !state.pending.isEmpty
    }
    if wake { work.raise() }
  }

  /// Waits until less than `highWater` is pending.
  package func waitForRoom() {
    while state.withLock({ $0.pending.count > Self.highWater && !$0.isBroken }) { room.wait() }
  }

  /// Writes what is pending and ends the thread.
  package func close() {
    state.withLock { $0.isClosed = true }
    work.raise()
    ended.wait()
  }

  private func run() {
    while true {
      let next = state.withLock { state -> [UInt8]? in
        state.isWriting = false
        guard !state.pending.isEmpty, !state.isBroken else {
          state.isIdle = !state.isClosed
          return state.isClosed ? nil : []
        }
        state.isIdle = false
        state.isWriting = true
        defer { state.pending = [] }
        return state.pending
      }
      guard let bytes = next else { break }
      if bytes.isEmpty {
        work.wait()
      } else if let problem = write(bytes[...]) {
        state.withLock { state in
          state.isBroken = true
          state.isLost = problem != EPIPE
          state.pending = []
        }
      }
      room.raise()
    }
    ended.raise()
  }

  /// Writes a small frame under the lock; what did not fit is left for the thread.
  private func writeNow(_ frame: [UInt8], _ state: inout State) {
    let count = frame.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
    if count == frame.count { return }
    if count < 0, errno != EINTR, errno != EAGAIN {
      state.isBroken = true
      state.isLost = errno != EPIPE
    } else {
      state.pending.append(contentsOf: frame[max(0, count)...])
    }
  }

  /// Writes everything; the error number where that fails.
  private func write(_ bytes: ArraySlice<UInt8>) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&entry, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  private func isWritable() -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLOUT) != 0
  }
}

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Glibc)
    Glibc.write(descriptor, bytes, count)
  #else
    Darwin.write(descriptor, bytes, count)
  #endif
}

extension Framing {
  func enclosed(_ message: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(message.count + 32)
    append(message, to: &frame)
    return frame
  }

  func append(_ message: [UInt8], to bytes: inout [UInt8]) {
    switch self {
    case .line:
      bytes.append(contentsOf: message)
      bytes.append(UInt8(ascii: "\n"))
    case .header:
      bytes.append(contentsOf: "Content-Length: \(message.count)\r\n\r\n".utf8)
      bytes.append(contentsOf: message)
    }
  }
}
