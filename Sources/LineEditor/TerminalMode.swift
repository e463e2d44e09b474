import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The mode of a terminal as it was found, so that it can be given back and taken again: to a child process, to the shell
/// while ^Z has stopped us, and at the end, whatever that is.
package final class TerminalMode: Sendable {
  private let descriptor: Int32
  private let found: termios?
  /// The mode that was in use when the terminal was given back.
  private let ours = Mutex<termios?>(nil)
  private let isKept: Bool

  /// Remembers the mode in which the terminal is now; a crash puts it back too.
  package init(of descriptor: Int32) {
    self.descriptor = descriptor
    var mode = termios()
    found = tcgetattr(descriptor, &mode) == 0 ? mode : nil
    isKept = found.map { CrashGuard.keep(descriptor, $0) } ?? false
  }

  deinit {
    if isKept { CrashGuard.letGo() }
  }

  /// Puts the terminal into the mode in which it was found.
  package func giveBack() {
    guard var found else { return }
    var current = termios()
    if tcgetattr(descriptor, &current) == 0 { ours.withLock { $0 = current } }
    tcsetattr(descriptor, TCSADRAIN, &found)
  }

  /// Puts it back into the mode that it had before `giveBack`.
  package func takeAgain() {
    guard var mode = ours.withLock({ $0.take() }) else { return }
    tcsetattr(descriptor, TCSADRAIN, &mode)
  }

  /// ^Z, or a signal that ends the process: gives the terminal back and lets the signal act. Comes back after `fg`.
  package func letAct(_ signal: Int32) {
    giveBack()
    SignalPipe.shared?.actByDefault(on: signal)
    takeAgain()
  }
}
