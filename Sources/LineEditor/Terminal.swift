#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Facts about a terminal.
package enum Terminal {
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width in cells. Nil where the descriptor is no terminal or does not know.
  package static func columns(of descriptor: Int32) -> Int? { size(of: descriptor).map { Int($0.ws_col) } }

  /// The width of the terminal on which questions are asked.
  package static var columnsOfControllingTerminal: Int? {
    let terminal = open(TerminalQuestion.standardPath, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    return columns(of: terminal)
  }

  /// The height in lines. Nil where the descriptor is no terminal or does not know.
  package static func rows(of descriptor: Int32) -> Int? { size(of: descriptor).map { Int($0.ws_row) } }

  private static func size(of descriptor: Int32) -> winsize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return size
  }

  /// The terminal moves its cursor on ESC sequences: TERM is there and is not `dumb`.
  package static var hasCursorControl: Bool {
    guard let name = getenv("TERM").map({ String(cString: $0) }) else { return false }
    return !name.isEmpty && name != "dumb"
  }
}
