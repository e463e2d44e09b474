import CMicrohttpd
import DynamicLibrary
import Synchronization

/// What the library's callbacks, the handlers and `stop` share. It lives as long as the daemon does.
final class ServerCore: Sendable {
  struct Limits: Sendable {
    let head: Int
    let body: Int
    /// A connection on which nothing comes for that long is closed.
    let idleSeconds: UInt32
    /// A body over the limit is read to its end, so that the client sees the answer, but not past this.
    var discarded: Int { body * 4 }
  }

  private struct State {
    var isStopping = false
    /// How many exchanges there are whose handler has begun and whose response is not yet out.
    var busy = 0
    /// Those of them that work in a task.
    var waiting: [ObjectIdentifier: Exchange] = [:]
    var hasCut = false
    var idleWaiters: [CheckedContinuation<Void, Never>] = []
  }

  let library: ServerLibrary.Opened
  let handler: HTTPServer.Handler
  /// What is answered, by status, to requests that the handler does not see.
  let refusal: HTTPServer.Refusal
  let limits: Limits
  let connections: OpenConnections
  private let state = Mutex(State())

  init(
    library: ServerLibrary.Opened, limits: Limits, patience: Duration, refusal: @escaping HTTPServer.Refusal,
    handler: @escaping HTTPServer.Handler
  ) {
    self.library = library
    self.limits = limits
    connections = OpenConnections(patience: patience)
    self.refusal = refusal
    self.handler = handler
  }

  var mhd: UnsafePointer<journey_mhd> { library.functions }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// No handler begins after this.
  func beginStopping() { state.withLock { $0.isStopping = true } }

  /// Notes that the handler of an exchange begins; false when the server is stopping.
  func begin() -> Bool {
    state.withLock { state in
      if !state.isStopping { state.busy += 1 }
      return !state.isStopping
    }
  }

  /// Notes that an exchange waits for a task; false where all have been cut in the meantime.
  func waits(_ exchange: Exchange) -> Bool {
    state.withLock { state in
      if !state.hasCut { state.waiting[ObjectIdentifier(exchange)] = exchange }
      return !state.hasCut
    }
  }

  /// Notes that the library is done with an exchange.
  func complete(_ exchange: Exchange) {
    guard exchange.isCounted else { return }
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.busy -= 1
      if !state.waiting.isEmpty { state.waiting[ObjectIdentifier(exchange)] = nil }
      return state.busy == 0 ? Self.taken(&state.idleWaiters) : []
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when no exchange is busy, or all have been cut.
  func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.busy != 0 { state.idleWaiters.append(continuation) }
        return state.busy == 0
      }
      if isIdle { continuation.resume() }
    }
  }

  /// Ends all that is under way.
  func cutAll() {
    let (exchanges, waiters) = state.withLock { state -> ([Exchange], [CheckedContinuation<Void, Never>]) in
      state.hasCut = true
      return (Array(state.waiting.values), Self.taken(&state.idleWaiters))
    }
    for exchange in exchanges { exchange.cut() }
    for waiter in waiters { waiter.resume() }
  }

  private static func taken<Element>(_ list: inout [Element]) -> [Element] {
    defer { list = [] }
    return list
  }
}
