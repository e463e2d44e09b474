#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The descriptors of a pipe face: standard output is kept for the protocol alone.
///
/// The descriptor is duplicated and 1 is pointed at 2, so that whatever else writes to standard output ends up in standard
/// error and never within a frame.
package struct ProtocolStreams: Sendable {
  package let input: Int32
  package let output: Int32

  /// Takes standard input and output over; nil where there is no standard output.
  package static func take() -> ProtocolStreams? {
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0 else { return nil }
    // Without standard error what is written there is dropped.
    if dup2(STDERR_FILENO, STDOUT_FILENO) < 0 {
      let null = open("/dev/null", O_WRONLY)
      if null >= 0 {
        dup2(null, STDOUT_FILENO)
        if null != STDOUT_FILENO { close(null) }
      }
    }
    return ProtocolStreams(input: STDIN_FILENO, output: output)
  }
}
