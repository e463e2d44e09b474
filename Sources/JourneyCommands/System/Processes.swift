#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The processes of the machine, where the system lists them in `/proc`.
enum Processes {
  /// Those that a process has started, and those that they have.
  static func descendants(of process: pid_t) -> [pid_t] {
    let all = parents()
    var found: [pid_t] = []
    var front = [process]
    while !front.isEmpty {
      front = all.filter { front.contains($0.parent) && !found.contains($0.process) }.map(\.process)
      found += front
    }
    return found
  }

  private static func parents() -> [(process: pid_t, parent: pid_t)] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var list: [(process: pid_t, parent: pid_t)] = []
    while let entry = readdir(folder) {
      let number = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { pid_t(String(cString: $0)) }
      }
      if let number, let parent = Self.parent(of: number) { list.append((number, parent)) }
    }
    return list
  }

  /// `PID (name) state PARENT …`; a name may hold anything.
  private static func parent(of process: pid_t) -> pid_t? {
    guard case .success(let bytes) = Descriptors.readFile("/proc/\(process)/stat"),
      let end = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let words = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
    return words.count > 1 ? pid_t(String(decoding: words[1], as: UTF8.self)) : nil
  }
}
