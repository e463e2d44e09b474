import JSON
import JourneyCommands
import Synchronization

/// What ran last, as the watcher of a script hears of it: where a script stopped, and the step that is open.
final class LastCommand: Sendable {
  private struct State {
    var command: ParsedCommand?
    var output: Output?
    var step: JSON?
  }

  private let state = Mutex(State())

  func began(_ command: ParsedCommand) {
    state.withLock { state in
      state.command = command
      state.output = nil
    }
  }

  func gave(_ output: Output) {
    state.withLock { state in
      state.output = output
      if output.kind == .node { state.step = output.value?["kind"]?.string == "continue" ? output.value : nil }
    }
  }

  var command: ParsedCommand? { state.withLock { $0.command } }
  var output: Output? { state.withLock { $0.output } }
  /// The node of the step that was shown last and has not been answered.
  var step: JSON? { state.withLock { $0.step } }
}
