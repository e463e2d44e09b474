import LineEditor

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The lines of earlier shells: plain text, a line each, only ever added to, so that shells side by side lose nothing.
///
/// It is 0600 in a folder 0700, also where it was readable before. A file that is none of ours to write (a link, a pipe, of another
/// owner) is left alone: then there is no history beyond this shell. Errors are not reported: a read-only home must not
/// get in the way.
struct HistoryFile {
  let path: String
  /// What is read at the start: the end of a long file.
  private static let readLimit = 256 * 1024

  init(path: String) {
    self.path = path
  }

  /// `$XDG_STATE_HOME/journey/history`, else below `~/.local/state`; a relative value does not count. Nil without a home.
  init?(environment: [String: String]) {
    if let state = environment["XDG_STATE_HOME"], state.utf8.first == UInt8(ascii: "/") {
      path = "\(state)/journey/history"
    } else if let home = environment["HOME"], home.utf8.first == UInt8(ascii: "/") {
      path = "\(home)/.local/state/journey/history"
    } else {
      return nil
    }
  }

  /// The last lines, oldest first; what is not UTF-8 is left out.
  func lines() -> [String] {
    guard let file = open(flags: O_RDONLY) else { return [] }
    defer { close(file) }
    let size = lseek(file, 0, SEEK_END)
    let start = max(0, size - off_t(Self.readLimit))
    guard size > 0, lseek(file, start, SEEK_SET) == start else { return [] }
    var bytes: [UInt8] = []
    while bytes.count <= Self.readLimit, let more = Descriptors.readSome(file), !more.isEmpty { bytes += more }
    var parts = bytes.split(separator: UInt8(ascii: "\n"))[...]
    if start > 0 { parts = parts.dropFirst() }
    return parts.compactMap { String(validating: $0, as: UTF8.self) }
  }

  /// Adds lines, in one piece and under a lock.
  func append(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    makeFolders()
    guard let file = open(flags: O_RDWR | O_APPEND | O_CREAT) else { return }
    defer { close(file) }
    guard flock(file, LOCK_EX) == 0 else { return }
    var last: UInt8 = UInt8(ascii: "\n")
    let size = lseek(file, 0, SEEK_END)
    if size > 0 { _ = pread(file, &last, 1, size - 1) }
    // A file that was cut off in the middle of a line must not swallow the next one.
    let start = last == UInt8(ascii: "\n") ? "" : "\n"
    Descriptors.writeAll((start + lines.map { $0 + "\n" }.joined()).utf8, to: file)
  }

  /// Opens the file if it is a plain one of ours, and takes others' rights to it away.
  private func open(flags: Int32) -> Int32? {
    #if canImport(Glibc)
      let file = Glibc.open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    #else
      let file = Darwin.open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    #endif
    guard file >= 0 else { return nil }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
      close(file)
      return nil
    }
    if status.st_mode & 0o077 != 0, fchmod(file, 0o600) != 0 {
      close(file)
      return nil
    }
    return file
  }

  private func makeFolders() {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      mkdir(folder, 0o700)
    }
  }
}
