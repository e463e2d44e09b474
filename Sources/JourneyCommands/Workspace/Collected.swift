import Synchronization

/// Results as they come, from whatever thread.
final class Collected: Sendable {
  private let outputs = Mutex<[Output]>([])

  func append(_ output: Output) {
    outputs.withLock { $0.append(output) }
  }

  var all: [Output] { outputs.withLock { $0 } }
}
