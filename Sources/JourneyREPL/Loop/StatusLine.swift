import LineEditor
import Synchronization

/// One line on the terminal that says what is being waited for, and goes away when something else is written.
final class StatusLine: Sendable {
  private struct State {
    var isShown = false
    /// When the command that runs began; nil while none does.
    var began: ContinuousClock.Instant?
    /// When the wait that a command reported is over.
    var waitEnds: ContinuousClock.Instant?
    var frame = 0
    /// How many write something else just now.
    var writers = 0
  }

  private let state = Mutex(State())
  private let descriptor: Int32
  private let attributes: (on: String, off: String)
  /// A request may take this long before the line says so.
  private let grace: Duration
  private static let frames = ["|", "/", "-", "\\"]

  /// - Parameter descriptor: A terminal that moves its cursor.
  init(descriptor: Int32, hasColor: Bool, grace: Duration = .milliseconds(300)) {
    self.descriptor = descriptor
    self.grace = grace
    attributes = hasColor ? ("\u{1B}[2m", "\u{1B}[0m") : ("", "")
  }

  /// A command begins.
  func begin() {
    state.withLock { $0.began = .now }
  }

  /// The wait that a command has reported: so many milliseconds are left.
  func waits(milliseconds: Int) {
    state.withLock { $0.waitEnds = ContinuousClock.now.advanced(by: .milliseconds(milliseconds)) }
  }

  /// Draws the line anew, once the command runs for longer than `grace` and while nothing else is being written. Waits for no writer: it
  /// is called where ^C is heard.
  func tick() {
    state.withLock { state in
      guard state.writers == 0, let began = state.began, began.duration(to: .now) >= grace else { return }
      let left = state.waitEnds.map { ContinuousClock.now.duration(to: $0) }
      if let left, left > .zero {
        let seconds = Int((left / .seconds(1)).rounded(.up))
        draw("waiting \(seconds) s (^C stops)")
      } else {
        draw("\(Self.frames[state.frame % Self.frames.count]) waiting for the server (^C stops)")
      }
      state.frame += 1
      state.isShown = true
    }
  }

  /// What `MainLoop.run` calls, where there is a line at all.
  static func ticker(_ status: StatusLine?) -> (@Sendable () -> Void)? {
    guard let status else { return nil }
    return { status.tick() }
  }

  /// Takes the line away.
  func clear() { write {} }

  /// Takes the line away and lets `body` write something else; meanwhile the line is not drawn.
  func write(_ body: () -> Void) {
    state.withLock { state in
      state.writers += 1
      erase(&state)
    }
    // Whoever reads may take as long as he likes.
    body()
    state.withLock { $0.writers -= 1 }
  }

  /// A command has ended.
  func reset() {
    state.withLock { state in
      erase(&state)
      state.waitEnds = nil
      state.began = nil
    }
  }

  private func erase(_ state: inout State) {
    guard state.isShown else { return }
    Descriptors.writeAll("\r\u{1B}[K".utf8, to: descriptor)
    state.isShown = false
  }

  private func draw(_ text: String) {
    Descriptors.writeAll("\r\(attributes.on)\(text)\(attributes.off)\u{1B}[K".utf8, to: descriptor)
  }
}
