import JSON
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// JSON-RPC 2.0 on two descriptors: reads, has each call answered, and writes the answers.
///
/// The reader is the thread that calls `run`; it never waits for a handler. At the end of input what was read is worked off
/// for up to `grace`, with `drain` until it is done, then cancelled.
///
/// - Source: CONTRACT 5.
package final class RPCServer: Sendable {
  package struct Configuration: Sendable {
    package var drain = false
    package var grace: Duration = .milliseconds(900)
    /// How long what has been cancelled is waited for.
    package var cancelling: Duration = .milliseconds(500)
    package var messageLimit = FrameSplitter.standardLimit

    package init() {}
  }

  /// The exit status when answers could not be written: that of `storage` (CONTRACT 5).
  private static let lostOutput: Int32 = 7

  private let handler: any CallHandler
  private let configuration: Configuration
  private let input: Int32
  private let writer: FrameWriter
  private let calls = RunningCalls()
  /// The exit status, once the client asked for the end.
  private let ended = Mutex<Int32?>(nil)

  /// - Parameters:
  ///   - input, output: owned by the caller, open until `run` has returned.
  package init(_ handler: any CallHandler, configuration: Configuration, input: Int32, output: Int32) {
    self.handler = handler
    self.configuration = configuration
    self.input = input
    self.writer = FrameWriter(descriptor: output)
  }

  /// Serves until the end of input or until the handler ends it. Blocks the calling thread; gives the exit status.
  package func run() -> Int32 {
    read()
    settle()
    writer.close()
    if writer.isLost { return Self.lostOutput }
    return ended.withLock { $0 } ?? 0
  }

  // MARK: - Reading

  private func read() {
    var splitter = FrameSplitter(limit: configuration.messageLimit)
    var block = [UInt8](repeating: 0, count: 64 << 10)
    var framing: Framing?
    while !hasEnded {
      let count = readBlock(&block)
      let frames = count > 0 ? splitter.feed(block[..<count]) : splitter.finish()
      if framing == nil, let found = splitter.framing {
        framing = found
        writer.use(found)
      }
      if frames.count > 1 { writer.hold() }
      for frame in frames where !hasEnded { take(frame) }
      if frames.count > 1 { writer.release() }
      if count <= 0 || writer.isBroken { return }
      writer.waitForRoom()
    }
  }

  private func readBlock(_ block: inout [UInt8]) -> Int {
    while true {
      let count = block.withUnsafeMutableBytes { bytes in
        #if canImport(Glibc)
          Glibc.read(input, bytes.baseAddress, bytes.count)
        #else
          Darwin.read(input, bytes.baseAddress, bytes.count)
        #endif
      }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var entry = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, -1)
      default: return 0
      }
    }
  }

  private var hasEnded: Bool { ended.withLock { $0 != nil } }

  /// The end: what runs may finish for a while, the rest is cancelled and answered.
  private func settle() {
    let idle = Signal()
    calls.whenIdle { idle.raise() }
    if hasEnded || writer.isBroken {
      calls.cancelAll()
    } else if configuration.drain {
      idle.wait()
      return
    } else if idle.wait(for: configuration.grace) {
      return
    } else {
      calls.cancelAll()
    }
    _ = idle.wait(for: configuration.cancelling)
  }

  // MARK: - Messages

  private func take(_ frame: Frame) {
    switch frame {
    case .malformed(let problem): reply(.invalidRequest(problem), to: .null)
    case .tooLarge(let beginning):
      let limit = "\(configuration.messageLimit) bytes"
      reply(.invalidRequest("The message is longer than \(limit)."), to: IDScanner.id(in: beginning) ?? .null)
    case .message(let bytes):
      let limits = JSON.Limits(depth: JSON.Limits.standard.depth, bytes: configuration.messageLimit)
      switch Envelope(message: bytes, limits: limits) {
      case .call(let call):
        accept(call) { [writer] answer in
          if let answer { writer.send(answer) }
        }
      case .batch(let entries): take(entries)
      case .invalid(let id, let error): reply(error, to: id)
      }
    }
  }

  /// A batch is answered in one piece once each of its requests is done; a batch of notifications is not answered.
  private func take(_ entries: [Envelope.Entry]) {
    let batch = BatchAnswer(count: entries.count) { [writer] answers in
      if !answers.isEmpty { writer.send(Reply.batch(answers)) }
    }
    for entry in entries {
      switch entry {
      case .call(let call): accept(call) { answer in batch.add(answer) }
      case .invalid(let id, let error): batch.add(Reply.error(error, id: id))
      }
    }
  }

  private typealias Finish = @Sendable (_ answer: [UInt8]?) -> Void

  /// Has a call read, and answered. `finish` is called once: with nil where nothing is to be written.
  private func accept(_ call: Call, finish: @escaping Finish) {
    let notify: Notify = { [writer] method, params in writer.send(Reply.notification(method, params)) }
    switch handler.read(call, notify: notify) {
    case .answered(let answer): finish(Self.bytes(answer, to: call))
    case .work(let executor, let work, let end):
      start(work, on: executor, for: call) { answer in
        finish(answer)
        end()
      }
    case .cancel(let id):
      calls.cancel(id)
      finish(Self.bytes(.success(.null), to: call))
    case .end(let status):
      ended.withLock { $0 = status }
      finish(Self.bytes(.success(.null), to: call))
    }
  }

  private func start(
    _ work: @escaping @Sendable () async throws(RPCError) -> JSON, on executor: (any TaskExecutor)?, for call: Call,
    finish: @escaping Finish
  ) {
    let cancelled = handler.cancelledAnswer.flatMap { Self.bytes(.failure($0), to: call) }
    calls.start(
      call.id, on: executor,
      {
        do throws(RPCError) {
          return Self.bytes(.success(try await work()), to: call)
        } catch {
          return Self.bytes(.failure(error), to: call)
        }
      },
      finish: { answer, wasCancelled in finish(wasCancelled ? cancelled : answer) })
  }

  private func reply(_ error: RPCError, to id: RequestID) {
    writer.send(Reply.error(error, id: id))
  }

  /// The answer to a request; nil for a notification.
  private static func bytes(_ answer: Result<JSON, RPCError>, to call: Call) -> [UInt8]? {
    guard let id = call.id else { return nil }
    switch answer {
    case .success(let value): return Reply.result(value, id: id)
    case .failure(let error): return Reply.error(error, id: id)
    }
  }
}

/// Gathers the answers of a batch.
private final class BatchAnswer: Sendable {
  private let state: Mutex<(answers: [[UInt8]], open: Int)>
  private let send: @Sendable ([[UInt8]]) -> Void

  init(count: Int, send: @escaping @Sendable ([[UInt8]]) -> Void) {
    state = Mutex(([], count))
    self.send = send
  }

  /// Takes the answer of one entry; nil for a notification.
  func add(_ answer: [UInt8]?) {
    let complete = state.withLock { state -> [[UInt8]]? in
      if let answer { state.answers.append(answer) }
      state.open -= 1
      return state.open == 0 ? state.answers : nil
    }
    if let complete { send(complete) }
  }
}
