#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pseudo-terminal whose keyboard and screen a test works.
///
/// Used from one thread at a time. Waiting for output ends when the text is there, when the other side is gone, or after ten seconds.
package final class PseudoTerminal {
  package struct Failed: Error, CustomStringConvertible {
    package var description: String
  }

  package let master: Int32
  /// The path of the terminal's own side.
  package let path: String
  /// The terminal's own side, held open so that output is not lost when a program closes it.
  package let slave: Int32
  /// Everything that has been shown, escape sequences too.
  package private(set) var shown: [UInt8] = []
  private var position = 0

  package init(columns: Int = 80, rows: Int = 24) throws {
    (master, path) = try Self.openMaster()
    slave = open(path, O_RDWR | O_NOCTTY)
    guard slave >= 0 else { throw Failed(description: "\(path) does not open: errno \(errno)") }
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
    resize(columns: columns, rows: rows)
  }

  /// posix_openpt and its companions, which glibc hides from Swift, done by hand on Linux.
  private static func openMaster() throws -> (master: Int32, path: String) {
    #if canImport(Glibc)
      let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var number: Int32 = 0
      var locked: Int32 = 0
      let (getNumber, setLock): (UInt, UInt) = (0x8004_5430, 0x4004_5431)
      guard master >= 0, ioctl(master, getNumber, &number) == 0, ioctl(master, setLock, &locked) == 0 else {
        throw Failed(description: "no pseudo-terminal: errno \(errno)")
      }
      return (master, "/dev/pts/\(number)")
    #else
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else {
        throw Failed(description: "no pseudo-terminal: errno \(errno)")
      }
      return (master, String(cString: name))
    #endif
  }

  deinit {
    close(slave)
    close(master)
  }

  package func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Types. Output is taken up meanwhile, so that neither side waits for the other.
  package func type(_ text: String) throws {
    try type(Array(text.utf8))
  }

  package func type(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      var polled = pollfd(fd: master, events: Int16(POLLIN | POLLOUT), revents: 0)
      guard poll(&polled, 1, 10_000) > 0 else { throw Failed(description: "typing is stuck") }
      if polled.revents & Int16(POLLIN) != 0 { _ = takeOutput() }
      guard polled.revents & Int16(POLLOUT) != 0 else { continue }
      let count = rest.prefix(512).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failed(description: "typing failed: errno \(errno)") }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits until `text` is shown after what was waited for before. Escape sequences and carriage returns do not count.
  package func expect(_ text: String) throws {
    let wanted = Array(text.utf8)
    while true {
      let plain = Array(screenText.utf8)
      if let end = Self.end(of: wanted, in: plain, from: position) {
        position = end
        return
      }
      var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 10_000) > 0, takeOutput() else {
        let since = String(decoding: plain[min(position, plain.count)...], as: UTF8.self)
        throw Failed(description: "\(text.debugDescription) was not shown; since then: \(since.debugDescription)")
      }
    }
  }

  /// Everything that has been shown, without escape sequences and with line ends as LF.
  package var screenText: String {
    PseudoTerminal.plain(String(decoding: shown, as: UTF8.self))
  }

  /// The lines as they stood at last: a status line that was taken away is in none of them.
  package var lines: [String] {
    let erased = Array("\r\u{1B}[K".utf8)
    return shown.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      var line = Array(line)
      while let end = Self.end(of: erased, in: line, from: 0) { line.removeFirst(end) }
      return Self.plain(String(decoding: line, as: UTF8.self))
    }
  }

  /// `text` without CSI and OSC sequences and carriage returns.
  package static func plain(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if scalar == "\r" { continue }
      guard scalar == "\u{1B}" else {
        plain.append(scalar)
        continue
      }
      let kind = scalars.popFirst()
      if kind == "[" {
        while let next = scalars.popFirst(), !(0x40...0x7E).contains(next.value) {}
      } else if kind == "]" {
        while let next = scalars.popFirst(), next != "\u{7}" {}
      }
    }
    return String(plain)
  }

  /// - Returns: There was output.
  private func takeOutput() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(master, &bytes, bytes.count)
    guard count > 0 else { return false }
    shown.append(contentsOf: bytes.prefix(count))
    return true
  }

  private static func end(of wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count - start >= wanted.count else { return nil }
    for index in start...(bytes.count - wanted.count) where bytes[index...].starts(with: wanted) {
      return index + wanted.count
    }
    return nil
  }
}
