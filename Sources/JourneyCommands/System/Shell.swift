import Spawn

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs `/bin/sh -c COMMAND` for the source `cmd:` and gives what it printed.
///
/// The command has no input, no open descriptor of ours but the error stream, and the variables that it is given. It may take 60
/// seconds and print 1 MiB.
package enum Shell {
  static let outputLimit = 1 << 20

  package static func run(
    _ command: String, environment: [String: String], limitMilliseconds: Int = 60_000
  ) async throws(Failure) -> [UInt8] {
    try await Blocking.run { cancellation in
      do throws(Failure) {
        return .success(
          try runHere(command, environment: environment, limitMilliseconds: limitMilliseconds, cancellation))
      } catch {
        return .failure(error)
      }
    }
  }

  private static func runHere(
    _ command: String, environment: [String: String], limitMilliseconds: Int, _ cancellation: Blocking.Cancellation
  ) throws(Failure) -> [UInt8] {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw failed("no pipe: \(Descriptors.SystemError(number: errno).text)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let line = ShellCommand(command, environment: environment)
    let started = Result { () throws(SpawnFailure) in try line.start(output: ends[1]) }
    close(ends[1])
    let child = try started.mapError { failed(Descriptors.SystemError(number: $0.number).text) }.get()
    let collected = collect(ends[0], limitMilliseconds: limitMilliseconds, unless: cancellation)
    if case .failure = collected { end(child) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let output = try collected.get()
    guard status == 0 else {
      let ended = status & 0x7f == 0 ? "its exit status is \((status >> 8) & 0xff)" : "signal \(status & 0x7f) ended it"
      throw failed(ended)
    }
    return output
  }

  /// What the command prints until it closes its output.
  private static func collect(
    _ descriptor: Int32, limitMilliseconds: Int, unless cancellation: Blocking.Cancellation
  ) -> Result<[UInt8], Failure> {
    var left = limitMilliseconds
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while left > 0 {
      if cancellation.isRaised { return .failure(.cancelled) }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, Descriptors.slice) > 0 else {
        left -= Int(Descriptors.slice)
        continue
      }
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return .success(bytes) }
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(failed(Descriptors.SystemError(number: errno).text))
      }
      bytes += buffer[..<count]
      guard bytes.count <= outputLimit else { return .failure(failed("it printed more than 1 MiB")) }
    }
    return .failure(failed("it took longer than \(limitMilliseconds / 1000) seconds"))
  }

  /// Ends a command and all that it has started. It has no process group of its own to be ended by: it may have to ask on the
  /// terminal, which only the group in front may.
  private static func end(_ child: pid_t) {
    let started = Processes.descendants(of: child)
    for process in [child] + started { kill(process, SIGKILL) }
  }

  private static func failed(_ reason: String) -> Failure {
    Failure(.usage, "The command of the source cmd: failed: \(reason).")
  }
}
