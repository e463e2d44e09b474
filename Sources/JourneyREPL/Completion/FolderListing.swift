import JourneyCommands

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The names in a folder, for completion.
enum FolderListing {
  /// Folders end in `/`. At most 2,000 names; none where the folder cannot be read.
  @Sendable static func names(_ path: String) -> [String] {
    let path = World.path(path, home: getenv("HOME").map { String(cString: $0) })
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while names.count < 2_000, let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let name, name != ".", name != ".." else { continue }
      var status = stat()
      let isFolder = stat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      names.append(isFolder ? name + "/" : name)
    }
    return names
  }
}
