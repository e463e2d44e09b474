#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Asks one question on the controlling terminal, whatever standard input and output are.
///
/// The terminal is read character by character, since its own line mode cuts an answer at 4,095 bytes. What was typed before
/// the question is thrown away, and so is what follows the line end of a paste: it must neither answer a hidden question
/// nor run as commands after it. The terminal is put back as it was on every way out: answer, ^C, ^Z, SIGTERM.
package struct TerminalQuestion {
  package enum Failure: Error, Equatable, Sendable {
    /// There is no controlling terminal.
    case noTerminal
    /// ^C.
    case interrupted
    /// ^D on an empty answer, or the terminal hung up.
    case endOfInput
    /// Bytes that are not UTF-8 were typed: the answer would not be what was meant.
    case notUTF8
  }

  /// What is shown, without a line end. Control characters are the caller's care.
  package var prompt: String
  /// The answer is shown while it is typed.
  package var echoes: Bool
  package var path = Self.standardPath
  static let standardPath = "/dev/tty"
  /// The terminal's mode outside the question, where that is another than the one it was found in.
  package var mode: TerminalMode?

  package init(_ prompt: String, echoes: Bool) {
    self.prompt = prompt
    self.echoes = echoes
  }

  private static let signals = [SIGINT, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGQUIT]

  /// Asks and waits. Blocks the thread.
  package func ask() throws(Failure) -> String {
    let terminal = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { throw .noTerminal }
    defer { close(terminal) }
    var saved = termios()
    guard tcgetattr(terminal, &saved) == 0 else { throw .noTerminal }
    SignalPipe.shared?.catchSignals(Self.signals)
    defer { SignalPipe.shared?.release(Self.signals) }
    let isKept = CrashGuard.keep(terminal, saved)
    defer { if isKept { CrashGuard.letGo() } }
    let reading = Reading(question: self, terminal: terminal, saved: saved)
    reading.enter()
    defer { reading.leave() }
    return try reading.run()
  }

  /// One question under way.
  private final class Reading {
    private let question: TerminalQuestion
    private let terminal: Int32
    private let saved: termios
    private var decoder = KeyDecoder()
    private var answer = String.UnicodeScalarView()
    private var hasUnusable = false
    private let hasPaste = Terminal.hasCursorControl

    init(question: TerminalQuestion, terminal: Int32, saved: termios) {
      self.question = question
      self.terminal = terminal
      self.saved = saved
    }

    func enter() {
      var changed = saved
      changed.c_lflag &= ~tcflag_t(ECHO | ICANON)
      changed.c_lflag |= tcflag_t(ISIG)
      changed.c_iflag |= tcflag_t(ICRNL)
      withUnsafeMutableBytes(of: &changed.c_cc) { bytes in
        bytes[Int(VMIN)] = 1
        bytes[Int(VTIME)] = 0
      }
      tcsetattr(terminal, TCSAFLUSH, &changed)
      show("\(hasPaste ? "\u{1B}[?2004h" : "")\(question.prompt)")
    }

    func leave() {
      show("\(hasPaste ? "\u{1B}[?2004l" : "")\n")
      var saved = saved
      tcsetattr(terminal, TCSAFLUSH, &saved)
    }

    func run() throws(Failure) -> String {
      while true {
        if let event = decoder.next() {
          if try take(event) {
            if hasUnusable { throw .notUTF8 }
            return String(answer)
          }
          continue
        }
        let signalEnd = SignalPipe.shared?.readEnd
        let ready = Descriptors.waitReadable([terminal, signalEnd].compactMap { $0 }, milliseconds: -1)
        // A signal that comes with input is in the pipe only after the wait has looked at it; it goes before the input.
        try handleSignals()
        guard ready.contains(terminal), let bytes = Descriptors.readSome(terminal) else { continue }
        if bytes.isEmpty { throw .endOfInput }
        decoder.feed(bytes)
      }
    }

    /// - Returns: The answer is complete.
    private func take(_ event: KeyDecoder.Event) throws(Failure) -> Bool {
      switch event {
      case .unusable: hasUnusable = true
      case .paste(let text):
        // What follows a line end in a paste is no part of the answer. The last line end is the terminal's habit.
        let line = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)[0]
        add(String(line))
      case .character("\n"), .character("\r"): return true
      case .character("\u{4}"):
        if answer.isEmpty { throw .endOfInput }
      case .character("\u{8}"), .character("\u{7F}"): removeLast()
      case .character("\u{15}"): while !answer.isEmpty { removeLast() }
      case .character(let scalar) where scalar.value >= 0x20 || scalar == "\t": add(String(scalar))
      case .character: break
      }
      return false
    }

    private func add(_ text: String) {
      answer.append(contentsOf: text.unicodeScalars)
      if question.echoes { show(text) }
    }

    private func removeLast() {
      guard let last = answer.popLast() else { return }
      if question.echoes {
        let width = TextWidth.of(last)
        let back = String(repeating: "\u{8}", count: width)
        show(back + String(repeating: " ", count: width) + back)
      }
    }

    private func handleSignals() throws(Failure) {
      for signal in SignalPipe.shared?.take() ?? [] {
        switch signal {
        case SIGINT: throw .interrupted
        case SIGCONT: continue
        default:
          leave()
          if let mode = question.mode {
            mode.letAct(signal)
          } else {
            SignalPipe.shared?.actByDefault(on: signal)
          }
          enter()
          if question.echoes { show(String(answer)) }
        }
      }
    }

    private func show(_ text: String) {
      Descriptors.writeAll(text.utf8, to: terminal)
    }
  }
}
