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
    let started = Result { () throws(Failure) in try spawn(command, environment: environment, output: ends[1]) }
    close(ends[1])
    let child = try started.get()
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

  private static func spawn(_ command: String, environment: [String: String], output: Int32) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    for descriptor in Descriptors.openNow() { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var arguments: [UnsafeMutablePointer<CChar>?] = copies(of: ["sh", "-c", command])
    var words: [UnsafeMutablePointer<CChar>?] = copies(of: environment.map { "\($0.key)=\($0.value)" })
    defer { for word in arguments + words { free(word) } }
    var child = pid_t()
    let status = posix_spawn(&child, "/bin/sh", &actions, &attributes, &arguments, &words)
    guard status == 0 else { throw failed(Descriptors.SystemError(number: status).text) }
    return child
  }

  /// Copies for C, with the nil that ends them; the caller frees them.
  private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
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
