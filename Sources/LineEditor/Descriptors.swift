#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Waits, reads and writes on descriptors, with EINTR and partial writes dealt with.
package enum Descriptors {
  /// Waits until one of the descriptors can be read.
  ///
  /// - Parameter milliseconds: How long at most; -1 for ever.
  /// - Returns: The readable ones (at their end or broken counts); none after the time, or after a signal.
  package static func waitReadable(_ descriptors: [Int32], milliseconds: Int32) -> [Int32] {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return [] }
    return polled.filter { $0.revents != 0 }.map(\.fd)
  }

  /// Reads what there is, up to 4,096 bytes.
  ///
  /// - Returns: The bytes; none at the end of input (a terminal that hung up is at its end); nil where there is nothing now.
  package static func readSome(_ descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK ? nil : [] }
    return Array(bytes.prefix(count))
  }

  /// Writes all of `bytes`, also to a descriptor that does not block.
  ///
  /// - Returns: 0, or the `errno` of what stopped it.
  @discardableResult
  package static func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int32 {
    let bytes = Array(bytes)
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        start += count
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// A pipe whose ends do not block and are not handed on to child processes. Nil where no descriptors are left.
  package static func makePipe() -> (readEnd: Int32, writeEnd: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }
}
