import Synchronization

/// The order of calls: those of one lane run one after the other, lanes run side by side.
///
/// A lane is a profile. Its task works off what is queued and ends when nothing is left, so a burst of calls costs one
/// task. Cancelling a call that runs cancels that task; what stands behind it goes on in a new one.
final class Lanes: Sendable {
  /// A call in a lane. `run` does the work and must return soon after its task is cancelled; `finish` is called exactly
  /// once, with nil when the call was cancelled. `more` tells that the lane has another call at hand.
  struct Work: Sendable {
    var id: RequestID?
    var run: @Sendable () async -> [UInt8]?
    var finish: @Sendable (_ answer: [UInt8]?, _ wasCancelled: Bool, _ more: Bool) -> Void
  }

  fileprivate struct Lane {
    var queue: [Work] = []
    /// The index of the next one in the queue.
    var next = 0
    var running: Work?
    var isCancelled = false
    var task: Task<Void, Never>?
  }

  private struct State {
    var lanes: [String: Lane] = [:]
    var isClosed = false
    var whenIdle: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  func enqueue(_ work: Work, in key: String) {
    let refused = state.withLock { state -> Bool in
      guard !state.isClosed else { return true }
      state.lanes[key, default: Lane()].queue.append(work)
      if state.lanes[key]?.task == nil { state.lanes[key]?.task = makeTask(key) }
      return false
    }
    if refused { work.finish(nil, true, false) }
  }

  /// Cancels the first call that has the id, running or queued. Nothing happens where there is none.
  func cancel(_ id: RequestID) {
    let dropped = state.withLock { state -> Work? in
      for key in state.lanes.keys {
        if let work = state.lanes[key]?.cancel(id) { return work }
      }
      return nil
    }
    dropped?.finish(nil, true, false)
  }

  /// Cancels everything; later calls are refused.
  func cancelAll() {
    let dropped = state.withLock { state -> [Work] in
      state.isClosed = true
      var dropped: [Work] = []
      for key in state.lanes.keys {
        guard var lane = state.lanes[key] else { continue }
        dropped += lane.queue[lane.next...]
        lane.queue = []
        lane.next = 0
        lane.cancelRunning()
        state.lanes[key] = lane
      }
      return dropped
    }
    for work in dropped { work.finish(nil, true, false) }
  }

  /// Calls back once no call is queued or running: at once where that is so already.
  func whenIdle(_ callback: @escaping @Sendable () -> Void) {
    let isIdle = state.withLock { state -> Bool in
      if state.lanes.isEmpty { return true }
      state.whenIdle = callback
      return false
    }
    if isIdle { callback() }
  }

  // MARK: - The task of a lane

  private func makeTask(_ key: String) -> Task<Void, Never> {
    Task.detached { await self.workOff(key) }
  }

  private func workOff(_ key: String) async {
    while let work = takeNext(key) {
      let answer = await work.run()
      let (wasCancelled, more) = finishRunning(key)
      work.finish(answer, wasCancelled, more)
      if wasCancelled { return resume(key) }
    }
  }

  /// The next call of the lane; nil, and the lane is gone, when there is none.
  private func takeNext(_ key: String) -> Work? {
    let (work, callback) = state.withLock { state -> (Work?, (@Sendable () -> Void)?) in
      if let work = state.lanes[key]?.takeNext() { return (work, nil) }
      state.lanes[key] = nil
      guard state.lanes.isEmpty, let callback = state.whenIdle else { return (nil, nil) }
      state.whenIdle = nil
      return (nil, callback)
    }
    callback?()
    return work
  }

  private func finishRunning(_ key: String) -> (wasCancelled: Bool, more: Bool) {
    state.withLock { state in
      let lane = state.lanes[key]
      state.lanes[key]?.running = nil
      state.lanes[key]?.isCancelled = false
      return (lane?.isCancelled ?? false, lane.map { $0.next < $0.queue.count } ?? false)
    }
  }

  /// After a cancelled call: a task cannot be un-cancelled, so a new one goes on.
  private func resume(_ key: String) {
    state.withLock { state in
      guard state.lanes[key] != nil else { return }
      state.lanes[key]?.task = makeTask(key)
    }
  }
}

extension Lanes.Lane {
  mutating func takeNext() -> Lanes.Work? {
    guard next < queue.count else { return nil }
    let work = queue[next]
    next += 1
    // Calls that are done are dropped in one go once they are the greater part.
    if next == queue.count || (next >= 64 && next > queue.count / 2) {
      queue.removeSubrange(..<next)
      next = 0
    }
    running = work
    return work
  }

  /// A queued call is taken out and given back; one that runs is told to stop.
  mutating func cancel(_ id: RequestID) -> Lanes.Work? {
    if let running, running.id == id {
      cancelRunning()
      return nil
    }
    guard let index = queue[next...].firstIndex(where: { $0.id == id }) else { return nil }
    return queue.remove(at: index)
  }

  mutating func cancelRunning() {
    guard running != nil else { return }
    isCancelled = true
    task?.cancel()
  }
}
