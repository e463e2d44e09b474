import CMicrohttpd
import Synchronization

/// What the library's callbacks, the handlers and `stop` share. It lives as long as the daemon does.
final class ServerCore: Sendable {
  struct Limits: Sendable {
    let head: Int
    let body: Int
    /// A body over the limit is read to its end, so that the client sees the answer, but not past this.
    var discarded: Int { body * 4 }
  }

  private struct State {
    var isStopping = false
    /// The exchanges whose handler has begun and whose response is not yet out.
    var busy: [ObjectIdentifier: Exchange] = [:]
    var idleWaiters: [CheckedContinuation<Void, Never>] = []
  }

  let handler: HTTPServer.Handler
  let limits: Limits
  private let state = Mutex(State())

  init(limits: Limits, handler: @escaping HTTPServer.Handler) {
    self.limits = limits
    self.handler = handler
  }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// No handler begins after this.
  func beginStopping() { state.withLock { $0.isStopping = true } }

  /// Notes that the handler of an exchange begins; false when the server is stopping.
  func begin(_ exchange: Exchange) -> Bool {
    state.withLock { state in
      if !state.isStopping { state.busy[ObjectIdentifier(exchange)] = exchange }
      return !state.isStopping
    }
  }

  /// Notes that the library is done with an exchange.
  func complete(_ exchange: Exchange) {
    let waiters = state.withLock { state in
      state.busy[ObjectIdentifier(exchange)] = nil
      return state.busy.isEmpty ? Self.taken(&state.idleWaiters) : []
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when no exchange is busy, or all have been cut.
  func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if !state.busy.isEmpty { state.idleWaiters.append(continuation) }
        return state.busy.isEmpty
      }
      if isIdle { continuation.resume() }
    }
  }

  /// Ends all that is under way.
  func cutAll() {
    let (exchanges, waiters) = state.withLock { state in
      (Array(state.busy.values), Self.taken(&state.idleWaiters))
    }
    for exchange in exchanges { exchange.cut() }
    for waiter in waiters { waiter.resume() }
  }

  private static func taken<Element>(_ list: inout [Element]) -> [Element] {
    defer { list = [] }
    return list
  }
}
