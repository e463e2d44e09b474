import JSON
package import JourneyCommands
import Synchronization

/// What is said beside answers: to standard error, and to the client as far as it asked for it.
package final class Notices: Sendable {
  private let errors: LogStream
  private let isQuiet: Bool
  /// Where `log` notifications go, once the client asked for them.
  private let client = Mutex<Notify?>(nil)

  /// - Parameter isQuiet: Whether notes stay off standard error.
  package init(errors: LogStream = LogStream(descriptor: 2), isQuiet: Bool = false) {
    self.errors = errors
    self.isQuiet = isQuiet
  }

  /// Takes what the command layer says, which has no secrets any more.
  package func take(_ notice: World.Notice) {
    switch notice {
    case .warning(let text), .alarm(let text): tell("warning", text, "journey: warning: \(text)")
    case .note(let text): tell("info", text, isQuiet ? nil : "journey: \(text)")
    case .exchange(let text): tell("debug", text, text)
    }
  }

  /// Takes a failure that no answer carries, that of a notification.
  func take(_ failure: Failure) {
    let text = [failure.message, failure.hint].compactMap(\.self).joined(separator: " ")
    tell("error", text, "journey: \(text)")
  }

  /// Tells the client too from now on; nil for no more.
  func tell(_ client: Notify?) {
    self.client.withLock { $0 = client }
  }

  /// Writes what is left, for a moment at most.
  func finish() { errors.finish() }

  private func tell(_ level: String, _ text: String, _ line: String?) {
    if let line { errors.line(line) }
    client.withLock { $0 }?("log", ["level": .string(level), "message": .string(text)])
  }
}
