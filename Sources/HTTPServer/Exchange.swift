import CMicrohttpd
import Synchronization

/// One request on one connection, from its first line to its completion.
///
/// The thread that polls the connection reads the request and calls the handler. An answer that is there at once it sends itself; for one
/// that takes time it suspends the connection and starts a task, which leaves the response here and resumes the connection.
// Guard: `stage`, `head` and `body` belong to the one thread of libmicrohttpd that polls the connection; what the task and `cut` touch is
// in the mutexes.
final class Exchange: @unchecked Sendable {
  /// What is known of the answer.
  private enum Outcome {
    case open
    /// The connection is suspended, and resumed by whoever leaves this state; that happens once.
    case handling(SuspendedConnection)
    case answered(ServerResponse)
    case cut
  }

  private enum Stage {
    case head
    case reading
    /// The body is too large; it is read and dropped, since a client that writes before it reads would miss the answer.
    case discarding(Int)
    case handling
    case answered
  }

  private let target: String
  /// Where the library has the target, as a number: to see whether it ends where the version begins.
  private let place: UInt
  private var stage = Stage.head
  private var head: RequestHead?
  private var body: [UInt8] = []
  /// Whether the core counts it among those whose handler has begun.
  private(set) var isCounted = false
  private let outcome = Mutex(Outcome.open)
  private let task = Mutex(Task<Void, Never>?.none)

  init(target: UnsafePointer<CChar>?) {
    self.target = target.map { String(cString: $0) } ?? ""
    place = UInt(bitPattern: target)
  }

  /// One call of the library: the head is there, a piece of the body is there, all is there, or the answer is there.
  func advance(
    _ connection: OpaquePointer, method: String, version: UnsafePointer<CChar>, upload: UnsafeRawBufferPointer,
    core: ServerCore
  ) -> MHD_Result {
    switch stage {
    case .head: readHead(connection, method: method, version: version, core: core)
    case .reading where upload.isEmpty: handle(connection, core)
    case .reading: read(upload, core)
    case .discarding where upload.isEmpty: refuse(connection, 413, core)
    case .discarding(let count): discard(upload, count, core)
    case .handling: answer(connection, core)
    case .answered: .NO
    }
  }

  /// Leaves the handler's response, unless the exchange has been cut.
  func finish(_ response: ServerResponse) { settle(.answered(response)) }

  /// Ends the exchange without an answer; a handler that still runs is cancelled, and what it answers is dropped.
  func cut() {
    settle(.cut)
    task.withLock { $0?.cancel() }
  }

  private func settle(_ end: Outcome) {
    outcome.withLock { outcome in
      guard case .handling(let connection) = outcome else { return }
      outcome = end
      connection.resume()
    }
  }

  // MARK: On the polling thread

  private func readHead(
    _ connection: OpaquePointer, method: String, version: UnsafePointer<CChar>, core: ServerCore
  ) -> MHD_Result {
    let head = RequestHead(connection, core.mhd, method: method, target: target, version: String(cString: version))
    guard head.size <= core.limits.head else { return refuse(connection, 431, core) }
    guard isTargetWhole(before: version), head.isWellFormed else { return refuse(connection, 400, core) }
    guard head.expectsNothingElse else { return refuse(connection, 417, core) }
    let length = head.announcedLength ?? 0
    guard length <= core.limits.discarded else { return refuse(connection, 413, core) }
    stage = length > core.limits.body ? .discarding(0) : .reading
    self.head = head
    return .YES
  }

  /// Whether nothing has cut the target short, and no blank is in it: the library takes all up to the last blank of the line for the target,
  /// and a byte 0 for its end. Who stood in front of this server may have read something else.
  private func isTargetWhole(before version: UnsafePointer<CChar>) -> Bool {
    let distance = UInt(bitPattern: version) &- place
    // Further apart than a head is long they are not of one line, and say nothing.
    let isOfOneLine = distance <= 1 << 20
    return !target.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
      && (!isOfOneLine || distance == UInt(target.utf8.count) + 1)
  }

  private func read(_ upload: UnsafeRawBufferPointer, _ core: ServerCore) -> MHD_Result {
    if body.count + upload.count <= core.limits.body {
      body.append(contentsOf: upload)
      return .YES
    }
    let count = body.count
    body = []
    return discard(upload, count, core)
  }

  private func discard(_ upload: UnsafeRawBufferPointer, _ count: Int, _ core: ServerCore) -> MHD_Result {
    stage = .discarding(count + upload.count)
    return count + upload.count <= core.limits.discarded ? .YES : .NO
  }

  private func handle(_ connection: OpaquePointer, _ core: ServerCore) -> MHD_Result {
    let known = Daemon.known(connection, core)
    known?.hasSent()
    guard let head, core.begin() else { return refuse(connection, 503, core) }
    isCounted = true
    let request = ServerRequest(
      method: head.method, target: target, headers: head.headers, body: body, peer: known?.peer ?? "")
    self.head = nil
    body = []
    switch core.handler(request) {
    case .now(let response):
      stage = .answered
      return OutgoingResponse(response, closes: core.isStopping).queue(on: connection, core.mhd)
    case .later(let work):
      stage = .handling
      wait(for: work, connection, core)
      return .YES
    }
  }

  private func wait(
    for work: @escaping @Sendable () async -> ServerResponse, _ connection: OpaquePointer, _ core: ServerCore
  ) {
    let suspended = SuspendedConnection(connection, core.mhd)
    suspended.suspend()
    outcome.withLock { $0 = .handling(suspended) }
    task.withLock { task in
      task = Task.detached { self.finish(await work()) }
    }
    if !core.waits(self) { cut() }
  }

  private func answer(_ connection: OpaquePointer, _ core: ServerCore) -> MHD_Result {
    stage = .answered
    let response = outcome.withLock { outcome -> ServerResponse? in
      defer { outcome = .cut }
      if case .answered(let response) = outcome { return response }
      return nil
    }
    guard let response else { return .NO }
    return OutgoingResponse(response, closes: core.isStopping).queue(on: connection, core.mhd)
  }

  private func refuse(_ connection: OpaquePointer, _ status: Int, _ core: ServerCore) -> MHD_Result {
    stage = .answered
    return OutgoingResponse(core.refusal(status), closes: true).queue(on: connection, core.mhd)
  }
}

/// A connection between suspending and resuming.
// Guard: libmicrohttpd keeps a suspended connection until it is resumed, and may be told to resume it from any thread;
// `Exchange.outcome` sees to it that this happens once.
struct SuspendedConnection: @unchecked Sendable {
  private let connection: OpaquePointer
  private let mhd: UnsafePointer<journey_mhd>

  init(_ connection: OpaquePointer, _ mhd: UnsafePointer<journey_mhd>) {
    self.connection = connection
    self.mhd = mhd
  }

  func suspend() { mhd.pointee.MHD_suspend_connection(connection) }

  func resume() { mhd.pointee.MHD_resume_connection(connection) }
}
