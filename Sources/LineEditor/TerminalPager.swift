import Spawn

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Shows a long text on the controlling terminal, whatever standard input and output are: at once where it fits, else by a pager
/// program, else page by page.
///
/// The pager reads the text from a file without a name, so that nothing waits for it; ^C and ^Z are the pager's while it runs.
package struct TerminalPager {
  /// For `/bin/sh`; nil: page by page.
  package var command: String?
  /// What the pager gets as its environment.
  package var environment: [String: String]
  /// The terminal's mode outside the shell's own lines: the pager gets it as it was found.
  package var mode: TerminalMode?

  package init(command: String?, environment: [String: String], mode: TerminalMode?) {
    self.command = command
    self.environment = environment
    self.mode = mode
  }

  /// Rows that are left for what stands around a text: a title, and the question behind it.
  private static let margin = 3

  /// Blocks until the text was looked at. Control characters are the caller's care.
  ///
  /// - Parameter lines: as wide as the terminal at most, without their ends.
  package func show(_ lines: [String]) throws(TerminalQuestion.Failure) {
    let terminal = open(TerminalQuestion.standardPath, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { throw .noTerminal }
    defer { close(terminal) }
    let page = max(2, Terminal.rows(of: terminal) ?? 24) - 1
    let isShort = lines.count <= page - Self.margin
    if !isShort, let command, run(command, lines, on: terminal) { return }
    for start in stride(from: 0, to: lines.count, by: isShort ? max(1, lines.count) : page) {
      let end = isShort ? lines.count : min(start + page, lines.count)
      Descriptors.writeAll(Self.bytes(lines[start..<end]), to: terminal)
      guard end < lines.count else { return }
      var question = TerminalQuestion("-- \(end)/\(lines.count), Enter goes on, q ends: ", echoes: true)
      question.mode = mode
      if try question.ask().utf8.first == UInt8(ascii: "q") { return }
    }
  }

  private static func bytes(_ lines: some Sequence<String>) -> [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }

  /// - Returns: The pager ran; false where there is none.
  private func run(_ command: String, _ lines: [String], on terminal: Int32) -> Bool {
    guard let file = tmpfile() else { return false }
    defer { fclose(file) }
    let input = fileno(file)
    guard Descriptors.writeAll(Self.bytes(lines), to: input) == 0, lseek(input, 0, SEEK_SET) == 0 else { return false }
    mode?.giveBack()
    defer { mode?.takeAgain() }
    let pager = ShellCommand(command, environment: environment)
    guard let child = try? pager.start(input: input, output: terminal, errors: terminal) else { return false }
    let status = wait(for: child)
    // What the pager was given is not for the command that asked for it.
    _ = SignalPipe.shared?.take()
    let code = (status >> 8) & 0xFF
    return status & 0x7F != 0 || (code != 126 && code != 127)
  }

  /// The status that the pager ended with. ^Z stops it and us; a signal that ends us ends it first.
  private func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    while true {
      let waited = waitpid(child, &status, WUNTRACED)
      if waited == child {
        // 0x7F marks a child that has stopped.
        guard status & 0xFF == 0x7F else { return status }
        mode?.letAct(SIGTSTP)
        kill(child, SIGCONT)
      } else if errno != EINTR {
        return 0
      }
      for signal in SignalPipe.shared?.take() ?? [] where [SIGTERM, SIGHUP, SIGQUIT].contains(signal) {
        kill(child, SIGTERM)
        mode?.letAct(signal)
      }
    }
  }
}
