#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files for what reads files: below a folder of this process.
enum FuzzFile {
  static let root = "/tmp/journey-fuzz-\(getpid())"

  /// Writes a file, and makes the folders above it; false where the system refuses.
  static func write(_ bytes: [UInt8], to path: String) -> Bool {
    var folder = root
    for name in path.dropFirst(root.count).split(separator: "/") {
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { return false }
      folder += "/" + name
    }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    return bytes.withUnsafeBytes { buffer in
      #if canImport(Glibc)
        Glibc.write(file, buffer.baseAddress, buffer.count) == buffer.count
      #else
        Darwin.write(file, buffer.baseAddress, buffer.count) == buffer.count
      #endif
    }
  }
}
