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
    package var serverName = "journey"
    package var version: String
    package var drain = false
    package var grace: Duration = .milliseconds(900)
    package var messageLimit = FrameSplitter.standardLimit

    package init(version: String) { self.version = version }
  }

  private enum Phase { case running, shutDown, ended(status: Int32) }

  private let handler: any CallHandler
  private let configuration: Configuration
  private let input: Int32
  private let writer: FrameWriter
  private let calls = RunningCalls()
  private let phase = Mutex(Phase.running)

  /// - Parameters:
  ///   - input, output: owned by the caller, open until `run` has returned.
  package init(_ handler: any CallHandler, configuration: Configuration, input: Int32, output: Int32) {
    self.handler = handler
    self.configuration = configuration
    self.input = input
    self.writer = FrameWriter(descriptor: output)
  }

  /// Serves until the end of input or `exit`. Blocks the calling thread; gives the exit status.
  package func run() -> Int32 {
    read()
    settle()
    writer.close()
    guard case .ended(let status) = phase.withLock({ $0 }) else { return 0 }
    return status
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

  private var hasEnded: Bool {
    phase.withLock { if case .ended = $0 { true } else { false } }
  }

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
    _ = idle.wait(for: .milliseconds(500))
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

  /// Answers the methods of the envelope here and now, and has the handler read all others. `finish` is called once: with nil where
  /// nothing is to be written.
  private func accept(_ call: Call, finish: @escaping Finish) {
    let answer: Result<JSON, RPCError>?
    switch call.method {
    case "exit": answer = .success(exit())
    case _ where isShutDown:
      answer = .failure(.invalidRequest("The server was shut down; only 'exit' is left."))
    case "initialize": answer = .success(initialize(call.params))
    case "shutdown":
      phase.withLock { $0 = .shutDown }
      answer = .success(.null)
    case "$/cancelRequest": answer = cancel(call)
    case "$/setTrace": answer = .success(.null)
    case _ where call.method.hasPrefix("$/"): answer = .failure(Self.unknownMethod(call.method))
    default: answer = nil
    }
    guard let answer else { return read(call, finish) }
    finish(call.id.map { Self.bytes(answer, id: $0) })
  }

  private func read(_ call: Call, _ finish: @escaping Finish) {
    let notify: Notify = { [writer] method, params in writer.send(Reply.notification(method, params)) }
    switch handler.read(call, notify: notify) {
    case .answered(let answer): finish(call.id.map { Self.bytes(answer, id: $0) })
    case .work(let work):
      calls.start(
        call.id,
        {
          let answer: Result<JSON, RPCError>
          do throws(RPCError) {
            answer = .success(try await work())
          } catch {
            answer = .failure(error)
          }
          return call.id.map { Self.bytes(answer, id: $0) }
        },
        finish: { answer, wasCancelled in
          finish(wasCancelled ? call.id.map { Reply.error(.cancelled, id: $0) } : answer)
        })
    }
  }

  private func reply(_ error: RPCError, to id: RequestID) {
    writer.send(Reply.error(error, id: id))
  }

  private static func bytes(_ answer: Result<JSON, RPCError>, id: RequestID) -> [UInt8] {
    switch answer {
    case .success(let value): Reply.result(value, id: id)
    case .failure(let error): Reply.error(error, id: id)
    }
  }

  static func unknownMethod(_ method: String) -> RPCError {
    RPCError(-32601, "unknown-method", "There is no method '\(method)'.", hint: "'rpc.discover' lists the methods.")
  }

  // MARK: - Life cycle

  private var isShutDown: Bool {
    phase.withLock { if case .running = $0 { false } else { true } }
  }

  private func initialize(_ params: JSON?) -> JSON {
    handler.initialize(params)
    return [
      "capabilities": handler.capabilities,
      "serverInfo": ["name": .string(configuration.serverName), "version": .string(configuration.version)],
    ]
  }

  /// Ends with 0 after `shutdown`, with 1 without.
  private func exit() -> JSON {
    phase.withLock { phase in
      if case .shutDown = phase { phase = .ended(status: 0) } else { phase = .ended(status: 1) }
    }
    return .null
  }

  private func cancel(_ call: Call) -> Result<JSON, RPCError> {
    guard let id = call.params?["id"], id.string != nil || id.double != nil else {
      return .failure(RPCError(-32602, "usage", "'$/cancelRequest' needs the id of a request."))
    }
    calls.cancel(id)
    return .success(.null)
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
