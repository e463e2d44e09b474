#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reading files and descriptors whole, off the cooperative pool. Errors are texts of the system.
enum Descriptors {
  /// The most bytes of a file: a script, a key, a value.
  static let limit = 16 << 20

  struct SystemError: Error {
    var number: Int32
    var text: String { String(cString: strerror(number)) }
  }

  static func readFile(_ path: String) -> Result<[UInt8], SystemError> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return .failure(SystemError(number: errno)) }
    defer { close(descriptor) }
    return readAll(descriptor)
  }

  static func readAll(_ descriptor: Int32) -> Result<[UInt8], SystemError> {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return .success(bytes) }
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(SystemError(number: errno))
      }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { return .failure(SystemError(number: EFBIG)) }
    }
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
