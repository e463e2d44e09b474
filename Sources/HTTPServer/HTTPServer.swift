import DynamicLibrary
import Synchronization
import Threads

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A small HTTP/1.1 server on libmicrohttpd, with a few threads that read requests, call the handler and write, each for connections of its own.
///
/// It listens when `init` returns. Requests reach the handler as they were sent: raw target, headers in order, whatever
/// `Host` says, with two of them or none. By itself it answers 400 (a request that cannot be read, or whose length is in
/// doubt), 413 (body over the limit), 417, 431 or 414 (head over the limit), 503 (while it stops) and 505, and closes the
/// connection then. What it has understood it answers in the words of `refusal`; what not even the library has, that
/// answers with a small page of its own. No `Server` header is sent.
///
/// A connection is closed when nothing comes on it for `idle`, or when a request takes longer than `patience` to come.
///
/// - Source: RFC 9110, RFC 9112.
package final class HTTPServer: Sendable {
  /// Answers one request; called for many at the same time, on the threads that read them.
  package typealias Handler = @Sendable (ServerRequest) -> ServerAnswer

  /// The answer to a request that the handler does not see, by its status; the connection is closed after it.
  package typealias Refusal = @Sendable (Int) -> ServerResponse

  /// How long it waits for clients.
  package struct Patience: Sendable {
    /// Without a byte; whole seconds. Tomcat waits as long.
    package var idle = Duration.seconds(20)
    /// For a whole request, the wait before it included.
    package var request = Duration.seconds(120)

    package init() {}
  }

  private enum State {
    case running
    case stopping(waiters: [CheckedContinuation<Void, Never>])
    case stopped
  }

  /// The port it listens on.
  package let port: Int
  /// How many connections are open.
  var connectionCount: Int { core.connections.count }
  private let core: ServerCore
  private let daemon: Daemon
  private let watch: Task<Void, Never>
  private let state = Mutex(State.running)

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - host: an IPv4 or IPv6 literal of this machine, or `localhost`, which is `127.0.0.1`.
  ///   - port: 0 for a free port.
  ///   - maxBodyBytes: larger bodies are answered 413, without the handler.
  ///   - maxHeadBytes: larger heads are answered 431, without the handler.
  ///   - patience: how long it waits for clients.
  ///   - refusal: makes the answers to requests that the handler does not see.
  ///   - answer: the handler.
  package init(
    host: String = "127.0.0.1", port: Int = 0, maxBodyBytes: Int = 8 * 1024 * 1024, maxHeadBytes: Int = 64 * 1024,
    patience: Patience = Patience(), refusal: @escaping Refusal = { ServerResponse(status: $0) },
    answer: @escaping Handler
  ) throws(HTTPServerError) {
    let library: ServerLibrary.Opened
    do throws(ServerLibrary.Opened.Missing) {
      library = try ServerLibrary.shared()
    } catch {
      throw .library(error.reason)
    }
    let listening = try ListeningSocket(host: host, port: port)
    let idleSeconds = UInt32(clamping: max(patience.idle.components.seconds, 1))
    core = ServerCore(
      library: library, limits: ServerCore.Limits(head: maxHeadBytes, body: maxBodyBytes, idleSeconds: idleSeconds),
      patience: patience.request, refusal: refusal, handler: answer)
    guard let daemon = Daemon(listening, core: core) else {
      close(listening.descriptor)
      throw .system(host: host, port: port, detail: "the HTTP library cannot start")
    }
    self.daemon = daemon
    self.port = listening.port
    let connections = core.connections
    watch = Task.detached { await connections.watch() }
  }

  /// The same with a handler that always works in a task of its own.
  package convenience init(
    host: String = "127.0.0.1", port: Int = 0, maxBodyBytes: Int = 8 * 1024 * 1024, maxHeadBytes: Int = 64 * 1024,
    handler: @escaping @Sendable (ServerRequest) async -> ServerResponse
  ) throws(HTTPServerError) {
    try self.init(host: host, port: port, maxBodyBytes: maxBodyBytes, maxHeadBytes: maxHeadBytes) { request in
      .later { await handler(request) }
    }
  }

  deinit {
    let isRunning = state.withLock { state in
      if case .running = state { true } else { false }
    }
    watch.cancel()
    guard isRunning else { return }
    core.beginStopping()
    core.cutAll()
    let daemon = daemon
    _ = WorkerThread.start(blocksSignals: true) { daemon.stop() }
  }

  /// Takes no more connections, lets the requests under way finish for that long, cuts the rest off, and closes everything.
  ///
  /// Returns when no connection and no thread is left. A handler that goes on after its request was cut is cancelled, and
  /// its response dropped. May be called more than once; every call returns when the server has stopped.
  package func stop(within time: Duration) async {
    guard beginStopping() else { return await waitUntilStopped() }
    watch.cancel()
    close(daemon.quiesce())
    let core = core
    let timer = Task.detached {
      try? await Task.sleep(for: time)
      core.cutAll()
    }
    await core.waitUntilIdle()
    timer.cancel()
    await stopDaemon()
    finishStopping()
  }

  private func beginStopping() -> Bool {
    state.withLock { state in
      guard case .running = state else { return false }
      state = .stopping(waiters: [])
      core.beginStopping()
      return true
    }
  }

  /// Stopping waits for the library's thread, so it has a thread of its own.
  private func stopDaemon() async {
    let daemon = daemon
    await withCheckedContinuation { continuation in
      let stop: @Sendable () -> Void = {
        daemon.stop()
        continuation.resume()
      }
      if !WorkerThread.start(blocksSignals: true, stop) { stop() }
    }
  }

  private func finishStopping() {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      defer { state = .stopped }
      if case .stopping(let waiters) = state { return waiters }
      return []
    }
    for waiter in waiters { waiter.resume() }
  }

  private func waitUntilStopped() async {
    await withCheckedContinuation { continuation in
      let isStopped = state.withLock { state in
        guard case .stopping(let waiters) = state else { return true }
        state = .stopping(waiters: waiters + [continuation])
        return false
      }
      if isStopped { continuation.resume() }
    }
  }
}
