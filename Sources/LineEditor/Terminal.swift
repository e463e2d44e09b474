#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Facts about a terminal.
package enum Terminal {
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width in cells. Nil where the descriptor is no terminal or does not know.
  package static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The terminal moves its cursor on ESC sequences: TERM is there and is not `dumb`.
  package static var hasCursorControl: Bool {
    guard let name = getenv("TERM").map({ String(cString: $0) }) else { return false }
    return !name.isEmpty && name != "dumb"
  }
}
