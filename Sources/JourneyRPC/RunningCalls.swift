import Synchronization

/// The calls that are under way, each in a task of its own, so that the client can cancel them by id.
final class RunningCalls: Sendable {
  fileprivate struct Running {
    var id: RequestID?
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private struct State {
    var calls: [UInt64: Running] = [:]
    var next: UInt64 = 0
    var isClosed = false
    var whenIdle: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Runs `work` in a task. `finish` is called once, after it: with `wasCancelled` when the client cancelled the call
  /// meanwhile, or when nothing is taken any more.
  func start(
    _ id: RequestID?, on executor: (any TaskExecutor)?, _ work: @escaping @Sendable () async -> [UInt8]?,
    finish: @escaping @Sendable (_ answer: [UInt8]?, _ wasCancelled: Bool) -> Void
  ) {
    let number = state.withLock { state -> UInt64? in
      guard !state.isClosed else { return nil }
      state.next += 1
      let number = state.next
      // The task may be done before it is stored: its entry stands first, and `end` takes it out under the same lock.
      state.calls[number] = Running(id: id)
      state.calls[number]?.task = Task.detached(executorPreference: executor) { [self] in
        let answer = await work()
        finish(answer, isCancelled(number))
        end(number)
      }
      return number
    }
    if number == nil { finish(nil, true) }
  }

  /// Cancels the oldest call that has the id. Nothing happens where there is none.
  func cancel(_ id: RequestID) {
    state.withLock { state in
      guard let number = state.calls.filter({ $0.value.id == id && !$0.value.isCancelled }).keys.min() else { return }
      state.calls[number]?.cancel()
    }
  }

  /// Cancels everything; later calls are refused.
  func cancelAll() {
    state.withLock { state in
      state.isClosed = true
      for number in state.calls.keys { state.calls[number]?.cancel() }
    }
  }

  /// Calls back once nothing runs: at once where that is so already.
  func whenIdle(_ callback: @escaping @Sendable () -> Void) {
    let isIdle = state.withLock { state -> Bool in
      if state.calls.isEmpty { return true }
      state.whenIdle = callback
      return false
    }
    if isIdle { callback() }
  }

  private func isCancelled(_ number: UInt64) -> Bool {
    state.withLock { $0.calls[number]?.isCancelled ?? false }
  }

  private func end(_ number: UInt64) {
    let callback = state.withLock { state -> (@Sendable () -> Void)? in
      state.calls[number] = nil
      guard state.calls.isEmpty else { return nil }
      defer { state.whenIdle = nil }
      return state.whenIdle
    }
    callback?()
  }
}

extension RunningCalls.Running {
  mutating func cancel() {
    isCancelled = true
    task?.cancel()
  }
}
