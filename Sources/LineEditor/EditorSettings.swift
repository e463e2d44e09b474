#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The lines of the user's `.editrc` that the line editor takes.
///
/// Where libedit looks for it: `$EDITRC`, else `~/.editrc`. Keys are taken, and with them vi or emacs mode (`bind -v`); what
/// changes the terminal or turns editing off is not, nor are comments and lines that are too long or not UTF-8. A mistake in a
/// line is libedit's to report.
enum EditorSettings {
  private static let fileLimit = 64 << 10
  private static let lineLimit = 1_024

  static func lines() -> [String] {
    guard let path = path, let bytes = read(path) else { return [] }
    return lines(of: bytes)
  }

  static func lines(of bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard line.count <= lineLimit, !line.contains(0), let text = String(validating: line, as: UTF8.self) else {
        return nil
      }
      return isTaken(text) ? text : nil
    }
  }

  /// A line is a command, with the name of a program and a colon before it where it is for that one alone.
  private static func isTaken(_ line: String) -> Bool {
    guard let word = line.split(separator: " ", maxSplits: 1).first?.split(separator: "\t").first else { return false }
    let name = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).last.map { String($0) }
    return name == "bind"
  }

  private static var path: String? {
    if let named = getenv("EDITRC") { return String(cString: named) }
    return getenv("HOME").map { String(cString: $0) + "/.editrc" }
  }

  private static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    while bytes.count < fileLimit, let more = Descriptors.readSome(file), !more.isEmpty { bytes += more }
    return bytes
  }
}
