import Synchronization

/// The line in front of a profile: calls run one after the other, in the order in which they took their places. A place is
/// taken without waiting, so that a reader of a pipe fixes the order before anything runs.
final class ProfileQueue: Sendable {
  private struct State {
    /// Places in order; the one at `head` has its turn.
    var places: [UInt64] = []
    var head = 0
    var gone: Set<UInt64> = []
    var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]
    var next: UInt64 = 0

    /// Lets the next one in the line go on, where it waits already.
    mutating func advance() -> CheckedContinuation<Bool, Never>? {
      while head < places.count, gone.remove(places[head]) != nil { head += 1 }
      if head > 64, head * 2 > places.count {
        places.removeFirst(head)
        head = 0
      }
      return head < places.count ? waiting.removeValue(forKey: places[head]) : nil
    }
  }

  private let state = Mutex(State())

  /// A place in the line. It is given up by `leave`, at the latest when nobody holds it any more.
  final class Place: Sendable {
    private let queue: ProfileQueue
    private let number: UInt64
    private let isLeft = Atomic(false)

    fileprivate init(_ queue: ProfileQueue, _ number: UInt64) {
      self.queue = queue
      self.number = number
    }

    /// Waits for its turn; false when the task was cancelled first.
    func turn() async -> Bool {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let answer: Bool? = queue.state.withLock { state in
            if Task.isCancelled { return false }
            if state.head < state.places.count, state.places[state.head] == number { return true }
            state.waiting[number] = continuation
            return nil
          }
          if let answer { continuation.resume(returning: answer) }
        }
      } onCancel: {
        queue.state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: false)
      }
    }

    func leave() {
      guard isLeft.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
      queue.state.withLock { state in
        state.gone.insert(number)
        return state.advance()
      }?.resume(returning: true)
    }

    deinit { leave() }
  }

  func takePlace() -> Place {
    let number = state.withLock { state in
      state.next += 1
      state.places.append(state.next)
      return state.next
    }
    return Place(self, number)
  }
}
