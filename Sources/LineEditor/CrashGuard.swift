import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a crash finds when it comes: the terminal to put back, 0 while there is none. The pointer is freed by nobody, so that it is
/// good at any instruction.
private let guardedMode = Atomic<UInt>(0)
private let guardedTerminal = Atomic<Int32>(-1)

/// The end of a process that crashes: the terminal is put back, one line says what happened, and the process dies by its signal.
///
/// In its place the Swift runtime would print registers and the memory that they point at, and with it whatever secret is at
/// work; and it knows nothing of the terminal.
package enum CrashGuard {
  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP]

  /// Takes the signals of a crash from the runtime. SIGQUIT, for which it prints the same, only ends the process. What was ignored when the
  /// process began stays so: a shell starts what goes to the background that way.
  package static func install() {
    // The handler must not be the first to ask for these.
    _ = (guardedMode.load(ordering: .relaxed), guardedTerminal.load(ordering: .relaxed))
    for signal in crashes + [SIGQUIT] where !isIgnored(signal) {
      var action = sigaction()
      #if canImport(Glibc)
        action.__sigaction_handler.sa_handler = handler
      #else
        action.__sigaction_u.__sa_handler = handler
      #endif
      // On the stack that the runtime has put aside, where it has: the usual one may have run over.
      action.sa_flags = Int32(SA_ONSTACK) | Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(signal, &action, nil)
    }
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    // SIG_IGN is a number in the clothes of a function, so that numbers are compared.
    return unsafeBitCast(handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
  }

  /// From now on a crash puts this terminal into this mode. The one that was named first counts, until it is let go.
  ///
  /// - Returns: Whether it counts: then it must be let go.
  static func keep(_ terminal: Int32, _ mode: termios) -> Bool {
    guard guardedTerminal.compareExchange(expected: -1, desired: terminal, ordering: .sequentiallyConsistent).exchanged
    else { return false }
    let place =
      UnsafeMutablePointer<termios>(bitPattern: guardedMode.load(ordering: .acquiring)) ?? .allocate(capacity: 1)
    place.initialize(to: mode)
    guardedMode.store(UInt(bitPattern: place), ordering: .releasing)
    return true
  }

  /// The terminal is as it was found.
  static func letGo() { guardedTerminal.store(-1, ordering: .sequentiallyConsistent) }

  /// Only what is safe at any instruction: loads, tcsetattr, write, raise.
  private static let handler: @convention(c) (Int32) -> Void = { signal in
    let terminal = guardedTerminal.load(ordering: .acquiring)
    if terminal >= 0, let mode = UnsafeMutablePointer<termios>(bitPattern: guardedMode.load(ordering: .acquiring)) {
      tcsetattr(terminal, TCSANOW, mode)
    }
    if signal != SIGQUIT {
      let text: StaticString = "journey: a fault in this program has ended it; what was kept is whole.\n"
      _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }
    raise(signal)
  }
}
