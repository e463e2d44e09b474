import Synchronization

/// What is left of waits as progress that only ever grows, as the protocol wants it: one wait after the other counts together.
///
/// - Source: Model Context Protocol, progress: the value increases with each notification, even if the total is unknown.
final class WaitProgress: Sendable {
  private struct State {
    var done = 0
    var remaining: Int?
    var told = -1
  }

  private let state = Mutex(State())

  /// Milliseconds that are done, and those of all waits so far; nil where nothing has grown since the last time.
  func took(remaining: Int) -> (done: Int, whole: Int)? {
    state.withLock { state in
      if let before = state.remaining, remaining < before { state.done += before - remaining }
      state.remaining = remaining
      guard state.done > state.told else { return nil }
      state.told = state.done
      return (state.done, state.done + remaining)
    }
  }
}
