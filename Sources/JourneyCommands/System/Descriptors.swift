#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reading files and descriptors whole, off the cooperative pool. Errors are texts of the system.
package enum Descriptors {
  /// The most bytes of a file: a script, a key, a value.
  static let limit = 16 << 20

  struct SystemError: Error {
    var number: Int32
    var text: String { String(cString: strerror(number)) }
  }

  /// The descriptors that are open beside the three that a program starts with.
  package static func openNow() -> [Int32] {
    guard let folder = opendir("/dev/fd") else { return [] }
    defer { closedir(folder) }
    var numbers: [Int32] = []
    while let entry = readdir(folder) {
      let number = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { Int32(String(cString: $0)) }
      }
      if let number, number > 2, number != dirfd(folder) { numbers.append(number) }
    }
    return numbers
  }

  /// How long one wait for input takes at most before the cancellation is looked at, in milliseconds.
  static let slice: Int32 = 50

  /// A named pipe waits for its writer here and not in `open`, which nothing could end.
  static func readFile(
    _ path: String, unless cancellation: Blocking.Cancellation = .init()
  ) -> Result<[UInt8], SystemError> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return .failure(SystemError(number: errno)) }
    defer { close(descriptor) }
    return readAll(descriptor, unless: cancellation)
  }

  /// Fails with ECANCELED where the work is not wanted any more.
  static func readAll(
    _ descriptor: Int32, unless cancellation: Blocking.Cancellation = .init()
  ) -> Result<[UInt8], SystemError> {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      guard waitReadable(descriptor, unless: cancellation) else { return .failure(SystemError(number: ECANCELED)) }
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return .success(bytes) }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        return .failure(SystemError(number: errno))
      }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { return .failure(SystemError(number: EFBIG)) }
    }
  }

  /// False where the cancellation came first. An error shows when it is read.
  private static func waitReadable(_ descriptor: Int32, unless cancellation: Blocking.Cancellation) -> Bool {
    while !cancellation.isRaised {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&entry, 1, slice)
      if count > 0 || count < 0 && errno != EINTR { return true }
    }
    return false
  }

  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> SystemError? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return SystemError(number: errno)
      }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
