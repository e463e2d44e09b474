#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pseudo-terminal whose keyboard and screen a test works.
///
/// Used from one thread at a time. Waiting ends when what is waited for is there, when the other side is gone, or when nothing was shown
/// for a minute.
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
  /// The same without escape sequences and carriage returns.
  private var plain: [UInt8] = []
  private var decoder = ScreenDecoder()
  /// Up to where in `plain` what was waited for has come.
  private var position = 0
  private var drawn: Screen
  private var drawnCount = 0
  private var isHungUp = false
  private static let patience: Int32 = 60_000

  package init(columns: Int = 80, rows: Int = 24) throws {
    (master, path) = try Self.openMaster()
    slave = open(path, O_RDWR | O_NOCTTY)
    guard slave >= 0 else { throw Failed(description: "\(path) does not open: errno \(errno)") }
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
    drawn = Screen(columns: columns, rows: rows)
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
    if !isHungUp { close(master) }
  }

  /// The terminal goes away, as when its window is closed.
  package func hangUp() {
    isHungUp = true
    close(master)
  }

  /// What a person sees now.
  package var screen: Screen {
    drawn.write(shown[drawnCount...])
    drawnCount = shown.count
    return drawn
  }

  package func resize(columns: Int, rows: Int) {
    _ = screen
    drawn.resize(columns: columns, rows: rows)
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
      guard poll(&polled, 1, Self.patience) > 0 else { throw Failed(description: "typing is stuck") }
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
    var start = position
    while true {
      if let end = Self.end(of: wanted, in: plain, from: start) {
        position = end
        return
      }
      start = max(position, plain.count - wanted.count + 1)
      try waitForOutput(of: text.debugDescription)
    }
  }

  /// Waits as `expect` does, wherever lines break: a blank in `text` stands for any run of blanks and line ends.
  package func expect(flowing text: String) throws {
    let wanted = text.utf8.split(separator: UInt8(ascii: " ")).map(Array.init)
    while true {
      if let end = Self.end(ofWords: wanted, in: plain, from: position) {
        position = end
        return
      }
      try waitForOutput(of: text.debugDescription)
    }
  }

  /// Waits until a person sees what `holds` says.
  package func wait(for what: String, _ holds: (Screen) -> Bool) throws {
    while !holds(screen) { try waitForOutput(of: what) }
    position = plain.count
  }

  /// Takes up what a program that has ended has left.
  package func takeRest() {
    var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    while poll(&polled, 1, 0) > 0, polled.revents & Int16(POLLIN) != 0, takeOutput() {}
  }

  private func waitForOutput(of what: String) throws {
    var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, Self.patience) > 0, takeOutput() else {
      let since = String(decoding: plain[min(position, plain.count)...], as: UTF8.self)
      throw Failed(
        description: """
          \(what) was not shown; since then: \(since.debugDescription); the screen:
          \(screen.lines.joined(separator: "\n"))
          """)
    }
  }

  /// Everything that has been shown, without escape sequences and with line ends as LF.
  package var screenText: String { String(decoding: plain, as: UTF8.self) }

  /// The lines as they stood at last: a status line that was taken away is in none of them.
  package var lines: [String] {
    let erased = Array("\r\u{1B}[K".utf8)
    return shown.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      var line = Array(line)
      while let end = Self.end(of: erased, in: line, from: 0) { line.removeFirst(end) }
      return Self.plain(String(decoding: line, as: UTF8.self))
    }
  }

  /// `text` without escape sequences and carriage returns.
  package static func plain(_ text: String) -> String {
    var decoder = ScreenDecoder()
    var plain: [UInt8] = []
    for byte in text.utf8 { if let part = decoder.feed(byte) { add(part, to: &plain) } }
    return String(decoding: plain, as: UTF8.self)
  }

  private static func add(_ part: ScreenDecoder.Part, to plain: inout [UInt8]) {
    switch part {
    case .scalar(let scalar): plain.append(contentsOf: String(Character(scalar)).utf8)
    case .control(let byte): if byte != 0x0D { plain.append(byte) }
    case .sequence: break
    }
  }

  /// - Returns: There was output.
  private func takeOutput() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(master, &bytes, bytes.count)
    guard count > 0 else { return false }
    shown.append(contentsOf: bytes.prefix(count))
    for byte in bytes.prefix(count) { if let part = decoder.feed(byte) { Self.add(part, to: &plain) } }
    return true
  }

  private static func end(of wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard start >= 0, bytes.count - start >= wanted.count else { return nil }
    for index in start...(bytes.count - wanted.count) where bytes[index...].starts(with: wanted) {
      return index + wanted.count
    }
    return nil
  }

  private static func end(ofWords words: [[UInt8]], in bytes: [UInt8], from start: Int) -> Int? {
    guard let first = words.first else { return start }
    var from = start
    while let found = end(of: first, in: bytes, from: from) {
      var index = found
      let fits = words.dropFirst().allSatisfy { word in
        let blanks = bytes[index...].prefix { $0 == 0x20 || $0 == 0x0A }.count
        guard blanks > 0, bytes[(index + blanks)...].starts(with: word) else { return false }
        index += blanks + word.count
        return true
      }
      if fits { return index }
      from = found - first.count + 1
    }
    return nil
  }
}
