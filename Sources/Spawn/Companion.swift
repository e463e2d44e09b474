#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that runs beside us on our three streams, and whose end is ours.
package struct Companion {
  private let process: Int32

  /// Starts it by its words, the first one looked up in our `PATH`.
  package init(words: [String], environment: [String: String]) throws(SpawnFailure) {
    process = try Spawning.start(words[0], words, environment: environment)
  }

  /// Holds back the signals that end us, and the word that a child has ended, until `wait` asks for them. To be called before there are
  /// threads, which inherit that.
  package static func blockSignals() {
    var signals = Self.signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGCHLD] { sigaddset(&signals, signal) }
    return signals
  }

  /// Waits for its end and gives its status, as a shell does. What would end us goes to it.
  package func wait() -> Int32 {
    var signals = Self.signals
    while true {
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process { return Self.exitStatus(status) }
      var signal: Int32 = 0
      guard sigwait(&signals, &signal) == 0, signal != SIGCHLD else { continue }
      // ^C has reached it already where both are in front of the terminal.
      if signal == SIGINT, Self.isInFront { continue }
      kill(process, signal)
    }
  }

  private static var isInFront: Bool {
    let terminal = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    return tcgetpgrp(terminal) == getpgrp()
  }

  /// Of what `waitpid` gives: the status, or 128 and the signal that ended it.
  private static func exitStatus(_ status: Int32) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
