import Synchronization

#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// A program that a test starts: with pipes, or on a pseudo-terminal of its own.
package struct Program {
  package struct Failed: Error, CustomStringConvertible {
    package var description: String

    package init(description: String) { self.description = description }
  }

  package struct Result: Equatable {
    package var status: Int32
    package var output: String
    package var errors: String
  }

  package let path: String

  /// The program `journey` that was built beside the tests that run.
  package static func journey() throws -> Program { try built("journey") }

  /// A program of this package that was built beside the tests that run.
  package static func built(_ name: String) throws -> Program {
    let own = CommandLine.arguments.first ?? ""
    let folders = [folder(of: own), folder(of: folder(of: own)), ".build/debug"]
    for folder in folders where access("\(folder)/\(name)", X_OK) == 0 { return Program(path: "\(folder)/\(name)") }
    throw Failed(description: "there is no built \(name) beside \(own)")
  }

  package init(path: String) {
    self.path = path
  }

  /// Runs to the end with `input` on standard input.
  ///
  /// - Parameter signal: Sent when the program has written something to standard output.
  package func run(
    _ arguments: [String], environment: [String: String], input: String = "", signal: Int32? = nil
  ) throws -> Result {
    let (child, pipes) = try Self.spawning.withLock { _ in try startOnPipes(arguments, environment: environment) }
    var texts = try exchange(Array(input.utf8), pipes: pipes, child: child, signal: signal)
    for end in [pipes[1].read, pipes[2].read] { close(end) }
    let status = try Self.wait(for: child)
    return Result(
      status: status, output: String(decoding: texts.removeFirst(), as: UTF8.self),
      errors: String(decoding: texts.removeFirst(), as: UTF8.self))
  }

  /// Held while pipes are made and a child is started: another child that starts meanwhile would keep their ends open.
  private static let spawning = Mutex(())

  private func startOnPipes(
    _ arguments: [String], environment: [String: String]
  ) throws -> (child: pid_t, pipes: [(read: Int32, write: Int32)]) {
    let pipes = try (0..<3).map { _ in try Self.makePipe() }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[0].read, 0)
    posix_spawn_file_actions_adddup2(&actions, pipes[1].write, 1)
    posix_spawn_file_actions_adddup2(&actions, pipes[2].write, 2)
    // A session of its own has no controlling terminal, whatever the tests run on.
    let child = try spawn(arguments, environment: environment, actions: &actions)
    for end in [pipes[0].read, pipes[1].write, pipes[2].write] { close(end) }
    return (child, pipes)
  }

  /// A program that runs, with the test's ends of its three streams. Who started it closes them and waits for it.
  package struct Running {
    package let child: pid_t
    package let input, output, errors: Int32
  }

  /// Starts the program with pipes on its three streams.
  package func start(_ arguments: [String], environment: [String: String]) throws -> Running {
    let (child, pipes) = try Self.spawning.withLock { _ in try startOnPipes(arguments, environment: environment) }
    return Running(child: child, input: pipes[0].write, output: pipes[1].read, errors: pipes[2].read)
  }

  /// Starts the program with the pseudo-terminal as its controlling terminal and all three streams.
  package func start(_ arguments: [String], environment: [String: String], on terminal: PseudoTerminal) throws -> pid_t
  {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a new session opens becomes its controlling one.
    posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    return try Self.spawning.withLock { _ in try spawn(arguments, environment: environment, actions: &actions) }
  }

  /// The exit status; 128 and the number for a signal.
  package static func wait(for child: pid_t) throws -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw Failed(description: "waitpid: errno \(errno)") }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private func spawn(
    _ arguments: [String], environment: [String: String], actions: inout posix_spawn_file_actions_t
  ) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigfillset(&defaults)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // The threads that run tests block signals, and a child would inherit that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // 0x80 is POSIX_SPAWN_SETSID, which glibc declares in a form that Swift does not see.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | 0x80)
    var child: pid_t = 0
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    let failed = posix_spawn(&child, path, &actions, &attributes, words, variables)
    guard failed == 0 else { throw Failed(description: "\(path) does not start: errno \(failed)") }
    return child
  }

  /// Feeds standard input and takes up both outputs until they are at their end.
  private func exchange(_ input: [UInt8], pipes: [(read: Int32, write: Int32)], child: pid_t, signal: Int32?) throws
    -> [[UInt8]]
  {
    var rest = input[...]
    var feeding = true
    if rest.isEmpty { close(pipes[0].write); feeding = false }
    var texts: [[UInt8]] = [[], []]
    var open = [true, true]
    var signal = signal
    while open.contains(true) {
      var polled = (0..<2).map { pollfd(fd: open[$0] ? pipes[$0 + 1].read : -1, events: Int16(POLLIN), revents: 0) }
      polled.append(pollfd(fd: feeding ? pipes[0].write : -1, events: Int16(POLLOUT), revents: 0))
      guard poll(&polled, 3, 60_000) > 0 else {
        kill(child, SIGKILL)
        throw Failed(description: "\(path) hangs; so far: \(texts.map { String(decoding: $0, as: UTF8.self) })")
      }
      if polled[2].revents != 0 {
        let count = rest.prefix(4096).withUnsafeBytes { write(pipes[0].write, $0.baseAddress, $0.count) }
        rest = count > 0 ? rest.dropFirst(count) : []
        if rest.isEmpty { close(pipes[0].write); feeding = false }
      }
      for index in 0..<2 where polled[index].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(pipes[index + 1].read, &bytes, bytes.count)
        if count > 0 { texts[index].append(contentsOf: bytes.prefix(count)) } else { open[index] = false }
        if index == 0, count > 0, let wanted = signal {
          kill(child, wanted)
          signal = nil
        }
      }
    }
    if feeding { close(pipes[0].write) }
    return texts
  }

  private static func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failed(description: "no pipe: errno \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func folder(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}
