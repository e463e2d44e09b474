import JSON

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files that the program keeps: 0600 in folders 0700, written beside and renamed, so that a reader finds the old one or
/// the new one whole. Symbolic links are not followed.
enum Files {
  /// Why a file cannot be used.
  struct Problem: Error {
    var path: String
    var text: String

    init(_ path: String, _ text: String) {
      self.path = path
      self.text = text
    }

    init(_ path: String, errno number: Int32) {
      self.init(path, Descriptors.SystemError(number: number).text)
    }

    var failure: Failure { Failure(.storage, "\(path): \(text).", data: ["path": .string(path)]) }
  }

  /// The bytes of a file; nil where there is none.
  ///
  /// - Parameter tightened: for a file that only its owner may read. It is called where others could, and cannot any more.
  static func read(_ path: String, tightened: (() -> Void)? = nil) throws(Problem) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      if errno == ELOOP { throw Problem(path, "it is a symbolic link, which is not followed") }
      throw Problem(path, errno: errno)
    }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw Problem(path, "it is no file")
    }
    if let tightened {
      try checkOwner(facts, path)
      if facts.st_mode & 0o077 != 0, fchmod(descriptor, facts.st_mode & 0o600) == 0 { tightened() }
    }
    do {
      return try Descriptors.readAll(descriptor).get()
    } catch {
      throw Problem(path, error.text)
    }
  }

  /// Replaces a file, or makes it and the folders above it.
  static func write(_ bytes: [UInt8], to path: String) throws(Problem) {
    let folder = parent(path)
    try makeFolder(folder)
    var facts = stat()
    if lstat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG {
      throw Problem(path, "it is no file, it is left as it is")
    }
    let beside = try writeBeside(bytes, path)
    guard rename(beside, path) == 0 else {
      let error = Descriptors.SystemError(number: errno)
      unlink(beside)
      throw unwritable(path, error)
    }
    syncFolder(folder)
  }

  /// Fails where that many bytes could not be written beside a file.
  static func checkRoom(for size: Int, beside path: String) throws(Problem) {
    try makeFolder(parent(path))
    unlink(try writeBeside([UInt8](repeating: 0, count: size), path))
  }

  /// Writes a new file beside one, whole and on the disk; gives its name.
  private static func writeBeside(_ bytes: [UInt8], _ path: String) throws(Problem) -> String {
    // Hidden: in a folder where each file is a profile it is none.
    let beside = "\(parent(path))/.\(name(path)).\(getpid()).\(counter()).new"
    let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw unwritable(path, Descriptors.SystemError(number: errno)) }
    var error = fchmod(descriptor, 0o600) == 0 ? nil : Descriptors.SystemError(number: errno)
    if error == nil { error = Descriptors.writeAll(bytes, to: descriptor) }
    if error == nil, fsync(descriptor) != 0 { error = Descriptors.SystemError(number: errno) }
    if close(descriptor) != 0, error == nil { error = Descriptors.SystemError(number: errno) }
    if let error {
      unlink(beside)
      throw unwritable(path, error)
    }
    return beside
  }

  private static func unwritable(_ path: String, _ error: Descriptors.SystemError) -> Problem {
    Problem(path, "it cannot be written: \(error.text)")
  }

  /// Deletes what a killed process has left of its writing of a file. Right only for a file that one at a time writes.
  static func removeLeftovers(of path: String) {
    let folder = parent(path)
    for entry in entries(of: folder) where isLeftover(entry, of: name(path)) { unlink(folder + "/" + entry) }
  }

  /// Whether a name is `.NAME.PROCESS.NUMBER.new`.
  private static func isLeftover(_ entry: String, of name: Substring) -> Bool {
    let start = ".\(name).".utf8
    guard entry.utf8.starts(with: start) else { return false }
    let parts = entry.utf8.dropFirst(start.count).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return parts.count == 3 && parts[2].elementsEqual("new".utf8)
      && parts[..<2].allSatisfy { !$0.isEmpty && $0.allSatisfy(digits.contains) }
  }

  /// Deletes a file; false where there was none.
  static func delete(_ path: String) throws(Problem) -> Bool {
    if unlink(path) == 0 { return true }
    if errno == ENOENT || errno == ENOTDIR { return false }
    throw Problem(path, errno: errno)
  }

  /// The names of the plain files in a folder but for hidden ones, sorted; none where there is no folder.
  static func names(in folder: String) -> [String] {
    entries(of: folder).filter { name in
      guard name.utf8.first != UInt8(ascii: ".") else { return false }
      var facts = stat()
      return lstat(folder + "/" + name, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    }
    .sorted()
  }

  /// Whatever is in a folder, those that are text.
  private static func entries(of folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      if let name { names.append(name) }
    }
    return names
  }

  private static func name(_ path: String) -> Substring {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path[...] }
    return path[path.utf8.index(after: slash)...]
  }

  static func parent(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Fails where the folder of a file is not there.
  static func checkFolder(of path: String) throws(Problem) {
    var facts = stat()
    guard stat(parent(path), &facts) == 0 else { throw Problem(path, errno: errno) }
  }

  /// Sees to it that a folder of ours can be entered by nobody else.
  ///
  /// - Returns: Whether others could, until now.
  static func tightenFolder(_ path: String) throws(Problem) -> Bool {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { throw Problem(path, errno: errno) }
    if facts.st_mode & S_IFMT == S_IFLNK { throw Problem(path, "it is a symbolic link, which is not followed") }
    try checkOwner(facts, path)
    guard facts.st_mode & 0o077 != 0 else { return false }
    guard chmod(path, facts.st_mode & 0o700) == 0 else { throw Problem(path, errno: errno) }
    return true
  }

  /// What somebody else owns may be changed by them at any time. Root reads everything anyhow.
  private static func checkOwner(_ facts: stat, _ path: String) throws(Problem) {
    guard facts.st_uid == geteuid() || geteuid() == 0 else { throw Problem(path, "it belongs to somebody else") }
  }

  /// Makes a folder and those above it, 0700. One that is there already is left as it is, unless others can write to it.
  static func makeFolder(_ path: String) throws(Problem) {
    var facts = stat()
    if stat(path, &facts) == 0 {
      guard facts.st_mode & S_IFMT == S_IFDIR else { throw Problem(path, "it is no folder") }
      return
    }
    guard errno == ENOENT else { throw Problem(path, errno: errno) }
    if path != "/", path != "." { try makeFolder(parent(path)) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw Problem(path, "the folder cannot be made: \(Descriptors.SystemError(number: errno).text)")
    }
  }

  private static func syncFolder(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }

  private static func counter() -> UInt64 { UInt64.random(in: .min ... .max) }
}
